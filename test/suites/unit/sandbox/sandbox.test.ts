import { get } from 'node:http'
import { expect, test } from 'vitest'
import { providers } from '../../../../shared/contract/providers.ts'
import { urlVariable } from '../../../../shared/contract/variables.ts'
import { operations } from '../../../../shared/operations.ts'
import { discordPath } from '../../../local/sandbox/discord.ts'
import { receivedPanel } from '../../../local/sandbox/receivedPanel.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const sandbox = await sharedByTests(startSandbox())

test('every provider that an operation calls has a stand-in: each base URL and each credential', () => {
  const called = [...new Set(operations.flatMap((operation) => operation.providers ?? []))]

  for (const provider of called) {
    const { urls, parameters } = providers[provider]
    const variables = Object.keys(urls).map((name) => urlVariable(provider, name))
    expect(Object.keys(sandbox.urls), provider).toEqual(expect.arrayContaining(variables))
    expect(Object.keys(sandbox.parameters), provider).toEqual(expect.arrayContaining([...parameters]))
  }
})

test('requests are logged with what they said, below the base that they came to', async () => {
  const before = sandbox.log.length

  await fetch(`${sandbox.urls['KICK_API_URL']}/public/v1/users?a=b%20c`, { headers: { authorization: 'Bearer x' } })

  const [request] = sandbox.log.slice(before)
  expect(request).toMatchObject({
    method: 'GET',
    base: 'api.kick.com',
    path: '/public/v1/users',
    headers: { authorization: 'Bearer x' },
  })
  expect(request?.query.get('a')).toBe('b c')
})

test('failures are used up in the order of their scripting, by the requests that they are for', async () => {
  const url = `${sandbox.urls['KICK_API_URL']}/public/v1/users`
  sandbox.script({ path: '/elsewhere' }, { kind: 'status', status: 500 })
  sandbox.script({ base: 'api.kick.com' }, { kind: 'status', status: 503, retryAfter: 4 })
  sandbox.script({ method: 'GET' }, { kind: 'status', status: 502 }, 2)

  const statuses: number[] = []
  for (let count = 0; count < 4; count++) statuses.push((await fetch(url)).status)

  expect(statuses).toEqual([503, 502, 502, 401])
})

test('a broken or a wrong answer has its effect, and a refusal and one that broke before have none', async () => {
  const base = sandbox.urls['DONATION_ALERTS_API_URL']
  const give = () =>
    fetch(`${base}/donate/bob`, { method: 'POST', body: '{"amount":"1","currency":"USD"}', redirect: 'manual' })
  const numberOf = async () => ((await (await give()).json()) as { readonly number: number }).number
  const before = await numberOf()

  sandbox.script({ path: '/donate/bob' }, { kind: 'dropBefore' })
  await expect(give()).rejects.toThrow()
  sandbox.script({ path: '/donate/bob' }, { kind: 'dropAfter' })
  await expect(give()).rejects.toThrow()
  sandbox.script({ path: '/donate/bob' }, { kind: 'truncatedJson' })
  await expect(give().then((answer) => answer.json())).rejects.toThrow()

  for (const kind of ['html', 'redirect'] as const) {
    sandbox.script({ path: '/donate/bob' }, { kind })
    await give()
  }
  sandbox.script({ path: '/donate/bob' }, { kind: 'status', status: 503 })
  await give()

  expect(await numberOf()).toBe(before + 5)
})

test('what no provider has is not found', async () => {
  const { port } = new URL(sandbox.urls['KICK_API_URL'] ?? '')

  expect((await fetch(`http://127.0.0.1:${port}/nowhere`)).status).toBe(404)
  expect((await fetch(`${sandbox.urls['KICK_API_URL']}/nowhere`)).status).toBe(404)
})

test('a page elsewhere gets nothing: not by its origin, and not by a name of its own for this machine', async () => {
  const call = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve) =>
      get(sandbox.logUrl, { headers }, ({ statusCode }) => resolve(statusCode)),
    )

  const refused = [{ origin: 'http://evil.example' }, { origin: 'null' }, { host: 'rebound.example' }]
  expect(await Promise.all(refused.map(call))).toEqual([403, 403, 403])
  expect(await call({ origin: 'http://localhost:3000' })).toBe(200)
})

test('the panel of outgoing messages shows those of a webhook without the secret of its address', async () => {
  const id = '1301000000000000004'
  const url = `${sandbox.urls['DISCORD_API_URL']}${discordPath(id)}?wait=true`
  await fetch(url, { method: 'POST', body: JSON.stringify({ content: 'Hello' }) })

  const entries = (await receivedPanel(sandbox.log).feed?.()) ?? []

  expect(entries.at(-1)).toMatchObject({
    title: `POST discord.com/api/v10/webhooks/${id}/…`,
    text: 'to the channel of the webhook: Hello',
  })
})

test('another process may order that the subscriptions of an account are dropped, and a stream that nobody has subscribed to is a conflict', async () => {
  const { kick } = sandbox.senders
  for (const accountId of ['71', '72']) kick.put({ accountId, event: 'channel.followed', status: 'enabled' })
  const order = async (what: string, platform = 'kick') => {
    const body = JSON.stringify({ platform, accountId: '71', what, webhookUrl: '' })
    const answer = await fetch(new URL('/streams', sandbox.logUrl), { method: 'POST', body })
    return [answer.status, await answer.json()]
  }

  expect(await order('show')).toEqual([200, { subscriptions: [{ event: 'channel.followed', status: 'enabled' }] }])
  expect(await order('drop')).toEqual([200, { subscriptions: [] }])
  expect(kick.subscriptions('72')).toHaveLength(1)
  const message = 'nobody has subscribed to livestream.status.updated of the account 71'
  for (const what of ['start', 'end']) expect(await order(what)).toEqual([409, { message }])
  expect((await order('start', 'youtube'))[0]).toBe(404)
})

test('an event that another process orders goes to the address of its subscription, or else to that of the order', async () => {
  const { kick, twitch } = sandbox.senders
  const answering = (status: number) => `${sandbox.urls['ENDPOINTS_TRUSTED_URL']}/answers/${status}`
  kick.put({ accountId: '73', event: 'livestream.status.updated', status: 'enabled' })
  twitch.put({ accountId: '73', event: 'stream.online', status: 'enabled', callback: answering(202), secret: 's' })
  const start = async (platform: string) => {
    const body = JSON.stringify({ platform, accountId: '73', what: 'start', webhookUrl: answering(409) })
    return (await fetch(new URL('/streams', sandbox.logUrl), { method: 'POST', body })).json()
  }

  expect(await start('kick')).toEqual({ callback: answering(409), answered: 409 })
  expect(await start('twitch')).toEqual({ callback: answering(202), answered: 202 })
})
