import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { historyItemId } from '../../../shared/events/historyEvent.ts'
import { forEachConcurrently } from '../../../shared/workers/forEachConcurrently.ts'
import { type ManualGateway, openPaymentsBench, type PaymentsBench } from '../../support/paymentsBench.ts'

let bench: PaymentsBench
beforeAll(async () => {
  bench = await openPaymentsBench()
})
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterAll(() => bench.stop())

const people = 20
const paymentsOfEach = 11
const rounds = 6
const seed = Number(process.env['TRUTH_SEED'] ?? 1)

/** The same draws for the same seed (mulberry32). */
const drawsOf = (start: number) => {
  let state = start
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })
const levels = [
  { name: 'gold', from: euros(20) },
  { name: 'silver', from: euros(10) },
]
const levelOf = (major: number | undefined) => levels.find(({ from }) => (major ?? 0) >= from.major)?.name ?? null

/** What is to be seen of a payment, kept as simply as it can be said. */
interface Truth {
  readonly gateway: ManualGateway
  readonly gatewayId: string
  readonly told: Set<string>
  /** Something was reported that is not projected yet. What its owner imports after that is the owner's own word. */
  isDue?: boolean
  amount?: number
  paymentId?: string
  /** An item that was imported with an amount and without an alert has the level that its owner gave it: none. */
  item?: {
    amount: number | undefined
    readonly hasLevel: boolean
    isDeleted: boolean
    isWithdrawn: boolean
    readonly hasAlert: boolean
  }
  last?: { readonly type: string; readonly data: object; readonly id: string }
}

const statusOf = ({ told }: Truth): string =>
  ['refunded', 'disputed', 'completed'].find((status) => told.has(status)) ?? 'failed'

const isListed = ({ item }: Truth): boolean => item !== undefined && !item.isDeleted && !item.isWithdrawn

const projectTruth = (truth: Truth): void => {
  const status = statusOf(truth)
  const isDue = truth.isDue === true
  truth.isDue = false
  if (!isDue || status === 'failed') return
  const isWithdrawn = status !== 'completed'
  if (truth.item !== undefined) truth.item.isWithdrawn = isWithdrawn
  else if (!isWithdrawn)
    truth.item = { amount: truth.amount, hasLevel: true, isDeleted: false, isWithdrawn, hasAlert: true }
  if (truth.item !== undefined && !isWithdrawn) truth.item.amount ??= truth.amount
}

const report = async (truth: Truth, type: string, major: number, id: string): Promise<void> => {
  const { gateway, gatewayId, told } = truth
  const data = { gatewayId, amount: euros(major) }
  truth.paymentId = (await bench.tell(gateway, type, data, { id })).body.paymentId
  if (type === 'completed' && !told.has(type)) truth.amount = major
  truth.amount ??= major
  told.add(type)
  truth.isDue = true
  truth.last = { type, data, id }
}

const mark = async (truth: Truth, command: string): Promise<void> => {
  const { recipient } = truth.gateway
  const isRestored = command === 'restoreHistoryItem'
  const body = { historyItemId: historyItemId(recipient, 'Manual', truth.gatewayId) }
  const { status } = await bench.call(command, { recipient, body })
  const { item } = truth
  if (item === undefined) return expect(status).toBe(404)
  if (isRestored && item.isWithdrawn) return expect(status).toBe(409)
  expect(status).toBe(200)
  if (!item.isWithdrawn) item.isDeleted = !isRestored
}

const importItem = async (truth: Truth, amount: number | undefined, triggerAlert: boolean): Promise<void> => {
  const { gateway, gatewayId: originId } = truth
  const plain = { system: 'Manual', event: 'payment', originId, timestamp: '2026-03-01T18:30:00Z', triggerAlert }
  const items = [{ ...plain, ...(amount && { amount: euros(amount) }) }]
  await bench.call('addHistoryItems', { recipient: gateway.recipient, body: { items } })
  const hasLevel = triggerAlert || amount === undefined
  truth.item ??= { amount, hasLevel, isDeleted: false, isWithdrawn: false, hasAlert: triggerAlert }
}

/** Something happens to a payment. */
const act = async (truth: Truth, draw: (below: number) => number, id: string): Promise<void> => {
  const major = 5 + draw(20)
  const kind = draw(13)
  if (kind < 4) return report(truth, 'completed', major, id)
  if (kind === 4) return report(truth, 'failed', major, id)
  if (kind === 5) return report(truth, 'refunded', major, id)
  if (kind === 6) return report(truth, 'disputed', major, id)
  if (kind < 9) return mark(truth, 'deleteHistoryItem')
  if (kind === 9) return mark(truth, 'restoreHistoryItem')
  if (kind === 10) return importItem(truth, draw(2) === 0 ? undefined : major, draw(2) === 0)
  if (kind === 11) {
    const data = { gatewayId: truth.gatewayId, amount: euros(major), test: true }
    await bench.tell(truth.gateway, 'completed', data, { id })
  } else if (truth.last !== undefined)
    await bench.tell(truth.gateway, truth.last.type, truth.last.data, { id: truth.last.id })
}

const project = async (truths: readonly Truth[]): Promise<void> => {
  const recipient = truths[0]?.gateway.recipient ?? ''
  const payments = await bench.itemsOf('payments', recipient)
  if (payments.length > 0) expect(await bench.deliver('projectPayments', payments)).toEqual({ batchItemFailures: [] })
  truths.forEach(projectTruth)
}

const readAll = async (id: string, recipient: string) =>
  (await bench.call(id, { recipient, query: { size: '100' } })).body

/** What the service shows of everything that somebody was paid. */
const shownTo = async (recipient: string) => {
  const [history, alerts, payments] = await Promise.all(
    ['listHistory', 'listAlerts', 'listPayments'].map((id) => readAll(id, recipient)),
  )
  type Shown = Record<string, { major: number } & string>
  const told = ({ amount, levelName }: Shown) => ({ amount: amount?.major, level: levelName || null })
  return {
    totals: [history.totalSize, payments.totalSize],
    history: history.content
      .map((item: Shown) => ({ id: item['id'], ...told(item) }))
      .toSorted((one: Shown, other: Shown) => (String(one['id']) < String(other['id']) ? -1 : 1)),
    alerts: alerts.content
      .map((alert: Shown) => ({ id: alert['historyItemId'], hidden: alert['hidden'], ...told(alert) }))
      .toSorted((one: Shown, other: Shown) => (String(one['id']) < String(other['id']) ? -1 : 1)),
    payments: payments.content
      .map((payment: Shown) => ({ id: payment['id'], status: payment['status'], amount: payment['amount']?.major }))
      .toSorted((one: Shown, other: Shown) => (String(one['id']) < String(other['id']) ? -1 : 1)),
  }
}

const expectedOf = (truths: readonly Truth[]) => {
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  const items = truths.flatMap((truth) => {
    const { item, gateway, gatewayId } = truth
    if (item === undefined) return []
    const told = { amount: item.amount, level: item.hasLevel ? levelOf(item.amount) : null }
    const id = historyItemId(gateway.recipient, 'Manual', gatewayId)
    return [{ id, told, isShown: isListed(truth), hasAlert: item.hasAlert }]
  })
  const shown = items.filter(({ isShown }) => isShown)
  const paid = truths.filter(({ told }) => told.size > 0)
  return {
    totals: [shown.length, paid.length],
    history: shown.map(({ id, told }) => ({ id, ...told })).toSorted(byId),
    alerts: items
      .filter(({ hasAlert }) => hasAlert)
      .map(({ id, told, isShown }) => ({ id, hidden: !isShown, ...told }))
      .toSorted(byId),
    payments: paid
      .map((truth) => ({ id: truth.paymentId ?? '', status: statusOf(truth), amount: truth.amount }))
      .toSorted(byId),
  }
}

test(`${people * paymentsOfEach} payments after whatever happened to them: payment, history, alert and totals agree`, async () => {
  const draw = drawsOf(seed)
  const everybody = await Promise.all(
    Array.from({ length: people }, async () => {
      const gateway = await bench.manual(bench.someone())
      const body = { name: 'alerts', value: { levels } }
      await bench.call('putConfig', { recipient: gateway.recipient, body })
      return Array.from(
        { length: paymentsOfEach },
        (_, index): Truth => ({ gateway, gatewayId: `${index}`, told: new Set() }),
      )
    }),
  )

  for (let round = 0; round < rounds; round++) {
    const acts = everybody
      .flat()
      .map((truth, index) => ({ truth, own: drawsOf(draw(2 ** 31)), id: `${round}-${index}` }))
    await forEachConcurrently(acts, 10, ({ truth, own, id }) => act(truth, own, id))
    const projected = everybody.filter(() => draw(2) === 0)
    await forEachConcurrently(projected, 5, project)
  }
  await forEachConcurrently(everybody, 5, project)

  for (const truths of everybody) expect(await shownTo(truths[0]?.gateway.recipient ?? '')).toEqual(expectedOf(truths))
}, 120_000)
