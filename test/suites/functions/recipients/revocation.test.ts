import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test, vi } from 'vitest'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { codeVerifier, startPlatforms } from './platforms.ts'

const platforms = await sharedByTests(startPlatforms())

const link = async (operation: string, recipient: string, authorizationCode: string): Promise<string> => {
  const body = { authorizationCode, ...(operation === 'linkKick' && { codeVerifier }) }
  const answer = await platforms.call(operation, { recipient, body })
  expect(answer.status).toBe(200)
  return answer.body.id ?? answer.body.body.id
}

/** The record of what is removed in the stream of the tokens. */
const removalOf = async (recipientId: string, id: string) => {
  const { client, table } = platforms.aws
  const { Item = {} } = await client.send(new GetCommand({ TableName: table('tokens'), Key: { recipientId, id } }))
  return streamEvent({ eventName: 'REMOVE', keys: { recipientId, id }, oldImage: Item })
}

const unlinked = async (operation: string) => {
  const [recipient, user] = [platforms.someone(), platforms.someone()]
  const id = await link(operation, recipient, `good-${user}`)
  const event = await removalOf(recipient, id)
  await platforms.call('unlinkToken', { recipient, body: { id } })
  return { recipient, user, event }
}

/** What the worker does with the event, and the failures that it logs. */
const handled = async (event: unknown) => {
  const { handler } = await import('../../../../functions/workers/revokeTokens.ts')
  const written = vi.spyOn(process.stdout, 'write')
  const { batchItemFailures } = await handler(event)
  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  return { batchItemFailures, logged: lines.filter((line) => line.includes('"message":"revocation"')) }
}

/** What the worker makes of the event: whether it comes again, what it has asked of platforms, and whether it has logged a failure. */
const deliver = async (event: unknown) => {
  const before = platforms.sandbox.log.length
  const { batchItemFailures, logged } = await handled(event)
  const isLogged = logged.length > 0
  const asked = platforms.sandbox.log.slice(before).map(({ base, path }) => `${base}${path}`)
  return { comesAgain: batchItemFailures.length > 0, asked, isLogged }
}

const twitchRevocation = 'id.twitch.tv/oauth2/revoke'
const twitchToken = 'id.twitch.tv/oauth2/token'

describe.each([
  ['linkKick', 'id.kick.com/oauth/revoke', 2],
  ['linkTwitch', twitchRevocation, 1],
  ['getVkLiveToken', 'api.live.vkvideo.ru/oauth/server/revoke', 2],
])('tokens of a removed link that was made by %s', (operation, endpoint, count) => {
  test('tokens are revoked at the platform, and again if the record comes twice', async () => {
    const { event } = await unlinked(operation)

    const asked = Array<string>(count).fill(endpoint)
    // Twitch revokes access tokens alone, so another one is asked for when the last one is not valid.
    const again = operation === 'linkTwitch' ? [twitchRevocation, twitchToken] : asked
    expect(await deliver(event)).toEqual({ comesAgain: false, asked, isLogged: false })
    expect(await deliver(event)).toEqual({ comesAgain: false, asked: again, isLogged: false })
  })

  test('tokens are only forgotten once the account is linked again, because that may end the new link', async () => {
    const [again, other] = [await unlinked(operation), await unlinked(operation)]
    await link(operation, again.recipient, `good-expired-${again.user}`)
    await link(operation, platforms.someone(), `good-expired-${other.user}`)

    for (const { event } of [again, other])
      expect(await deliver(event)).toEqual({ comesAgain: false, asked: [], isLogged: false })
  })
})

test.each([
  [503, { comesAgain: true, isLogged: false }],
  [403, { comesAgain: false, isLogged: true }],
])('a revocation that the platform answers with %i is tried again or logged: %j', async (status, outcome) => {
  const { event } = await unlinked('linkKick')
  platforms.sandbox.script({ path: '/oauth/revoke' }, { kind: 'instead', response: { status, body: '' } })

  expect(await deliver(event)).toMatchObject(outcome)
})

test('tokens are revoked while the account is still claimed, because an erasure deletes the claim last', async () => {
  const recipient = platforms.someone()
  const id = await link('linkKick', recipient, `good-${platforms.someone()}`)
  const event = await removalOf(recipient, id)
  const { client, table } = platforms.aws
  await client.send(new DeleteCommand({ TableName: table('tokens'), Key: { recipientId: recipient, id } }))

  const asked = ['id.kick.com/oauth/revoke', 'id.kick.com/oauth/revoke']
  expect(await deliver(event)).toEqual({ comesAgain: false, asked, isLogged: false })
})

test('a stream record without its old image revokes nothing', async () => {
  const event = streamEvent({ eventName: 'REMOVE', keys: { recipientId: 'a', id: 'b' } })

  expect(await deliver(event)).toEqual({ comesAgain: false, asked: [], isLogged: false })
})

test('the log of a revocation that is given up says which worker, platform and recipient it was', async () => {
  const { event, recipient } = await unlinked('linkKick')
  platforms.sandbox.script({ path: '/oauth/revoke' }, { kind: 'instead', response: { status: 403, body: '' } })

  const { logged } = await handled(event)

  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'WARN',
      worker: 'revokeTokens',
      recipientId: recipient,
      code: 'kick',
      error: { message: 'Kick sent an unexpected answer (403).' },
    },
  ])
})

test('a link of Twitch that was disabled has no access token, and is revoked all the same', async () => {
  const recipient = platforms.someone()
  const id = await link('linkTwitch', recipient, `good-${platforms.someone()}`)
  await platforms.call('toggleToken', { recipient, body: { id, enabled: false } })
  const event = await removalOf(recipient, id)
  await platforms.call('unlinkToken', { recipient, body: { id } })

  const asked = [twitchToken, twitchRevocation]
  expect(await deliver(event)).toEqual({ comesAgain: false, asked, isLogged: false })
})

test('tokens that were refreshed while their link was removed are revoked', async () => {
  const { someone, linkExpired, getAccessToken, sandbox, call } = platforms
  const recipient = someone()
  const id = await linkExpired(recipient)
  sandbox.script({ base: 'id.kick.com', path: '/oauth/token' }, { kind: 'delay', milliseconds: 200 })
  const before = sandbox.log.length

  const [refreshed] = await Promise.all([
    getAccessToken(recipient, id),
    vi
      .waitFor(() => expect(sandbox.log.length).toBeGreaterThan(before))
      .then(() => call('unlinkToken', { recipient, body: { id } })),
  ])

  expect(refreshed.status).toBe(404)
  expect(sandbox.log.slice(before).filter(({ path }) => path === '/oauth/revoke')).toHaveLength(2)
})
