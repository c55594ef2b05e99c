import type { SSMClient } from '@aws-sdk/client-ssm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { botNameParameters } from '../../../../shared/areas/messenger/botNameParameters.ts'
import { botParameters } from '../../../../shared/areas/messenger/botParameters.ts'

beforeEach(() => {
  vi.stubEnv('PARAMETER_PREFIX', '/stage')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const laterBy = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

/** Parameter Store with some parameters, and what it was asked for. */
const storeOf = (answer: (input: { Path?: string; NextToken?: string }) => object) => {
  const asked: object[] = []
  const send = async ({ input }: { input: object }) => {
    asked.push(input)
    return answer(input)
  }
  return { client: { send } as unknown as SSMClient, asked }
}

const botsIn = (parameters: Readonly<Record<string, string>>) => {
  const Parameters = Object.entries(parameters).map(([Name, Value]) => ({ Name, Value }))
  const { client, asked } = storeOf(() => ({ Parameters }))
  const find = botParameters(client, {
    telegram: (token) => `telegram ${token}`,
    max: (...values) => ['max', ...values].join(' ').trim(),
  })
  return { find, asked }
}

test('an account’s token is decrypted, and Telegram’s comes before that of MAX', async () => {
  const max = botsIn({ '/stage/max/bots/main': 'm', '/stage/telegram/bots/other': 't' })
  const both = botsIn({ '/stage/max/bots/main': 'm', '/stage/telegram/bots/main': 't' })

  expect([await max.find('main'), await both.find('main')]).toEqual(['max m', 'telegram t'])
  const Names = ['/stage/telegram/bots/main', '/stage/max/bots/main', '/stage/max/certificates']
  expect(both.asked).toEqual([{ Names, WithDecryption: true }])
})

test('a bot of MAX gets the certificates that are trusted for it', async () => {
  const { find } = botsIn({ '/stage/max/bots/main': 'm', '/stage/max/certificates': 'PEM' })

  expect(await find('main')).toBe('max m PEM')
})

test('a token is read again after five minutes, and one that is missing at the next use', async () => {
  const [present, missing] = [botsIn({ '/stage/max/bots/main': 'm' }), storeOf(() => ({}))]
  const findMissing = botParameters(missing.client, { telegram: String, max: String })
  for (const each of [present.find, findMissing]) {
    await each('main')
    laterBy(5 * 60_000 - 1)
    await each('main')
  }
  const counts = [present.asked.length, missing.asked.length]

  laterBy(5 * 60_000)
  await present.find('main')

  expect([...counts, present.asked.length]).toEqual([1, 2, 2])
})

test.each(['../main', 'a/main', 'main/a', 'main ', ''])(
  'the account %j has no bot, and the store is not asked',
  async (account) => {
    const { find, asked } = botsIn({ [`/stage/telegram/bots/${account}`]: 't' })

    expect([await find(account), asked]).toEqual([undefined, []])
  },
)

test('the bots are listed page by page without tokens, and read again after a minute', async () => {
  const { client, asked } = storeOf(({ Path, NextToken }) => {
    if (Path === '/stage/max/bots') return { Parameters: [{ Name: `${Path}/c` }, { Name: `${Path}/a` }] }
    return NextToken === undefined
      ? { Parameters: [{ Name: `${Path}/b` }], NextToken: 'more' }
      : { Parameters: [{ Name: `${Path}/a` }] }
  })
  const list = botNameParameters(client)

  const listed = await list()
  laterBy(60_000 - 1)
  await list()
  const early = asked.length
  laterBy(1)
  await list()

  expect(listed.map(({ accountId, messenger }) => `${messenger} ${accountId}`)).toEqual([
    'telegram a',
    'telegram b',
    'max c',
  ])
  expect([early, asked.length]).toEqual([3, 6])
  expect(asked.slice(0, 3)).toEqual(
    expect.arrayContaining([
      { Path: '/stage/telegram/bots' },
      { Path: '/stage/max/bots' },
      { Path: '/stage/telegram/bots', NextToken: 'more' },
    ]),
  )
})
