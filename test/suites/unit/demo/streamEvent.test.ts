import { expect, onTestFinished, test, vi } from 'vitest'
import { fireTrigger } from '../../../local/demo/streamEvent.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => vi.setSystemTime(Date.now() + ms) }))

const twitch = { system: 'Twitch', account: { id: '7', name: 'streamer' } }
const active = () => 'active'

/** The lines of a firing at an API that answers so, and the requests for it. */
const fire = async (
  firing: object,
  sandboxLog?: string,
  status = 200,
  logged: () => readonly object[] = () => [],
  subscription = active,
) => {
  const requests: (readonly [string, object])[] = []
  vi.stubGlobal('fetch', async (address: string | URL, { body = '{}' } = {}) => {
    const { pathname } = new URL(address)
    if (pathname === '/token') return Response.json({ access_token: 'token' })
    if (pathname === '/log') return Response.json(logged())
    if (/webhooks|streams|link-/.test(pathname)) requests.push([pathname, JSON.parse(body)])
    const source = { ...twitch, subscription: subscription() }
    const answers = {
      token_endpoint: 'http://issuer/token',
      content: [
        source,
        ...(requests.some(([path]) => path.endsWith('link-kick')) ? [{ ...source, system: 'Kick' }] : []),
      ],
      callback: 'http://api/hook',
      answered: 204,
    }
    return Response.json(answers, { status: /webhooks|streams/.test(pathname) ? status : 200 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const address = { api: 'http://api', issuer: 'http://issuer', sandboxLog }
  const lines = await Array.fromAsync(
    fireTrigger(address, { recipient: 'alice', trigger: 'RAID', stream: '1', ...firing }),
  )
  return { lines, requests }
}

test('a bot reports the trigger of a stream by a webhook of its own, and a refusal is an error', async () => {
  const { lines, requests } = await fire({})

  expect(lines).toEqual(['RAID of the stream 1 of alice is taken'])
  const data = { recipientId: 'alice', streamId: '1' }
  expect(requests).toMatchObject([['/platforms/webhooks/manual', { type: 'RAID', data }]])
  await expect(fire({}, undefined, 401)).rejects.toThrow('The event was answered 401')
})

test('a platform reports what its audience does to the account that is linked, and knows no other event', async () => {
  const { lines, requests } = await fire({ platform: 'twitch', trigger: 'channel.raid' }, 'http://sandbox/log')

  expect(lines).toEqual([
    'the account streamer (7): the subscription is active',
    'twitch sent the event to http://api/hook, answered 204',
  ])
  const webhookUrl = 'http://api/platforms/webhooks/twitch'
  expect(requests).toMatchObject([['/streams', { platform: 'twitch', accountId: '7', what: 'audience', webhookUrl }]])
  await expect(fire({ platform: 'kick' }, 'http://sandbox/log')).rejects.toThrow('The stand-in of kick reports STREAM_')
  await expect(fire({ platform: 'kick' })).rejects.toThrow('This API runs without stand-ins')
  const refused = fire({ platform: 'twitch', trigger: 'STREAM_STARTED' }, 'http://sandbox/log', 409)
  await expect(refused).rejects.toThrow('The stand-in sends no event')
})

test.each([
  [4900, 'active'],
  [60_000, 'pending'],
])(
  'a subscription that is pending for %i ms is awaited for five seconds: it is %s when the event is ordered',
  async (until, shown) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    onTestFinished(() => void vi.useRealTimers())
    const subscription = () => (Date.now() < until ? 'pending' : 'active')

    const firing = { platform: 'twitch', trigger: 'STREAM_ENDED' }
    const { lines, requests } = await fire(firing, 'http://sandbox/log', 200, undefined, subscription)

    expect(lines[0]).toBe(`the account streamer (7): the subscription is ${shown}`)
    expect(requests).toMatchObject([['/streams', { what: 'end' }]])
  },
)

test('an account that is missing is linked first, at Kick with the proof that it asks for', async () => {
  const { lines, requests } = await fire({ platform: 'kick', trigger: 'channel.followed' }, 'http://sandbox/log')

  expect(lines[0]).toBe('alice has linked no account of kick, so one is linked')
  const proof = {
    authorizationCode: expect.stringMatching(/^good-all-alice-/),
    codeVerifier: expect.stringMatching(/^[\w-]{43}$/),
  }
  expect(requests[0]).toEqual(['/recipients/commands/link-kick', proof])
})

test('what comes to the messengers within five seconds is printed once, without what was there and without a token', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const message = { method: 'POST', base: 'api.telegram.org', path: '/bot1:secret/sendMessage', query: { a: '1' } }
  const bases = ['api.telegram.org', 'api.telegram.org', 'platform-api.max.ru', 'api.telegram.org']
  const times = [0, 300, 4900, 5100].map((at, index) => ({
    at,
    request: { ...message, base: bases[index], body: `at ${at}` },
  }))
  const logged = () => [
    { ...message, base: 'api.twitch.tv' },
    ...times.flatMap(({ at, request }) => (at <= Date.now() ? [request] : [])),
  ]

  const { lines } = await fire({}, 'http://sandbox/log', 200, logged)

  expect(lines.slice(1)).toEqual([
    '  api.telegram.org  POST sendMessage a=1 at 300',
    '  platform-api.max.ru  POST sendMessage a=1 at 4900',
  ])
  for (const firing of [
    {},
    { platform: 'kick', trigger: 'STREAM_STARTED' },
    { platform: 'twitch', trigger: 'STREAM_ENDED' },
  ])
    expect((await fire(firing, 'http://sandbox/log')).lines.at(-1)).toMatch(/^ {2}no message followed/)
})
