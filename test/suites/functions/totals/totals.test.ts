import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { type TotalsChange, TotalsChanged, totalsWrites } from '../../../../shared/areas/totals/totals.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const aws = await sharedByTests(startLocalAws())

const newestAlertAt = '2026-03-01T12:00:00Z'
const alerts = (from: number, added: number) => ({ alerts: { from, added, newestAt: newestAlertAt } })

const text = (from: string | undefined) => ({ from, to: 'new' })
const money = (goals: string | undefined, leaders: string | undefined) => ({
  money: { ...text(goals), leaders, changes: [] },
})

let count = 0
/** Applies a change to a recipient with these totals, and returns the totals after it, and the refusal if there is one. */
const changed = async (before: object | undefined, change: TotalsChange) => {
  const recipientId = `totals-${++count}`
  const TableName = aws.table('recipients')
  if (before !== undefined) await aws.client.send(new PutCommand({ TableName, Item: { recipientId, ...before } }))
  const refusal = await applyOrThrow(aws.client)(totalsWrites(TableName, recipientId, change)).catch(
    (error: unknown) => error,
  )
  const { Item } = await aws.client.send(new GetCommand({ TableName, Key: { recipientId } }))
  const { recipientId: _, ...after } = Item ?? { recipientId }
  return { after, refusal }
}

test.each<[string, object | undefined, TotalsChange, object]>([
  ['adds to the listed items', { history: 1 }, { history: 2 }, { history: 3 }],
  ['takes from the payments', { payments: 3 }, { payments: -1 }, { payments: 2 }],
  ['counts from 0 where there is no item', undefined, { history: 1, payments: 1 }, { history: 1, payments: 1 }],
  ['gives the first alerts positions', { history: 1 }, alerts(0, 2), { history: 1, alerts: 2, newestAlertAt }],
  ['gives alerts the positions after the last one', { alerts: 5 }, alerts(5, 1), { alerts: 6, newestAlertAt }],
  ['takes a stored 0 for none', { alerts: 0 }, alerts(0, 1), { alerts: 1, newestAlertAt }],
  ['uses up the first sequences', undefined, { deliveries: { from: 0, last: 3 } }, { lastDelivery: 3, heldNoted: 3 }],
  [
    'uses up the next sequences',
    { lastDelivery: 7 },
    { deliveries: { from: 7, last: 9 } },
    { lastDelivery: 9, heldNoted: 2 },
  ],
  [
    'changes all of them at once',
    { history: 1, alerts: 1, lastDelivery: 7, listenedEpoch: 'e' },
    { history: 1, payments: 1, ...alerts(1, 1), deliveries: { from: 7, last: 9 }, listenedEpoch: 'e' },
    { history: 2, payments: 1, alerts: 2, newestAlertAt, lastDelivery: 9, heldNoted: 2, listenedEpoch: 'e' },
  ],
  [
    'passes where media were never marked as listened to',
    { history: 1 },
    { history: 1, listenedEpoch: '' },
    { history: 2 },
  ],
])('a change of totals: %s', async (_name, before, change, after) => {
  expect(await changed(before, change)).toEqual({ after, refusal: undefined })
})

test.each<[string, object | undefined, TotalsChange]>([
  ['alerts came first', { alerts: 6 }, alerts(5, 1)],
  ['the first alerts came first', { alerts: 1 }, alerts(0, 1)],
  ['the only alert was erased', undefined, alerts(1, 1)],
  ['deliveries came first', { lastDelivery: 8 }, { deliveries: { from: 7, last: 9 } }],
  ['the first delivery came first', { lastDelivery: 1 }, { deliveries: { from: 0, last: 1 } }],
  ['the deliveries were erased', {}, { deliveries: { from: 7, last: 9 } }],
  [
    'deliveries came first, though no alert did',
    { alerts: 5, lastDelivery: 8 },
    { ...alerts(5, 1), deliveries: { from: 7, last: 9 } },
  ],
  ['media were marked again', { listenedEpoch: 'f' }, { history: 1, listenedEpoch: 'e' }],
  ['media were marked for the first time', { listenedEpoch: 'e' }, { history: 1, listenedEpoch: '' }],
  ['a goal came before money', { goals: 'b', leaders: 'a' }, money('a', 'a')],
  ['the first goal came before money', { goals: 'b' }, money(undefined, undefined)],
  ['leaders were counted further before money came', { goals: 'a', leaders: 'b' }, money('a', 'a')],
  ['leaders were counted for the first time before money came', { leaders: 'b' }, money(undefined, undefined)],
  ['another goal came first', { goals: 'b', moneyVersion: 1 }, { goals: { ...text('a'), moneyVersion: 1 } }],
  ['money came before a goal', { goals: 'a', moneyVersion: 2 }, { goals: { ...text('a'), moneyVersion: 1 } }],
  ['the first money came before a goal', { moneyVersion: 1 }, { goals: { ...text(undefined), moneyVersion: 0 } }],
  ['leaders were counted further', { leaders: 'b', moneyVersion: 1 }, { leaders: { ...text('a'), moneyVersion: 1 } }],
  ['money came before leaders', { leaders: 'a', moneyVersion: 2 }, { leaders: { ...text('a'), moneyVersion: 1 } }],
  ['the first money came before leaders', { moneyVersion: 1 }, { leaders: { ...text(undefined), moneyVersion: 0 } }],
  ['other endpoints came first', { endpoints: 'b' }, { endpoints: text('a') }],
  ['the first endpoint came first', { endpoints: 'b' }, { endpoints: text(undefined) }],
])('a change of totals is refused with the present item if %s', async (_name, before, change) => {
  const { after, refusal } = await changed(before, change)

  expect(after).toEqual(before ?? {})
  expect(refusal).toBeInstanceOf(TotalsChanged)
  const found = before && { ...before, recipientId: `totals-${count}` }
  expect((refusal as TotalsChanged).found).toEqual(found)
})
