import { expect, test } from 'vitest'
import { additionsFrom, fittingAdditions } from '../../../../shared/areas/history/additions.ts'

const itemOf = (originId: string, more: object = {}) => ({
  system: 'Kick',
  event: 'raid',
  originId,
  timestamp: '2026-03-01T18:29:00Z',
  attachments: [],
  actions: [],
  goals: [],
  deleted: false,
  triggerAlert: false,
  ...more,
})
const many = (count: number, triggerAlert: boolean) =>
  additionsFrom(
    'alice',
    Array.from({ length: count }, (_, index) => itemOf(`${index}`, { triggerAlert })),
  )

test('of several items with one origin in a call the first is added', () => {
  const additions = additionsFrom('alice', [itemOf('1', { nickname: 'a' }), itemOf('2'), itemOf('1')])

  expect(additions.map(({ event: { originId, nickname } }) => [originId, nickname])).toEqual([
    ['1', 'a'],
    ['2', undefined],
  ])
})

test.each([
  [96, false, 96],
  [97, false, 96],
  [48, true, 48],
  [49, true, 48],
  [0, true, 0],
])('of %i additions (with alerts: %j) the first %i fit a transaction of 100 writes', (count, triggerAlert, fitting) => {
  expect(fittingAdditions(many(count, triggerAlert))).toEqual(many(count, triggerAlert).slice(0, fitting))
})

test('of additions whose donors lead three lists 24 fit a transaction, with three sums each', () => {
  const amount = { major: 1, minor: 0, currency: 'EUR' }
  const items = Array.from({ length: 25 }, (_, index) => itemOf(`${index}`, { amount }))
  const leaders = JSON.stringify({ day: '9999', month: '9999', all: '9999' })

  expect(fittingAdditions(additionsFrom('alice', items), leaders)).toHaveLength(24)
})
