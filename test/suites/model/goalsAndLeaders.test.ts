import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPaymentsBench } from '../../support/paymentsBench.ts'
import { generatedRuns } from '../../support/runs.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const currencies = ['EUR', 'JPY'] as const
type Currency = (typeof currencies)[number]

/** Of the days of imports, the middle one is a goal's first. */
const days = ['2026-02-28', '2026-03-01', '2026-03-02']
const first = '2026-03-01'
/** Payments come after all of them. */
const today = '9999-12-31'

const nicknames = ['Ada', 'Bob'] as const
/** Of imports, which have the second month and its first day to themselves. */
const periods = ['2026-03-01', '2026-03', 'all'] as const

/** A donation as the model sees it: its donor, currency and day, and the whole units that count. */
interface Donation {
  nickname: string | undefined
  readonly day: string
  readonly currency: Currency
  readonly major: number
  taken: number
  deleted: boolean
  status: 'completed' | 'refunded' | 'disputed'
}

interface Model {
  readonly paid: Map<string, Donation>
  readonly imported: Map<string, Donation>
  readonly goals: Map<Currency, number>
  /** The periods of which somebody has asked for the leaders. */
  readonly asked: Set<(typeof periods)[number]>
}

const money = (currency: Currency, major: number) => ({ major, minor: 0, currency })

const currency = fc.constantFrom(...currencies)
const origin = fc.nat(3).map(String)
const amount = fc.integer({ min: 1, max: 9 })
const nickname = fc.constantFrom(...nicknames, undefined)
const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), origin, currency, major: amount, nickname }),
  fc.record({ kind: fc.constant('name' as const), origin, nickname: fc.constantFrom(...nicknames) }),
  fc.record({ kind: fc.constant('ask' as const), period: fc.constantFrom(...periods) }),
  fc.record({ kind: fc.constantFrom('refund' as const, 'part' as const, 'dispute' as const, 'win' as const), origin }),
  fc.record({
    kind: fc.constant('import' as const),
    origin,
    currency,
    major: amount,
    nickname,
    day: fc.constantFrom(...days),
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

const counts = ({ major, taken, deleted, status }: Donation): number =>
  deleted || status !== 'completed' ? 0 : major - taken

const donations = ({ paid, imported }: Model): readonly Donation[] => [...paid.values(), ...imported.values()]

const expectedGoals = (model: Model) =>
  [...model.goals].toSorted().map(([goalCurrency, start]) => {
    const own = donations(model).filter(({ currency: of, day }) => of === goalCurrency && day >= first)
    return money(
      goalCurrency,
      own.reduce((sum, donation) => sum + counts(donation), start),
    )
  })

/** The sums that an overlay shows which has taken all messages. */
const shownGoals = async (recipient: string) => {
  let shown: readonly { readonly reached: ReturnType<typeof money> }[] = []
  for (const { kind, payload, goal } of (await bench.view(recipient)).deliveries) {
    if (kind === 'goals') shown = JSON.parse(payload).goals
    if (goal !== undefined) shown = [...shown.filter(({ reached }) => reached.currency !== goal.reached.currency), goal]
  }
  return shown.map(({ reached }) => reached).toSorted((one, other) => one.currency.localeCompare(other.currency))
}

/** The leaders of a list by nickname: those of one sum have an order of their own. */
const expectedLeaders = (model: Model, period: string, of: Currency) => {
  const own = donations(model).filter(
    (donation) => donation.currency === of && (period === 'all' || donation.day.startsWith(period)),
  )
  const sums = nicknames.map((name): [string, number] => [
    name,
    own.filter((donation) => donation.nickname === name).reduce((sum, donation) => sum + counts(donation), 0),
  ])
  return sums.filter(([, sum]) => sum > 0)
}

test('goals and leaders match a simple model after any sequence of changes, and overlays get them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const recipient = bench.someone()
      const gateway = await bench.manual(recipient)
      const model: Model = { paid: new Map(), imported: new Map(), goals: new Map(), asked: new Set() }
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
      const donate = (
        into: Map<string, Donation>,
        at: string,
        of: Currency,
        major: number,
        day: string,
        name?: string,
      ) => {
        const known = into.get(at)
        const donation = { nickname: name, day, currency: of, major, taken: 0, deleted: false }
        if (known === undefined) into.set(at, { ...donation, status: 'completed' })
      }
      const run = async (each: Step): Promise<void> => {
        switch (each.kind) {
          case 'pay': {
            if (model.paid.has(each.origin)) return
            const { nickname: name } = each
            await tell('completed', {
              gatewayId: each.origin,
              nickname: name,
              amount: money(each.currency, each.major),
            })
            donate(model.paid, each.origin, each.currency, each.major, today, name)
            return
          }
          case 'name': {
            const donation = model.paid.get(each.origin)
            if (donation === undefined) return
            const about = { gatewayId: each.origin, amount: money(donation.currency, donation.major) }
            await tell('completed', { ...about, nickname: each.nickname })
            donation.nickname ??= each.nickname
            return
          }
          case 'ask': {
            model.asked.add(each.period)
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
              timestamp: `${each.day}T12:00:00Z`,
              nickname: each.nickname,
            }
            const given = { ...item, amount: money(each.currency, each.major), triggerAlert: each.shown }
            expect(await call('addHistoryItems', { items: [given] })).toBe(200)
            donate(model.imported, each.origin, each.currency, each.major, each.day, each.nickname)
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
            const body = {
              target: money(each.currency, 50),
              start: money(each.currency, each.start),
              since: `${first}T00:00:00Z`,
            }
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
      const leadersOf = async (period: string, of: Currency) =>
        (await bench.call('listLeaders', { recipient, query: { period, currency: of } })).body.content.map(
          ({ nickname: name, amount: { major } }: { nickname: string; amount: { major: number } }) => [name, major],
        )
      for (const each of [...steps, ...periods.map((period) => ({ kind: 'ask' as const, period }))]) {
        await run(each)
        const { goals } = (await bench.call('listGoals', { recipient })).body
        expect(goals.map(({ reached }: { reached: object }) => reached)).toEqual(expectedGoals(model))
        for (const period of model.asked)
          for (const of of currencies)
            expect((await leadersOf(period, of)).toSorted()).toEqual(expectedLeaders(model, period, of))
      }
      await bench.wakeGoals(recipient)
      expect(await shownGoals(recipient)).toEqual(expectedGoals(model))
    }),
    { numRuns: generatedRuns(100, 500) },
  )
}, 1_800_000)
