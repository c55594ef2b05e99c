import { expect, test, vi } from 'vitest'
import type { DonationSource } from '../../../../shared/areas/sources/donationSourceRepository.ts'
import type { PollDonations } from '../../../../shared/areas/sources/pollDonations.ts'
import { sourceWatcher } from '../../../../shared/areas/sources/sourceWatcher.ts'
import { withinInvocation } from '../../../../shared/runtime/invocation.ts'

const sourceOf = (account: string): DonationSource => ({
  shard: '0',
  account,
  recipientId: account,
  tokenId: account,
  linkedAt: '2026-01-01T00:00:00.000Z',
  since: '2026-01-01T00:00:00.000Z',
})

const accountsOf = (service: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${service}#${index}`)

/** Runs once over the accounts, and resolves to those that were asked, in their order. */
const run = async (
  accounts: readonly string[],
  {
    chance = 0,
    milliseconds = 30_000,
    ask,
  }: {
    readonly chance?: number
    readonly milliseconds?: number
    readonly ask?: PollDonations
  } = {},
): Promise<readonly string[]> => {
  const asked: string[] = []
  const watch = sourceWatcher({
    worker: 'askSources',
    sources: { list: async () => accounts.map(sourceOf) },
    isOnAir: async () => true,
    ask: async (source, mayAsk) => {
      const answer = ask === undefined ? mayAsk() : await ask(source, mayAsk)
      if (answer) asked.push(source.account)
      return answer
    },
    chance: () => chance,
  })
  await withinInvocation({ getRemainingTimeInMillis: () => milliseconds }, watch, milliseconds)
  return asked
}

test('DonationAlerts gets 50 requests in a run, and the other services as many as there are sources', async () => {
  const asked = await run([...accountsOf('donationAlerts', 60), ...accountsOf('streamlabs', 60)])

  expect(asked.filter((account) => account.startsWith('donationAlerts'))).toHaveLength(50)
  expect(asked.filter((account) => account.startsWith('streamlabs'))).toHaveLength(60)
})

test('a run begins with any source, so that each has its turn where there are too many', async () => {
  const accounts = accountsOf('donationAlerts', 60)

  const asked = await run(accounts, { chance: 0.5 })

  expect([asked[0], asked.at(-1)]).toEqual(['donationAlerts#30', 'donationAlerts#19'])
})

test('a source that fails keeps no other one from being asked', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const ask: PollDonations = async ({ account }) => {
    if (account === 'streamlabs#0') throw new Error('broken')
    return true
  }

  expect(await run(accountsOf('streamlabs', 3), { ask })).toEqual(['streamlabs#1', 'streamlabs#2'])
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  const line = { level: 'ERROR', message: 'source', worker: 'askSources', recipientId: 'streamlabs#0' }
  expect(lines).toMatchObject([{ ...line, error: { message: 'broken' } }])
})

test('twenty sources are asked at the same time', async () => {
  let [running, most] = [0, 0]
  const ask: PollDonations = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    return true
  }

  await run(accountsOf('streamlabs', 60), { ask })

  expect(most).toBe(20)
})

test('in the last ten seconds of a run no source is begun, and none that was begun is asked for a further page', async () => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  const further: boolean[] = []
  const ask: PollDonations = async (_source, mayAsk) => {
    vi.setSystemTime(now + 20_000)
    further.push(mayAsk())
    return true
  }

  expect(await run(accountsOf('streamlabs', 3), { milliseconds: 10_000 })).toEqual([])
  await run(accountsOf('streamlabs', 1), { ask })
  vi.useRealTimers()

  expect(further).toEqual([false])
})
