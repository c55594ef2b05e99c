import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPaymentsBench } from '../support/paymentsBench.ts'
import { runs } from '../support/runs.ts'
import { sharedByTests } from '../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const currencies = ['EUR', 'JPY'] as const
type Currency = (typeof currencies)[number]

/** Of the days of imports, the middle one is a goal's first. */
const days = ['2026-02-28', '2026-03-01', '2026-03-02']
const first = '2026-03-01T00:00:00Z'

/** A donation as the model sees it: its currency, and the whole units that count. */
interface Donation {
  readonly currency: Currency
  readonly major: number
  readonly early: boolean
  taken: number
  deleted: boolean
  status: 'completed' | 'refunded' | 'disputed'
}

interface Model {
  readonly paid: Map<string, Donation>
  readonly imported: Map<string, Donation>
  readonly goals: Map<Currency, number>
}

const money = (currency: Currency, major: number) => ({ major, minor: 0, currency })

const currency = fc.constantFrom(...currencies)
const origin = fc.nat(3).map(String)
const amount = fc.integer({ min: 1, max: 9 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), origin, currency, major: amount }),
  fc.record({ kind: fc.constantFrom('refund' as const, 'part' as const, 'dispute' as const, 'win' as const), origin }),
  fc.record({
    kind: fc.constant('import' as const),
    origin,
    currency,
    major: amount,
    day: fc.nat(2),
    shown: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('delete' as const, 'restore' as const),
    of: fc.constantFrom('paid' as const, 'imported' as const),
    origin,
  }),
  fc.record({ kind: fc.constant('set' as const), currency, start: fc.nat(5) }),
  fc.record({ kind: fc.constant('unset' as const), currency }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const counts = ({ major, early, taken, deleted, status }: Donation): number =>
  early || deleted || status !== 'completed' ? 0 : major - taken

const expected = ({ paid, imported, goals }: Model) =>
  [...goals].toSorted().map(([goalCurrency, start]) => {
    const own = [...paid.values(), ...imported.values()].filter((donation) => donation.currency === goalCurrency)
    return money(
      goalCurrency,
      own.reduce((sum, donation) => sum + counts(donation), start),
    )
  })

test('goals are the sum of what counts, after any sequence of payments, refunds, disputes, deletions, imports and goals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const recipient = bench.someone()
      const gateway = await bench.manual(recipient)
      const model: Model = { paid: new Map(), imported: new Map(), goals: new Map() }
      const call = async (operation: string, body: object) => (await bench.call(operation, { recipient, body })).status
      const idOf = async (of: 'paid' | 'imported', originId: string): Promise<string> => {
        const pages = await Promise.all(
          ['false', 'true'].map((deleted) => bench.call('listHistory', { recipient, query: { deleted, size: '100' } })),
        )
        const items = pages.flatMap(({ body }) => body.content)
        return items.find((item) => item.originId === originId && (item.system === 'Kick') === (of === 'imported'))?.id
      }
      const tell = async (type: string, data: object) => {
        await bench.tell(gateway, type, data)
        await bench.project()
      }
      const donate = (into: Map<string, Donation>, at: string, of: Currency, major: number, early: boolean) => {
        const known = into.get(at)
        if (known === undefined)
          into.set(at, { currency: of, major, early, taken: 0, deleted: false, status: 'completed' })
      }
      const run = async (each: Step): Promise<void> => {
        switch (each.kind) {
          case 'pay': {
            if (model.paid.has(each.origin)) return
            await tell('completed', { gatewayId: each.origin, amount: money(each.currency, each.major) })
            donate(model.paid, each.origin, each.currency, each.major, false)
            return
          }
          case 'refund':
          case 'part':
          case 'dispute':
          case 'win': {
            const donation = model.paid.get(each.origin)
            if (donation === undefined || donation.status === 'refunded') return
            const about = { gatewayId: each.origin, amount: money(donation.currency, donation.major) }
            if (each.kind === 'refund') {
              await tell('refunded', about)
              donation.status = 'refunded'
            }
            if (each.kind === 'part') {
              if (donation.taken > 0 || donation.major === 1) return
              await tell('refunded', { ...about, part: money(donation.currency, 1), refundId: 'part' })
              donation.taken = 1
            }
            if (each.kind === 'dispute' && donation.status === 'completed') {
              await tell('disputed', about)
              donation.status = 'disputed'
            }
            if (each.kind === 'win' && donation.status === 'disputed') {
              await tell('dispute.won', about)
              donation.status = 'completed'
            }
            return
          }
          case 'import': {
            const item = {
              system: 'Kick',
              event: 'payment',
              originId: each.origin,
              timestamp: `${days[each.day]}T12:00:00Z`,
            }
            const given = { ...item, amount: money(each.currency, each.major), triggerAlert: each.shown }
            expect(await call('addHistoryItems', { items: [given] })).toBe(200)
            donate(model.imported, each.origin, each.currency, each.major, each.day === 0)
            return
          }
          case 'delete':
          case 'restore': {
            const donation = model[each.of].get(each.origin)
            if (donation === undefined) return
            const historyItemId = await idOf(each.of, each.origin)
            const isDeletion = each.kind === 'delete'
            const status = await call(isDeletion ? 'deleteHistoryItem' : 'restoreHistoryItem', { historyItemId })
            expect(status).toBe(!isDeletion && donation.status !== 'completed' ? 409 : 200)
            if (status === 200) donation.deleted = isDeletion
            return
          }
          case 'set': {
            const body = { target: money(each.currency, 50), start: money(each.currency, each.start), since: first }
            expect(await call('setGoal', body)).toBe(200)
            model.goals.set(each.currency, each.start)
            return
          }
          case 'unset': {
            expect(await call('deleteGoal', { currency: each.currency })).toBe(200)
            model.goals.delete(each.currency)
          }
        }
      }
      for (const each of steps) {
        await run(each)
        const { goals } = (await bench.call('listGoals', { recipient })).body
        expect(goals.map(({ reached }: { reached: object }) => reached)).toEqual(expected(model))
      }
    }),
    { numRuns: runs(100, 500) },
  )
})
