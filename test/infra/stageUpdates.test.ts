import { expect, test } from 'vitest'
import type { Operation } from '../../shared/contract/operation.ts'
import { operations as registry } from '../../shared/operations.ts'
import { synthesize } from './synthesize.ts'
import { type Resource, type Template, valueAt } from './template.ts'

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

class NotFound extends Error {}

/**
 * API Gateway's stage over CloudFormation's updates: settings of routes are merged, never forgotten, and a stage is not updated while it
 * holds those of a route that is gone. Routes are created and renamed before the stage, which depends on them, and deleted after it.
 */
const deployedStage = (template: Template) => {
  const routes = new Map<string, string>()
  const settings = new Set<string>()
  let stage = ''
  const routesOf = ({ all }: Template): [string, string][] =>
    all('AWS::ApiGatewayV2::Route').map(({ id, Properties }) => [id, String(Properties['RouteKey'])])

  const updateStage = ({ one }: Template): void => {
    const { Properties } = one('AWS::ApiGatewayV2::Stage', 'Stage')
    if (JSON.stringify(Properties) === stage) return
    for (const key of Object.keys(valueAt(Properties, 'RouteSettings') ?? {})) settings.add(key)
    const known = new Set(routes.values())
    for (const key of settings)
      if (!known.has(key)) throw new NotFound(`Unable to find Route by key ${key} within the provided RouteSettings`)
    stage = JSON.stringify(Properties)
  }
  const forget = (wanted: readonly [string, string][]): void => {
    for (const id of routes.keys()) if (!wanted.some(([kept]) => kept === id)) routes.delete(id)
  }
  const apply = (next: Template): void => {
    for (const [id, key] of routesOf(next)) routes.set(id, key)
    updateStage(next)
    forget(routesOf(next))
  }
  apply(template)
  return {
    update: apply,
    /** An update that reaches the stage, fails elsewhere afterwards, and is rolled back. */
    failingUpdate: (next: Template, previous: Template): void => {
      for (const [id, key] of routesOf(next)) routes.set(id, key)
      updateStage(next)
      for (const [id, key] of routesOf(previous)) routes.set(id, key)
      updateStage(previous)
      forget(routesOf(previous))
    },
  }
}

/** Any later change of the stage. */
const throttled = synthesize({ rateLimit: 50 }, { operations: [first, second], workers: [] })

test('a route that is renamed, removed or added leaves the stage updatable: API Gateway keeps settings of routes that are gone', () => {
  for (const next of Object.values(updates)) {
    const stage = deployedStage(before)
    stage.update(next)
    stage.update(before)
    stage.update(throttled)
  }
})

test('an update that is rolled back leaves the stage updatable', () => {
  for (const next of Object.values(updates)) {
    const stage = deployedStage(before)
    stage.failingUpdate(next, before)
    stage.update(throttled)
  }
})

test('an update touches the operation’s own resources and the role that invokes it, and of the stage nothing', () => {
  const changes = Object.entries(updates).map(([name, next]) => [name, changesBetween(before, next)] as const)
  for (const [name, lines] of changes) process.stdout.write(`\n${name}\n${lines.map((line) => `  ${line}\n`).join('')}`)
  const idsOf = (name: string) => changes.filter(([update]) => update === name).flatMap(([, lines]) => lines)
  const nested = (area: string) => `Modify AWS::CloudFormation::Stack ${area}`
  const role = `Modify AWS::IAM::Role ${before.one('AWS::IAM::Role', 'messengerGatewayRole').id}`
  const others = (name: string, kind: string, id: string) =>
    idsOf(name).filter((line) => !line.startsWith(kind) || !line.includes(id))
  expect(idsOf('rename')).toEqual([nested('media'), `Modify AWS::ApiGatewayV2::Route ${first.id}Route`])
  expect(others('remove', 'Remove', third.id)).toEqual([nested('messenger'), role])
  expect(others('add', 'Add', added.id)).toEqual([nested('messenger'), role])
})
