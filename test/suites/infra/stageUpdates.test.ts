import { expect, test } from 'vitest'
import type { Operation } from '../../../shared/contract/operation.ts'
import { operations as registry } from '../../../shared/operations.ts'
import { synthesize } from './synthesize.ts'
import type { Resource, Template } from './template.ts'

const operationOf = (id: string) => registry.find((operation) => operation.id === id) as Operation
const first = operationOf('getExternalPlaylist')
/** Operations of one area, whose log group stays while one of them is there. */
const [second, third, added] = ['updateAnnouncers', 'addAnnouncer', 'listAnnouncers'].map(operationOf) as [
  Operation,
  Operation,
  Operation,
]
const templateOf = (operations: readonly Operation[]): Template => synthesize({}, { operations, workers: [] })

const before = templateOf([first, second, third])
const updates = {
  rename: templateOf([{ ...first, path: '/renamed' } as Operation, second, third]),
  remove: templateOf([first, second]),
  add: templateOf([first, second, third, added]),
} as const

/** Logical ids that an update creates, changes and deletes, as CloudFormation's change set lists them. */
const changesBetween = (from: Template, to: Template): readonly string[] => {
  const past = new Map(from.resources.map((resource) => [resource.id, resource]))
  const future = new Map(to.resources.map((resource) => [resource.id, resource]))
  const propertiesOf = (resource: Resource | undefined): string => JSON.stringify(resource?.Properties)
  return [
    ...to.resources
      .filter(({ id }) => propertiesOf(past.get(id)) !== propertiesOf(future.get(id)))
      .map(({ id, Type }) => `${past.has(id) ? 'Modify' : 'Add'} ${Type} ${id}`),
    ...from.resources.filter(({ id }) => !future.has(id)).map(({ id, Type }) => `Remove ${Type} ${id}`),
  ]
}

test('an update touches the operation’s own resources and the role that invokes it, and of the stage nothing', () => {
  const changes = Object.entries(updates).map(([name, next]) => [name, changesBetween(before, next)] as const)
  const idsOf = (name: string) => changes.filter(([update]) => update === name).flatMap(([, lines]) => lines)
  const nested = (area: string) => `Modify AWS::CloudFormation::Stack ${area}`
  const role = `Modify AWS::IAM::Role ${before.one('AWS::IAM::Role', 'messengerGatewayRole').id}`
  const others = (name: string, kind: string, id: string) =>
    idsOf(name).filter((line) => !line.startsWith(kind) || !line.includes(id))
  expect(idsOf('rename')).toEqual([nested('media'), `Modify AWS::ApiGatewayV2::Route ${first.id}Route`])
  expect(others('remove', 'Remove', third.id)).toEqual([nested('messenger'), role])
  expect(others('add', 'Add', added.id)).toEqual([nested('messenger'), role])
})
