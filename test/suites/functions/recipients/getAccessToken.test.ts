import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import type { SandboxResponse } from '../../../local/sandbox/standIn.ts'
import { type Answer, operationCaller } from '../../../support/operationCaller.ts'
import { runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startPlatforms } from './platforms.ts'

const platforms = await sharedByTests(startPlatforms())

const tokenEndpoint = { base: 'id.kick.com', path: '/oauth/token' }

const setTime = (milliseconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(milliseconds)
}

const later = (seconds: number) => setTime(Date.now() + seconds * 1000)

const toggle = (recipient: string, id: string, enabled: boolean) =>
  platforms.call('toggleToken', { recipient, body: { id, enabled } })

const change = async (recipient: string, id: string, values: Readonly<Record<string, unknown>>) => {
  const { aws } = platforms
  const entries = Object.entries(values)
  await aws.client.send(
    new UpdateCommand({
      TableName: aws.table('tokens'),
      Key: { recipientId: recipient, id },
      UpdateExpression: `SET ${entries.map(([name]) => `${name} = :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
    }),
  )
}

test('while it lives, the token of the link is given without asking the platform', async () => {
  const { someone, linkKick, getAccessToken, sandbox } = platforms
  const recipient = someone()
  const { id } = (await linkKick(recipient, `good-${someone()}`)).body
  const before = sandbox.log.length

  const [first, second] = [await getAccessToken(recipient, id), await getAccessToken(recipient, id)]

  expect(first).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^kick-access-/) } })
  expect(second).toEqual(first)
  expect(sandbox.log).toHaveLength(before)
})

test('the ciphertext of one field does not open in another: 503, and a line of its own in the log', async () => {
  const { someone, linkKick, getAccessToken, aws } = platforms
  const recipient = someone()
  const { id } = (await linkKick(recipient, `good-${someone()}`)).body
  const { Item } = await aws.client.send(
    new GetCommand({ TableName: aws.table('tokens'), Key: { recipientId: recipient, id } }),
  )
  await change(recipient, id, { accessToken: Item?.['refreshToken'] })
  const written = vi.spyOn(process.stdout, 'write')

  const answer = await getAccessToken(recipient, id)

  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  expect(answer).toMatchObject({ status: 503, body: { code: 'store_unavailable' } })
  expect(lines.filter((line) => line.includes('"message":"unreadable secret"'))).toEqual([
    expect.stringContaining('"code":"tokens.accessToken"'),
  ])
})

test('an expired token is refreshed and kept; each refresh uses the refresh token of the one before', async () => {
  const { someone, linkExpired, getAccessToken, tokenRequests, sandbox } = platforms
  const recipient = someone()
  const id = await linkExpired(recipient)
  const before = sandbox.log.length

  const tokens = new Set<string>()
  for (const hours of [0, 2, 2]) {
    later(hours * 3600)
    for (const _ of [1, 2]) tokens.add((await getAccessToken(recipient, id)).body.token)
  }

  expect(tokens.size).toBe(3)
  expect(tokenRequests('refresh_token', before)).toBe(3)
})

/** Neither an invocation, a lease nor a call to the platform ends because a busy machine makes it wait. */
const stopTime = (): void => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
}

const hundredAtOnce = (recipient: string, tokenId: string): Promise<readonly Answer[]> => {
  stopTime()
  const call = operationCaller(100_000)
  return Promise.all(Array.from({ length: 100 }, () => call('getAccessToken', { recipient, body: { tokenId } })))
}

test.each([
  [0, runs(1, 4)],
  [300, runs(1, 2)],
])(
  '100 calls at once on an expired token: one refresh (taking %i ms), one token (%i times)',
  async (milliseconds, rounds) => {
    const { someone, linkExpired, tokenRequests, sandbox } = platforms
    for (let round = 0; round < rounds; round++) {
      const recipient = someone()
      const id = await linkExpired(recipient)
      const before = sandbox.log.length
      sandbox.script(tokenEndpoint, { kind: 'delay', milliseconds })

      const answers = await hundredAtOnce(recipient, id)

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
      expect(tokenRequests('refresh_token', before)).toBe(1)
    }
  },
)

test('a token of somebody else is as unknown as one that does not exist', async () => {
  const { someone, linkKick, getAccessToken } = platforms
  const { id } = (await linkKick(someone(), `good-${someone()}`)).body
  const stranger = someone()

  const foreign = await getAccessToken(stranger, id)

  expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found', errors: [{ pointer: '/tokenId' }] } })
  expect(foreign).toEqual(await getAccessToken(stranger, 'unknown'))
})

test('a disabled token is refused, and forgets its access token', async () => {
  const { someone, linkKick, getAccessToken, tokenRecord } = platforms
  const recipient = someone()
  const { id } = (await linkKick(recipient, `good-${someone()}`)).body
  const before = (await getAccessToken(recipient, id)).body.token

  expect(await toggle(recipient, id, false)).toMatchObject({ status: 200, body: { id, enabled: false } })
  expect(await getAccessToken(recipient, id)).toMatchObject({ status: 409, body: { code: 'token_disabled' } })
  expect(await tokenRecord(recipient)).not.toHaveProperty('accessToken')
  await toggle(recipient, id, true)
  const after = await getAccessToken(recipient, id)
  expect(after).toMatchObject({ status: 200 })
  expect(after.body.token).not.toBe(before)
})

test.each([{}, { tokenId: 1 }, { tokenId: '' }])('the body %j is 400', async (body) => {
  expect(await platforms.call('getAccessToken', { body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ in: 'body', pointer: '/tokenId' }] },
  })
})

const relinkRequired = { status: 409, body: { code: 'relink_required' } }

test('an account whose refresh is refused is listed as such until it is linked again', async () => {
  const { someone, linkKick, getAccessToken, sandbox, call } = platforms
  const [recipient, user] = [someone(), someone()]
  const { id } = (await linkKick(recipient, `good-expired-${user}`)).body
  sandbox.script(tokenEndpoint, { kind: 'instead', response: { status: 400, body: { error: 'invalid_grant' } } })

  expect(await getAccessToken(recipient, id)).toMatchObject(relinkRequired)
  const before = sandbox.log.length
  expect(await getAccessToken(recipient, id)).toMatchObject(relinkRequired)
  expect(sandbox.log).toHaveLength(before)
  expect((await call('listTokens', { recipient })).body.content).toMatchObject([{ id, relinkRequired: true }])

  await linkKick(recipient, `good-${user}`)
  expect((await call('listTokens', { recipient })).body.content).toMatchObject([{ id, relinkRequired: false }])
  expect(await getAccessToken(recipient, id)).toMatchObject({ status: 200 })
})

test('a rotation whose answer was lost ends the link', async () => {
  const { someone, linkExpired, getAccessToken, sandbox } = platforms
  const recipient = someone()
  const id = await linkExpired(recipient)
  sandbox.script(tokenEndpoint, { kind: 'dropAfter' })

  expect(await getAccessToken(recipient, id)).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  later(2)
  expect(await getAccessToken(recipient, id)).toMatchObject(relinkRequired)
})

test.each<[string, SandboxResponse, object]>([
  ['a refusal', { status: 400, body: { error: 'invalid_grant' } }, { status: 409, body: { code: 'relink_required' } }],
  [
    'a failure',
    { status: 500, headers: { 'retry-after': '10' }, body: '' },
    { status: 503, body: { code: 'provider_unavailable' } },
  ],
])('100 calls at once share %s of the platform, after one refresh', async (_name, response, expected) => {
  const { someone, linkExpired, sandbox, tokenRequests } = platforms
  const recipient = someone()
  const id = await linkExpired(recipient)
  const before = sandbox.log.length
  sandbox.script(tokenEndpoint, { kind: 'instead', response })

  const answers = await hundredAtOnce(recipient, id)

  for (const answer of answers) expect(answer).toMatchObject(expected)
  expect(tokenRequests('refresh_token', before)).toBe(1)
})

test('the holder of the lease dies: the others wait for its end, and one of them refreshes', async () => {
  const { someone, linkExpired, getAccessToken, tokenRequests, sandbox } = platforms
  const recipient = someone()
  const id = await linkExpired(recipient)
  const before = sandbox.log.length
  const leaseExpiresAt = Date.now() + 700
  await change(recipient, id, { leaseId: 'of-the-dead', leaseExpiresAt })

  const answers = await Promise.all(Array.from({ length: 20 }, () => getAccessToken(recipient, id)))

  expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200 })
  expect(Date.now()).toBeGreaterThanOrEqual(leaseExpiresAt)
  expect(tokenRequests('refresh_token', before)).toBe(1)
})
