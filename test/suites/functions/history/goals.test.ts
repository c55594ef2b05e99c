import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dueGoals } from '../../../../shared/areas/goals/dueGoals.ts'
import { goalSum } from '../../../../shared/areas/goals/goalSum.ts'
import { historyRepository } from '../../../../shared/areas/history/historyRepository.ts'
import { softDeletion } from '../../../../shared/areas/history/softDeletion.ts'
import { deliveryRepository } from '../../../../shared/areas/realtime/deliveryRepository.ts'
import { ServerMessage } from '../../../../shared/areas/realtime/serverMessages.ts'
import { totalsRepository } from '../../../../shared/areas/totals/totalsRepository.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

// The time stands while a test does not move it: messages about goals depend on it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const aSecondLater = () => void vi.setSystemTime(Date.now() + 1000)

const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })
const since = '2026-01-01T00:00:00Z'

const setGoal = (recipient: string, more: object = {}) =>
  bench.call('setGoal', { recipient, body: { title: 'Microphone', target: euros(100), since, ...more } })

const reached = async (recipient: string): Promise<readonly string[]> => {
  const { goals } = (await bench.call('listGoals', { recipient })).body
  return goals.map(({ reached: { major, minor, currency } }: Record<'reached', ReturnType<typeof euros>>) =>
    [major, minor, currency].join(' '),
  )
}

const add = (recipient: string, ...items: readonly object[]) =>
  bench.call('addHistoryItems', {
    recipient,
    body: {
      items: items.map((item, index) => ({
        system: 'Manual',
        event: 'payment',
        originId: `${index}`,
        timestamp: '2026-03-01T18:30:00Z',
        amount: euros(5),
        ...item,
      })),
    },
  })

/** Each message that an overlay gets, with the amounts that its goals have reached. */
const messagesFor = async (recipient: string) => {
  const tables = { deliveries: bench.aws.table('deliveries'), alerts: bench.aws.table('alerts') }
  const { messages } = await deliveryRepository(bench.aws.client, tables).page(recipient, 0, 20)
  return messages.map((message) => {
    const parsed = ServerMessage.parse(message)
    if (parsed.type === 'goals') return ['goals', ...parsed.goals.goals.map((goal) => goal.reached.major)]
    return parsed.type === 'alert' ? ['alert', parsed.goal?.reached.major] : [parsed.type]
  })
}

const goalMessages = async (recipient: string) =>
  (await messagesFor(recipient)).filter(([type]) => type === 'goals' || type === 'alert')

const dueGoalsOf = async (recipient: string) =>
  (await bench.itemsOf('deliveries', recipient)).filter(({ kind }) => kind === 'goalsDue')

test('a goal counts payments of its currency from an instant on, those before it was set too, beside its start', async () => {
  const recipient = bench.someone()
  await add(
    recipient,
    {},
    { originId: 'early', timestamp: '2025-12-31T23:59:59.999Z' },
    { originId: 'yen', amount: { major: 500, minor: 0, currency: 'JPY' } },
    { originId: 'at once', timestamp: since },
  )

  const { body } = await setGoal(recipient, { start: euros(20) })
  const gateway = await bench.manual(recipient)
  await bench.tell(gateway, 'completed', { gatewayId: '1', amount: { major: 7, minor: 50, currency: 'EUR' } })
  await bench.project()

  expect(body).toMatchObject({ title: 'Microphone', reached: euros(30), start: euros(20), since })
  expect(await reached(recipient)).toEqual(['37 50 EUR'])
})

test('a goal without an instant counts from the present on', async () => {
  const recipient = bench.someone()
  await add(recipient, {}, { originId: 'now', timestamp: new Date().toISOString() })

  const { body } = await setGoal(recipient, { since: undefined })

  expect(body).toMatchObject({ since: new Date().toISOString(), reached: euros(5), start: euros(0) })
})

test('a goal follows refunds, deletions and restorations, and overlays get it with alerts or by messages of its own', async () => {
  const recipient = bench.someone()
  const gateway = await bench.manual(recipient)
  await setGoal(recipient)
  await bench.tell(gateway, 'completed', { gatewayId: '1', amount: euros(30) })
  await bench.project()
  await add(recipient, {}, { originId: 'shown', triggerAlert: true })
  const listed = (await bench.call('listHistory', { recipient })).body.content
  const shown = listed.find(({ originId }: { originId: string }) => originId === 'shown')
  aSecondLater()
  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId: shown.id } })
  const afterDeletion = await reached(recipient)
  aSecondLater()
  await bench.call('restoreHistoryItem', { recipient, body: { historyItemId: shown.id } })
  aSecondLater()
  await bench.tell(gateway, 'refunded', { gatewayId: '1', amount: euros(30) })
  await bench.project()

  expect([afterDeletion, await reached(recipient)]).toEqual([['35 0 EUR'], ['10 0 EUR']])
  expect(await goalMessages(recipient)).toEqual([
    ['goals', 0],
    ['alert', 30],
    ['alert', 40],
    ['goals', 35],
    ['goals', 40],
    ['goals', 10],
  ])
})

test('refunds that are projected together bring one message about the goals', async () => {
  const recipient = bench.someone()
  const gateway = await bench.manual(recipient)
  await setGoal(recipient)
  const tell = async (type: string) => {
    for (const gatewayId of ['1', '2', '3']) await bench.tell(gateway, type, { gatewayId, amount: euros(10) })
    await bench.project()
  }
  await tell('completed')
  aSecondLater()
  await tell('refunded')

  expect((await messagesFor(recipient)).filter(([type]) => type === 'goals')).toEqual([
    ['goals', 0],
    ['goals', 0],
  ])
  expect(await reached(recipient)).toEqual(['0 0 EUR'])
})

test('fifty deletions within a second bring two messages about goals, the last with the final state', async () => {
  const recipient = bench.someone()
  const items = Array.from({ length: 51 }, (_, index) => ({ originId: `${index}` }))
  const { added } = (await add(recipient, ...items)).body
  await setGoal(recipient)
  aSecondLater()
  for (const { id } of added.slice(1)) await bench.call('deleteHistoryItem', { recipient, body: { historyItemId: id } })
  const before = await goalMessages(recipient)
  const due = await dueGoalsOf(recipient)

  const wakeUps = [await bench.wakeGoals(recipient), await bench.wakeGoals(recipient)]

  expect(wakeUps).toEqual(Array(2).fill({ batchItemFailures: [] }))
  expect([before, due.map(({ expiresAt }) => expiresAt - Math.floor(Date.now() / 1000))]).toEqual([
    [
      ['goals', 255],
      ['goals', 250],
    ],
    [24 * 60 * 60],
  ])
  expect(await goalMessages(recipient)).toEqual([...before, ['goals', 5]])
})

test('a message about the goals that is due is woken a second later, and its record comes again where that fails', async () => {
  const { handle } = await import('../../../../functions/workers/pushDeliveries.ts')
  const posted: unknown[] = []
  const failure = new Error('no queue')
  const post = async (...wakeUp: unknown[]) => {
    if (posted.push(wakeUp) > 1) throw failure
  }
  const [one, other] = [-5, -6].map((sequence) => ({ keys: { recipientId: 'alice', sequence } }))

  const failures = await handle({} as never, {} as never, { post })([one, other] as never)

  expect(posted).toEqual(['5', '6'].map((id) => ['deliveries', { recipientId: 'alice', id }, 1]))
  expect(failures).toEqual([{ record: other, error: failure }])
})

test('a change that finds a message overdue sends the goals itself, and a late wake-up sends nothing', async () => {
  const recipient = bench.someone()
  await setGoal(recipient)
  await add(recipient, {})
  aSecondLater()
  await add(recipient, { originId: 'later' })

  await bench.wakeGoals(recipient)

  expect(await goalMessages(recipient)).toEqual([
    ['goals', 0],
    ['goals', 10],
  ])
})

test.each([
  ['and with another deletion', true, [15, 5, 0]],
  ['alone', false, [15, 10, 5]],
])('a deletion at the time of the due message, %s, is in it or in the next one', async (_name, isBusy, sums) => {
  const recipient = bench.someone()
  const { added } = (await add(recipient, {}, { originId: '2' }, { originId: '3' })).body
  await setGoal(recipient)
  const remove = (index: number) =>
    bench.call('deleteHistoryItem', { recipient, body: { historyItemId: added[index].id } })
  await remove(0)
  const { applyOrThrow } = await import('../../../../shared/mechanisms/store/commit.ts')
  const { client, table } = bench.aws
  const [history, alerts, deliveries, recipients] = [
    table('history'),
    table('alerts'),
    table('deliveries'),
    table('recipients'),
  ]
  const tables = { history, alerts, deliveries, recipients }
  const apply = applyOrThrow(client)
  /** Totals behind whose first read something happens. */
  const before = (meanwhile: () => Promise<unknown>) => {
    const pending = [meanwhile]
    const { read } = totalsRepository(client, recipients)
    return {
      read: async (id: string) => {
        const found = await read(id)
        await pending.pop()?.()
        return found
      },
    }
  }
  const [due] = await dueGoalsOf(recipient)
  const key = { recipientId: recipient, id: String(-Number(due?.['sequence'])) }
  const send = dueGoals(
    before(async () => isBusy && (await remove(1))),
    apply,
    tables,
  )
  const items = historyRepository(client, history)
  const leaders = { counting: async () => [] }
  const deletion = softDeletion({ items, totals: before(() => send(key, new Date())), leaders, tables })

  await deletion(recipient, added[2].id, true, async (writes, answer) => {
    await apply(writes)
    return answer
  })
  await bench.wakeGoals(recipient)

  expect(await goalMessages(recipient)).toEqual(sums.map((sum) => ['goals', sum]))
})

test('money that changes while a goal is counted is counted once', async () => {
  const recipient = bench.someone()
  await add(recipient, {})
  const [{ handle }, { applyOrThrow }] = await Promise.all([
    import('../../../../functions/history/setGoal.ts'),
    import('../../../../shared/mechanisms/store/commit.ts'),
  ])
  const [recipients, deliveries] = [bench.aws.table('recipients'), bench.aws.table('deliveries')]
  const sumOf = goalSum(bench.aws.client, bench.aws.table('history'))
  const late = ['late', 'later']
  const set = handle(
    {
      totals: totalsRepository(bench.aws.client, recipients),
      rates: { spend: async () => undefined },
      sumOf: async (...asked) => {
        const sum = await sumOf(...asked)
        const originId = late.shift()
        if (originId !== undefined) await add(recipient, { originId })
        return sum
      },
    },
    { recipients, deliveries },
  )
  const request = { recipientId: recipient, body: { title: '', target: euros(100), since } }

  await set(request as Parameters<typeof set>[0], async (writes, answer) => {
    await applyOrThrow(bench.aws.client)(writes)
    return answer
  })

  expect(await reached(recipient)).toEqual(['15 0 EUR'])
})

test.each([
  [20_000, '0'],
  [20_001, 'At most 20000 history items are counted: give a later since, and the sum before it as start.'],
])('of a goal from an instant with %i history items since then comes: %s', async (count, expected) => {
  const pages = [{ Items: Array(count - 5).fill({}), LastEvaluatedKey: { id: 'h' } }, { Items: Array(5).fill({}) }]
  const client = { send: async () => pages.shift() } as never

  expect(await goalSum(client, 'history')('alice', 'EUR', since).then(String, ({ message }) => message)).toBe(expected)
})

test('an imported item counts for a goal as soon as its payment brings the amount that it lacked', async () => {
  const recipient = bench.someone()
  const gateway = await bench.manual(recipient)
  await setGoal(recipient)
  await add(recipient, { originId: '1', amount: undefined })
  const before = await reached(recipient)

  await bench.tell(gateway, 'completed', { gatewayId: '1', amount: euros(7) })
  await bench.project()

  expect([before, await reached(recipient)]).toEqual([['0 0 EUR'], ['7 0 EUR']])
})

test('a goal ignores tests, items before its start and repeated alerts', async () => {
  const recipient = bench.someone()
  const { added } = (await add(recipient, {})).body
  await setGoal(recipient)

  await bench.call('testAlert', { recipient, body: { amount: euros(50) } })
  await bench.call('repeatAlert', { recipient, body: { historyItemId: added[0].id } })
  await add(recipient, { originId: 'old', timestamp: '2025-06-01T00:00:00Z' })

  expect(await reached(recipient)).toEqual(['5 0 EUR'])
})

test('a recipient has a goal for each of five currencies, and a deleted one makes room', async () => {
  const recipient = bench.someone()
  const currencies = ['AUD', 'BRL', 'CHF', 'EUR', 'GBP', 'USD']
  const set = (currency: string) => setGoal(recipient, { target: { major: 1, minor: 0, currency } })
  await bench.call('deleteGoal', { recipient, body: { currency: 'XAU' } })
  const untouched = await bench.itemsOf('recipients', recipient)
  const statuses: number[] = []
  for (const currency of currencies) statuses.push((await set(currency)).status)
  await bench.call('deleteGoal', { recipient, body: { currency: 'aud' } })

  const last = await set('USD')

  expect([untouched, statuses, last.status]).toEqual([[], [200, 200, 200, 200, 200, 409], 200])
  expect(await reached(recipient)).toEqual(['0 0 BRL', '0 0 CHF', '0 0 EUR', '0 0 GBP', '0 0 USD'])
})

test.each([
  [{ target: euros(0) }, '/target'],
  [{ start: { major: 1, minor: 0, currency: 'USD' } }, '/start/currency'],
])('a goal of %j is refused', async (wrong, pointer) => {
  const { status, body } = await setGoal(bench.someone(), wrong)

  expect([status, body.errors[0].pointer]).toEqual([400, pointer])
})

test('a trace shows the goal that a payment counts for, and that it counts no more once it was refunded', async () => {
  const recipient = bench.someone()
  const gateway = await bench.manual(recipient)
  await setGoal(recipient)
  const { body } = await bench.tell(gateway, 'completed', { gatewayId: '1', amount: euros(30) })
  await bench.project()
  const goalStep = async () => {
    const trace = await bench.call('tracePayment', { recipient, params: { id: body.paymentId } })
    return trace.body.steps.find(({ step }: { step: string }) => step === 'goal')
  }
  const before = await goalStep()
  await bench.tell(gateway, 'refunded', { gatewayId: '1', amount: euros(30) })
  await bench.project()

  expect(before).toMatchObject({ state: 'done', name: 'Microphone' })
  expect(await goalStep()).toMatchObject({ state: 'never', reason: 'refunded' })
})
