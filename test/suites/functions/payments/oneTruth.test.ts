import { beforeEach, describe, expect, test, vi } from 'vitest'
import { historyItemId } from '../../../../shared/areas/events/historyItemId.ts'
import { rowRepository } from '../../../../shared/areas/history/rowRepository.ts'
import { forEachConcurrently } from '../../../../shared/runtime/forEachConcurrently.ts'
import { type ManualGateway, openPaymentsBench } from '../../../support/paymentsBench.ts'
import { oneOf, runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

const people = runs(4, 20)
const paymentsOfEach = 11
const rounds = 6
const disputes = ['dispute-1', 'dispute-2']
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
    /** It was withdrawn before it could be seen: only its place is taken. */
    readonly isUnseen: boolean
  }
  last?: { readonly type: string; readonly data: object; readonly id: string }
}

const isDisputed = ({ told }: Truth): boolean =>
  disputes.some((id) => told.has(`disputed ${id}`) && !told.has(`dispute.won ${id}`))

const statusOf = (truth: Truth): string => {
  const { told } = truth
  if (told.has('refunded')) return 'refunded'
  if (isDisputed(truth)) return 'disputed'
  return ['completed', 'failed'].find((status) => told.has(status)) ?? 'inited'
}

const isListed = ({ item }: Truth): boolean => item !== undefined && !item.isDeleted && !item.isWithdrawn

const withdrawnOf = ({ item }: Truth): string | undefined => {
  if (item === undefined || !item.isWithdrawn) return undefined
  if (item.isUnseen) return 'unseen'
  return item.isDeleted ? 'deleted' : 'listed'
}

const projectTruth = (truth: Truth): void => {
  const status = statusOf(truth)
  const isDue = truth.isDue === true
  truth.isDue = false
  if (!isDue) return
  const isWithdrawn = status === 'refunded' || status === 'disputed'
  const isCompleted = status === 'completed'
  const { item, amount } = truth
  if (item !== undefined && !item.isUnseen) {
    item.isWithdrawn = isWithdrawn
    if (isCompleted) item.amount ??= amount
  } else if (isWithdrawn || isCompleted)
    truth.item = { amount, hasLevel: true, isDeleted: false, isWithdrawn, hasAlert: isCompleted, isUnseen: isWithdrawn }
}

const report = async (truth: Truth, type: string, major: number, id: string, disputeId?: string): Promise<void> => {
  const { gateway, gatewayId, told } = truth
  const data = { gatewayId, amount: euros(major), disputeId }
  truth.paymentId = (await bench.tell(gateway, type, data, { id })).body.paymentId
  if (type === 'completed' && !told.has(type)) truth.amount = major
  truth.amount ??= major
  told.add(disputeId === undefined ? type : `${type} ${disputeId}`)
  truth.isDue = true
  truth.last = { type, data, id }
}

const setDeleted = async (truth: Truth, command: string): Promise<void> => {
  const { recipient } = truth.gateway
  const isRestored = command === 'restoreHistoryItem'
  const body = { historyItemId: historyItemId(recipient, 'Manual', truth.gatewayId) }
  const { status } = await bench.call(command, { recipient, body })
  const { item } = truth
  if (item === undefined) return expect(status).toBe(404)
  if (isRestored && item.isWithdrawn) return expect(status).toBe(409)
  expect(status).toBe(200)
  if (!item.isUnseen) item.isDeleted = !isRestored
}

const importItem = async (truth: Truth, amount: number | undefined, triggerAlert: boolean): Promise<void> => {
  const { gateway, gatewayId: originId } = truth
  const plain = { system: 'Manual', event: 'payment', originId, timestamp: '2026-03-01T18:30:00Z', triggerAlert }
  const items = [{ ...plain, ...(amount && { amount: euros(amount) }) }]
  expect(await bench.call('addHistoryItems', { recipient: gateway.recipient, body: { items } })).toMatchObject({
    status: 200,
  })
  const hasLevel = triggerAlert || amount === undefined
  truth.item ??= { amount, hasLevel, isDeleted: false, isWithdrawn: false, hasAlert: triggerAlert, isUnseen: false }
}

/** Something happens to a payment. */
const act = async (truth: Truth, draw: (below: number) => number, id: string): Promise<void> => {
  const major = 5 + draw(20)
  const kind = draw(16)
  const dispute = disputes[draw(disputes.length)]
  if (kind < 4) return report(truth, 'completed', major, id)
  if (kind === 4) return report(truth, 'failed', major, id)
  if (kind === 5) return report(truth, 'refunded', major, id)
  if (kind === 6) return report(truth, 'disputed', major, id, dispute)
  if (kind < 9) return setDeleted(truth, 'deleteHistoryItem')
  if (kind === 9) return setDeleted(truth, 'restoreHistoryItem')
  if (kind === 10) return importItem(truth, draw(2) === 0 ? undefined : major, draw(2) === 0)
  if (kind > 12) return report(truth, 'dispute.won', major, id, dispute)
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

/** Ids of the rows of a print, sorted. */
const printedIds = async (recipient: string): Promise<readonly (string | undefined)[]> => {
  const { dynamoDbClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  const all = { systems: [], events: [], after: undefined, before: undefined }
  const { rows } = await rowRepository(dynamoDbClient, bench.aws.table('history')).page(recipient, all, undefined)
  return rows.map(({ id }) => id?.S).toSorted()
}

/** What the service shows of everything that somebody was paid. */
const shownTo = async (recipient: string) => {
  const [history, alerts, payments] = await Promise.all(
    ['listHistory', 'listAlerts', 'listPayments'].map((id) => readAll(id, recipient)),
  )
  const [stored, printed] = await Promise.all([bench.itemsOf('history', recipient), printedIds(recipient)])
  const ids: readonly string[] = payments.content.map(({ id }: { id: string }) => id)
  const single = await Promise.all(
    ids.map(async (id) => (await bench.call('getPayment', { recipient, params: { id } })).body),
  )
  expect(single).toEqual(payments.content)
  type Shown = Record<string, { major: number } & string>
  const told = ({ amount, levelName }: Shown) => ({ amount: amount?.major, level: levelName || null })
  return {
    totals: [history.totalSize, payments.totalSize],
    printed,
    withdrawn: stored
      .filter(({ withdrawn }) => withdrawn !== undefined)
      .map(({ id, withdrawn }) => ({ id, withdrawn }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
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
    return [{ id, told, isShown: isListed(truth), hasAlert: item.hasAlert, withdrawn: withdrawnOf(truth) }]
  })
  const shown = items.filter(({ isShown }) => isShown)
  const paid = truths.filter(({ told }) => told.size > 0)
  return {
    totals: [shown.length, paid.length],
    printed: shown.map(({ id }) => id).toSorted(),
    withdrawn: items
      .flatMap(({ id, withdrawn }) => (withdrawn === undefined ? [] : [{ id, withdrawn }]))
      .toSorted(byId),
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
})

/** All orders of the steps. */
const orders = <Step>(steps: readonly Step[]): readonly (readonly Step[])[] =>
  steps.length < 2
    ? [steps]
    : steps.flatMap((first) => orders(steps.filter((step) => step !== first)).map((rest) => [first, ...rest]))

describe.each([
  { steps: ['completed', 'refunded', 'import'], totals: [0, 1], withdrawn: true },
  { steps: ['completed', 'disputed', 'dispute.won', 'import'], totals: [1, 1], withdrawn: false },
])('$steps: regression: an import after the refund was listed as if the money were there', ({ steps, ...expected }) => {
  test.each(oneOf(3, orders(steps)).map((order) => [order]))(
    'in the order %s, each projected before the next',
    async (order) => {
      const recipient = bench.someone()
      const truth: Truth = { gateway: await bench.manual(recipient), gatewayId: 'order-1', told: new Set() }
      await bench.call('putConfig', { recipient, body: { name: 'alerts', value: { levels } } })

      for (const [index, step] of order.entries()) {
        if (step === 'import') await importItem(truth, 12, true)
        else await report(truth, step, 12, `${index}`, step.startsWith('dispute') ? 'dispute-1' : undefined)
        await project([truth])
      }

      const [item] = await bench.itemsOf('history', recipient)
      const shown = await shownTo(recipient)
      expect(shown).toEqual(expectedOf([truth]))
      expect({ totals: shown.totals, withdrawn: item?.['withdrawn'] !== undefined }).toEqual(expected)
      expect(shown.alerts.filter(({ hidden }: { hidden: boolean }) => !hidden)).toHaveLength(expected.totals[0] ?? 0)
    },
  )
})
