import { describe, expect, test } from 'vitest'
import { alertSequence } from '../../../shared/alerts/sequences.ts'
import type { Write } from '../../../shared/contract/write.ts'
import { checkCredential, type StoredPayment } from '../../../shared/payments/payment.ts'
import { metadataText } from '../../../shared/payments/projection/appearance.ts'
import { placesOf } from '../../../shared/payments/projection/historyPlace.ts'
import type { ProjectionState } from '../../../shared/payments/projection/projectionRepository.ts'
import { projectionWrites } from '../../../shared/payments/projection/projectionWrites.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { totalsFromItem } from '../../../shared/totals/totals.ts'
import * as given from './projectionState.ts'

const { paymentWith, putsInto, stateOf, tables, updatesOf } = given
const refunded = { withdrawn: 'refunded' as const }
const { completedAt: _, ...openPayment } = paymentWith()
const nobody = { totals: totalsFromItem(undefined) }

const step = (...states: readonly ProjectionState[]) => projectionWrites(tables, given.videos, states, given.now)
const project = (more: Partial<StoredPayment> = {}, beside: Parameters<typeof stateOf>[1] = {}) =>
  step(stateOf(paymentWith(more), beside)).writes

/** The change of the totals among writes, by its placeholders. */
const totalsOf = (writes: readonly Write[]) => updatesOf('recipients', writes).map(({ values }) => values)
const marksOf = (writes: readonly Write[]) => updatesOf('payments', writes)

/** The item that shows a payment. */
const itemOf = (payment: StoredPayment) => ({
  recipientId: 'alice',
  id: placesOf(payment)[0].id,
  deleted: false,
  listedAt: 'then',
  alertPosition: 1,
  paymentVersion: payment.version,
  metadata: metadataText(payment),
  amount: payment.amount,
})

describe('a payment that appears', () => {
  test('is counted, and marked by its history item alone, which saves a write', () => {
    const writes = project()

    expect(marksOf(writes)).toEqual([])
    expect(totalsOf(writes)).toEqual([
      {
        ':history': 1,
        ':payments': 1,
        ':from': 3,
        ':alerts': 4,
        ':newestAlertAt': given.now.toISOString(),
        ':before': alertSequence(3),
        ':last': alertSequence(4),
      },
    ])
  })

  test('as the first showing of its recipient is marked, so that nothing is shown after an erasure', () => {
    const [mark] = project({}, { basis: nobody }).filter(({ operation }) => 'Update' in operation)

    expect(mark).toMatchObject({
      operation: {
        Update: {
          TableName: 'payments',
          Key: { recipientId: 'alice', id: 'p' },
          UpdateExpression: 'SET #counted = :counted, #projection = :projection REMOVE dueAt, dueShard, attempts',
          ConditionExpression: 'version = :version AND #projection <> :done',
          ExpressionAttributeNames: { '#counted': 'counted', '#projection': 'projection' },
          ExpressionAttributeValues: { ':counted': true, ':projection': 'done', ':version': 1, ':done': 'done' },
        },
      },
      repeatable: false,
    })
    const found = { id: 'p' }
    const refusal = mark?.refusal?.(found)
    expect(refusal).toBeInstanceOf(Conflict)
    expect(refusal).toMatchObject({ found })
  })

  test('and was postponed loses its postponement, and stays due for its history item', () => {
    expect(marksOf(project({ dueAt: 'then' }))).toMatchObject([
      {
        UpdateExpression: 'SET #projection = :projection REMOVE dueAt, dueShard, attempts',
        values: { ':projection': 'due', ':version': 1 },
      },
    ])
  })

  test('as a test is marked with what is to be forgotten after a day, and is counted in no total', () => {
    const writes = project({ test: true })

    expect(marksOf(writes)).toMatchObject([
      {
        values: {
          ':expiresAt': given.nowSeconds + given.daySeconds,
          ':historyItemId': placesOf(paymentWith())[1].id,
          ':appearedAt': given.now.toISOString(),
          ':sequence': alertSequence(3) + 1,
          ':projection': 'done',
        },
      },
    ])
    expect(totalsOf(writes)).toEqual([{ ':before': alertSequence(3), ':last': alertSequence(3) + 1 }])
  })

  test('where its place was kept while it was withdrawn appears there', () => {
    const payment = paymentWith({ version: 3, counted: true, historyItemId: placesOf(paymentWith())[0].id })
    const item = { ...itemOf(payment), paymentVersion: undefined, deleted: true, withdrawn: 'unseen' }
    const writes = step(stateOf(payment, { item })).writes

    expect(putsInto('history', writes)).toMatchObject([{ id: payment.historyItemId, paymentVersion: 3 }])
    expect(totalsOf(writes)[0]).not.toHaveProperty(':payments')
  })
})

describe('a payment that does not appear', () => {
  const failed = { ...openPayment, failedAt: '2026-03-01T18:05:00.000Z' }

  test.each([
    ['failed', stateOf(failed)],
    ['was withdrawn as a test', stateOf(paymentWith({ test: true, ...refunded }))],
    ['has appeared in an item that is gone', stateOf(paymentWith({ historyItemId: 'gone' }))],
  ])('because it %s is marked alone', (_name, state) => {
    const { writes } = step(state)

    expect(marksOf(writes)).toMatchObject([{ values: { ':projection': 'done' } }])
    expect([putsInto('history', writes), putsInto('alerts', writes)]).toEqual([[], []])
  })

  test('is counted once', () => {
    expect(totalsOf(step(stateOf(failed)).writes)).toEqual([{ ':payments': 1 }])
    expect(marksOf(step(stateOf(failed)).writes)).toMatchObject([{ values: { ':counted': true } }])
    expect(totalsOf(step(stateOf({ ...failed, counted: true })).writes)).toEqual([])
  })

  test('because it was withdrawn before takes its place', () => {
    const { writes } = step(stateOf(paymentWith(refunded)))

    const [{ id }] = placesOf(paymentWith())
    expect(putsInto('history', writes)).toMatchObject([{ id, withdrawn: 'unseen' }])
    expect(marksOf(writes)).toMatchObject([
      { values: { ':historyItemId': id, ':counted': true, ':projection': 'done' } },
    ])
  })

  test('as its item shows it already is neither counted nor written, unless it was postponed', () => {
    const payment = paymentWith({ version: 2 })
    const writesFor = (more: Partial<StoredPayment>) =>
      step(stateOf({ ...payment, ...more }, { item: itemOf(payment) })).writes

    expect(writesFor({})).toEqual([])
    expect(writesFor({ dueAt: 'then' })).toHaveLength(1)
    expect(marksOf(writesFor({ dueAt: 'then' }))).toMatchObject([{ values: { ':projection': 'due' } }])
  })
})

test('a later version settles the item that is there, which counts no second payment', () => {
  const item = itemOf(paymentWith())
  const writes = project({ version: 2, ...refunded }, { item })

  expect(updatesOf('history', writes)).toMatchObject([{ values: { ':withdrawn': 'listed', ':paymentVersion': 2 } }])
  expect(totalsOf(writes)).toMatchObject([{ ':history': -1 }])
})

test('an imported item is settled, and its payment counted', () => {
  const { paymentVersion: _, ...item } = itemOf(paymentWith())

  expect(totalsOf(project(refunded, { item }))).toMatchObject([{ ':history': -1, ':payments': 1 }])
})

test('a check is delivered, and is in no history', () => {
  const writes = project({ test: true, gatewayCredentialId: checkCredential })

  expect(putsInto('deliveries', writes)).toMatchObject([{ kind: 'check' }])
  expect(putsInto('history', writes)).toEqual([])
})

describe('several payments', () => {
  const payments = (count: number, more: (index: number) => Partial<StoredPayment> = () => ({})) =>
    Array.from({ length: count }, (_, index) =>
      paymentWith({ id: `p${index}`, gatewayId: `order-${index}`, ...more(index) }),
    )

  test('follow each other in one transaction, each behind the one before it', () => {
    const { writes, rest } = step(...payments(3).map((payment) => stateOf(payment)))

    expect(rest).toEqual([])
    expect(putsInto('alerts', writes).map(({ position, after }) => [position, after])).toEqual([
      [4, alertSequence(3)],
      [5, alertSequence(4)],
      [6, alertSequence(5)],
    ])
    expect(totalsOf(writes)).toEqual([
      {
        ':history': 3,
        ':payments': 3,
        ':from': 3,
        ':alerts': 6,
        ':newestAlertAt': given.now.toISOString(),
        ':before': alertSequence(3),
        ':last': alertSequence(6),
      },
    ])
  })

  test('of which some are tests and some fail share the totals', () => {
    const kinds: readonly Partial<StoredPayment>[] = [{ test: true }, {}, { test: true }]
    const states = payments(3, (index) => kinds[index] ?? {}).map((payment) => stateOf(payment))
    const failed = stateOf({ ...openPayment, id: 'f', gatewayId: 'f' })

    expect(totalsOf(step(...states, failed).writes)).toEqual([
      {
        ':history': 1,
        ':payments': 2,
        ':from': 3,
        ':alerts': 4,
        ':newestAlertAt': given.now.toISOString(),
        ':before': alertSequence(3),
        ':last': alertSequence(4) + 1,
      },
    ])
  })

  test('take a transaction of 99 writes beside the totals, and the rest goes on from there', () => {
    const links = (payment: number) =>
      Array.from({ length: 5 }, (_, link) => `https://vk.com/video-${payment + 1}_${link}`)
    // Seven writes each, and one of the last.
    const many = payments(15, (index) => ({ attachments: links(index) }))
    const failed = { ...openPayment, id: 'f', gatewayId: 'f' }
    const first = step(...many.map((payment) => stateOf(payment)))
    const second = step(...many.slice(0, 14).map((payment) => stateOf(payment)), stateOf(failed))

    expect(first.writes).toHaveLength(14 * 7 + 1)
    expect(first.rest.map(({ payment }) => payment.id)).toEqual(['p14'])
    expect(first.rest[0]?.basis.totals).toEqual({
      ...given.totals,
      alerts: 17,
      newestAlertAt: given.now.toISOString(),
      lastDelivery: alertSequence(17),
    })
    expect(second.writes).toHaveLength(99 + 1)
    expect(second.rest).toEqual([])
  })

  test('of three and a half megabytes do not share a transaction, and one of more is alone', () => {
    const large = (length: number) =>
      payments(2, () => ({ message: 'x'.repeat(length) })).map((payment) => stateOf(payment))

    expect(step(...large(1_700_000 / 2)).rest).toEqual([])
    expect(step(...large(1_800_000 / 2)).rest.map(({ payment }) => payment.id)).toEqual(['p1'])
    expect(step(...large(4_000_000)).rest.map(({ payment }) => payment.id)).toEqual(['p1'])
  })

  test('that claim one place in the history do not share a transaction', () => {
    const [one, other] = [paymentWith(), paymentWith({ id: 'q' })]

    expect(step(stateOf(one), stateOf(other)).rest.map(({ payment }) => payment.id)).toEqual(['q'])
  })

  test('keep the levels and the totals that nothing has changed', () => {
    const levels = [{ name: 'gold', from: given.euros(10) }]
    const failed = { ...openPayment, id: 'f' }
    const [one, other] = [stateOf(failed), stateOf({ ...failed, id: 'q' }, { basis: { levels } })]

    expect(step(one, other).rest.map(({ basis }) => basis)).toEqual([{ levels, totals: given.totals }])
  })
})

test('no payment is no write', () => {
  expect(step()).toEqual({ writes: [], rest: [] })
})
