import { expect, test } from 'vitest'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import type { StoredPayment } from '../../../../shared/areas/payments/payment.ts'
import { metadataText } from '../../../../shared/areas/payments/projection/firstProjection.ts'
import type { IdentifiedPayment } from '../../../../shared/areas/payments/projection/historyIdentity.ts'
import type { ProjectionState } from '../../../../shared/areas/payments/projection/projectionRepository.ts'
import { projectionWrites } from '../../../../shared/areas/payments/projection/projectionWrites.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import * as given from './projectionState.ts'

const { paymentWith, putsInto, stateOf, tables, updatesOf } = given
const openPayment = (gatewayId: string) => {
  const { completedAt: _, ...payment } = paymentWith({ id: `id of ${gatewayId}`, gatewayId })
  return payment
}

const step = (...states: readonly ProjectionState[]) => projectionWrites(tables, given.videos, states, given.now)

/** The change of the totals among writes, by its placeholders. */
const totalsOf = (writes: readonly Write[]) => updatesOf('recipients', writes).map(({ values }) => values)
const marksOf = (writes: readonly Write[]) => updatesOf('payments', writes)

/** The item that shows a payment. */
const itemOf = (payment: IdentifiedPayment) => ({
  recipientId: 'alice',
  id: payment.identities.preferred.id,
  deleted: false,
  listedAt: 'then',
  alertPosition: 1,
  paymentVersion: payment.version,
  metadata: metadataText(payment),
  amount: payment.amount,
})

test('a payment whose item is gone is marked, and appears in no other one', () => {
  const { writes } = step(stateOf(paymentWith({ historyItemId: 'gone' })))

  expect(marksOf(writes)).toMatchObject([{ values: { ':projection': 'done' } }])
  expect([putsInto('history', writes), putsInto('alerts', writes)]).toEqual([[], []])
})

test('a payment that its item shows is neither counted nor written, unless it was postponed', () => {
  const payment = paymentWith({ version: 2 })
  const writesFor = (more: Partial<StoredPayment>) =>
    step(stateOf({ ...payment, ...more }, { item: itemOf(payment) })).writes

  expect(writesFor({})).toEqual([])
  expect(writesFor({ dueAt: 'then' })).toHaveLength(1)
  expect(marksOf(writesFor({ dueAt: 'then' }))).toMatchObject([{ values: { ':projection': 'due' } }])
})

const payments = (count: number, more: (index: number) => Partial<StoredPayment> = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    paymentWith({ id: `p${index}`, gatewayId: `order-${index}`, ...more(index) }),
  )

test('payments, tests and failed payments share one change of the totals', () => {
  const kinds: readonly Partial<StoredPayment>[] = [{ test: true }, {}, { test: true }]
  const states = payments(3, (index) => kinds[index] ?? {}).map((payment) => stateOf(payment))
  const failed = stateOf(openPayment('f'))

  expect(totalsOf(step(...states, failed).writes)).toEqual([
    {
      ':history': 1,
      ':payments': 2,
      ':from': 3,
      ':alerts': 4,
      ':newestAlertAt': given.now.toISOString(),
      ':before': alertSequence(3),
      ':lastDelivery': alertSequence(4) + 1,
      ':heldNoted': alertSequence(1) + 1,
      ':moneyVersion': 1,
    },
  ])
})

test('a transaction has at most 99 writes besides the totals, and the rest follows in the next', () => {
  const links = (payment: number) =>
    Array.from({ length: 5 }, (_, link) => `https://vk.com/video-${payment + 1}_${link}`)
  // Seven writes each, and one of the last.
  const many = payments(15, (index) => ({ attachments: links(index) }))
  const failed = openPayment('f')
  const first = step(...many.map((payment) => stateOf(payment)))
  const second = step(...many.slice(0, 14).map((payment) => stateOf(payment)), stateOf(failed))
  const third = step(
    ...many.slice(0, 14).map((payment) => stateOf(payment)),
    stateOf(failed),
    stateOf(openPayment('g')),
  )

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
  expect(third.rest.map(({ payment }) => payment.gatewayId)).toEqual(['g'])
})

test('a transaction holds 19 payments of donors who lead three lists, beside the totals', () => {
  const totals = { ...given.totals, leaders: JSON.stringify({ day: '9999', month: '9999', all: '9999' }) }
  const states = payments(24, (index) => ({ nickname: `donor ${index}` })).map((payment) =>
    stateOf(payment, { basis: { totals } }),
  )

  // An item, an alert and three sums each.
  expect(step(...states).rest.map(({ payment }) => payment.id)).toEqual(['p19', 'p20', 'p21', 'p22', 'p23'])
})

test('payments above 3.5 MB share no transaction with others', () => {
  const large = (length: number) =>
    payments(2, () => ({ message: 'x'.repeat(length) })).map((payment) => stateOf(payment))

  expect(step(...large(1_700_000 / 2)).rest).toEqual([])
  expect(step(...large(1_800_000 / 2)).rest.map(({ payment }) => payment.id)).toEqual(['p1'])
  expect(step(...large(4_000_000)).rest.map(({ payment }) => payment.id)).toEqual(['p1'])
})

test('each payment of a transaction moves the goal and the leaders, regression: the second erased the first', () => {
  const goal = { title: 'Microphone', target: given.euros(100), start: given.euros(0), since: '2026-03-01T00:00:00Z' }
  const totals = { ...given.totals, goals: JSON.stringify([{ ...goal, counted: '0' }]) }
  const donors = ['Ada', 'Bob']
  const states = payments(2, (index) => ({ nickname: donors[index] })).map((payment) =>
    stateOf(payment, { basis: { totals } }),
  )

  const { writes, money } = step(...states)

  expect(money).toMatchObject({ from: totals.goals, changes: donors.map((nickname) => ({ nickname })) })
  const alerts = putsInto('alerts', writes)
  expect(alerts.map((alert) => alert['goal'])).toMatchObject([
    { reached: given.euros(12, 34) },
    { reached: given.euros(24, 68) },
  ])
})

test('payments that claim one place in the history do not share a transaction', () => {
  const [one, other] = [paymentWith(), paymentWith({ id: 'q' })]

  expect(step(stateOf(one), stateOf(other)).rest.map(({ payment }) => payment.id)).toEqual(['q'])
})

test('the rest keeps levels and totals that nothing has changed', () => {
  const levels = [{ name: 'gold', from: given.euros(10) }]
  const failed = openPayment('f')
  const [one, other] = [stateOf(failed), stateOf({ ...failed, id: 'q' }, { basis: { levels } })]

  expect(step(one, other).rest.map(({ basis }) => basis)).toEqual([{ levels, totals: given.totals }])
})

test('without payments there are no writes', () => {
  expect(step()).toEqual({ writes: [], rest: [] })
})
