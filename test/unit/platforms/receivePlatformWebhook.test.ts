import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { kmsClient } from '../../../shared/aws/kmsClient.ts'
import { ssmClient } from '../../../shared/aws/ssmClient.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import type { Write } from '../../../shared/contract/write.ts'
import { derivedId } from '../../../shared/ids.ts'
import { linkWrites } from '../../../shared/platforms/accountLinkRepository.ts'
import type { PlatformMessage } from '../../../shared/platforms/platformEvents.ts'
import { streamEventRepository } from '../../../shared/platforms/streamEventRepository.ts'
import { streamRepository } from '../../../shared/platforms/streamRepository.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { manualEvents, manualWebhook, twitchWebhook } from '../../sandbox/eventSenders.ts'
import { answeringClient } from '../../support/answeringClient.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { storedTables } from '../../support/storedTables.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
vi.stubEnv('PARAMETER_PREFIX', '/stage')
const { handle: receive, handler: receiveHandler } = await import(
  '../../../functions/platforms/receivePlatformWebhook.ts'
)

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
})
afterEach(() => void vi.restoreAllMocks())

const now = Date.parse('2026-01-31T12:00:00Z')
const caller = {
  recipientId: 'alice',
  isAdmin: false,
  requestId: 'r',
  params: undefined,
  query: undefined,
  headers: {},
}

describe('a webhook', () => {
  const event = { kind: 'started', sessionId: 's', at: '2026-01-31T11:59:00.000000000Z' } as const

  /** Receives a message of Twitch. Commits fail with the errors first. */
  const receiveOf = async (message: PlatformMessage, errors: readonly Error[] = [], owner: string | null = 'alice') => {
    const [read, committed]: [unknown[], (readonly [readonly Write[], unknown])[]] = [[], []]
    const failures = errors.values()
    const find = async (...account: string[]) => (account.join() === 'twitch,1' ? (owner ?? undefined) : expect.fail())
    const adapter = {
      read: async (webhook: unknown) => {
        read.push(webhook)
        return message
      },
    }
    const handle = receive(
      { twitch: adapter },
      { find },
      linkWrites('links', () => now),
      streamRepository(answeringClient().client, 'streams'),
      streamEventRepository('events'),
      () => now,
    )
    const request = { ...caller, params: { platform: 'twitch' }, headers: { a: 'b' }, rawBody: Buffer.from('raw') }
    const answer = await handle(request as never, async (writes, body) => {
      const failure = failures.next().value
      if (failure !== undefined) throw failure
      committed.push([writes, body])
      return body
    })
    return {
      answer,
      read,
      committed,
      operations: committed.flatMap(([writes]) => writes.map((write) => write.operation)),
    }
  }
  const about = { accountId: '1', event: 'stream.online' }

  test('without an effect is read as it came, and acknowledged', async () => {
    const { answer, read, committed } = await receiveOf({ kind: 'unused' })

    expect([answer, committed]).toEqual(['', []])
    expect(read).toEqual([{ rawBody: Buffer.from('raw'), headers: { a: 'b' }, receivedAt: new Date(now) }])
  })

  test('with a challenge activates the event, and gets its text back', async () => {
    const { answer, committed, operations } = await receiveOf({ kind: 'challenge', text: 'secret', ...about })

    expect(answer).toBe('secret')
    expect(committed).toHaveLength(1)
    expect(operations).toMatchObject([
      {
        Update: {
          TableName: 'links',
          Key: { account: 'twitch#1' },
          ExpressionAttributeValues: { ':activeEvents': new Set(['stream.online']) },
        },
      },
    ])
  })

  test('with a revocation stores it and says so', async () => {
    const { answer, operations } = await receiveOf({ kind: 'revoked', reason: 'user_removed', ...about })

    expect(answer).toBe('')
    expect(operations).toMatchObject([
      {
        Update: {
          TableName: 'links',
          Key: { account: 'twitch#1' },
          ExpressionAttributeValues: {
            ':activeEvents': new Set(['stream.online']),
            ':lastError': { detail: 'The platform has ended the subscription (user_removed).' },
          },
        },
      },
    ])
    expect(lines).toMatchObject([
      {
        level: 'WARN',
        message: 'webhook',
        operation: 'receivePlatformWebhook',
        requestId: 'r',
        code: 'twitch_subscription_revoked',
      },
    ])
  })

  test('with a revocation is acknowledged for an account that was unlinked, and for no other reason', async () => {
    const revoked = { kind: 'revoked', reason: 'user_removed', ...about } as const
    const [unavailable, failure] = [new Problem('store_unavailable', 'no store'), new Error('no disk')]

    expect((await receiveOf(revoked, [new Problem('not_found', 'gone')])).answer).toBe('')
    for (const error of [unavailable, failure]) await expect(receiveOf(revoked, [error])).rejects.toBe(error)
  })

  test('of an account is an event of its owner, by an id that fits a key', async () => {
    const { answer, committed, operations } = await receiveOf({
      kind: 'account',
      messageId: 'm',
      accountId: '1',
      event,
    })

    expect(answer).toBe('')
    expect(committed.map(([, body]) => body)).toEqual([''])
    const id = derivedId('platformMessage', 'twitch', 'm')
    expect(operations).toMatchObject([
      { Put: { TableName: 'events', Item: { id, recipientId: 'alice', channel: 'twitch#1', sessionId: 's' } } },
      { Put: { TableName: 'streams', Item: { recipientId: 'alice', channel: 'twitch#1', sessionId: 's' } } },
    ])
  })

  test('that names its recipient is an event of that one', async () => {
    const message = { kind: 'recipient', messageId: 'm', recipientId: 'bob', channel: 'manual#s', event } as const

    expect((await receiveOf(message, [new Conflict()])).operations).toMatchObject([
      { Put: { TableName: 'events', Item: { recipientId: 'bob', channel: 'manual#s' } } },
      { Put: { TableName: 'streams', Item: { recipientId: 'bob', channel: 'manual#s' } } },
    ])
  })

  test('of an account that nobody has linked is acknowledged, which the log says', async () => {
    const message = { kind: 'account', messageId: 'm', accountId: '1', event } as const

    const { answer, committed } = await receiveOf(message, [], null)

    expect([answer, committed]).toEqual(['', []])
    expect(lines).toMatchObject([{ level: 'WARN', code: 'twitch_account_not_linked' }])
  })
})

describe('a platform', () => {
  const post = ({
    platform,
    body,
    headers,
  }: {
    readonly platform: string
    readonly body: string
    readonly headers: object
  }) =>
    receiveHandler({
      ...httpEvent('POST', `/platforms/webhooks/${platform}`, { params: { platform } }),
      body,
      headers,
    })

  test.each(['constructor', 'max'])('that is not known is not found: %s', async (platform) => {
    const answer = await post({ platform, body: '{}', headers: {} })

    expect(JSON.parse(String(answer.body))).toMatchObject({ status: 404, detail: 'There is no such platform.' })
  })

  test('of one’s own bots is known by its secret', async () => {
    const send = vi.spyOn(ssmClient, 'send').mockImplementation(async () => ({
      Parameters: Object.entries(manualEvents).map(([name, Value]) => ({ Name: `/stage/${name}`, Value })),
    }))
    const { names } = storedTables({})

    const answer = await post(manualWebhook('STREAM_STARTED', { recipientId: 'alice', streamId: 's' }))

    expect(answer).toMatchObject({ statusCode: 200, body: '' })
    expect(send).toHaveBeenCalledTimes(1)
    expect(names).toEqual(['Get streams', 'Put streamEvents', 'Put streams'])
  })

  test('Twitch is known by a secret that is derived from the deployment’s key', async () => {
    const Mac = Buffer.alloc(32, 7)
    const inputs: object[] = []
    vi.spyOn(kmsClient, 'send').mockImplementation(async ({ input }: { readonly input: object }) => {
      inputs.push(input)
      return { Mac }
    })
    const { names } = storedTables({ accountLinks: { recipientId: 'alice' } })
    const online = {
      subscription: { type: 'stream.online' },
      event: { id: '9', broadcaster_user_id: '1', type: 'live', started_at: new Date().toISOString() },
    }

    const answer = await post(twitchWebhook('notification', online, Mac.toString('hex')))
    const challenge = {
      challenge: 'text',
      subscription: { type: 'stream.online', condition: { broadcaster_user_id: '1' } },
    }
    const challenged = await post(twitchWebhook('webhook_callback_verification', challenge, Mac.toString('hex')))

    expect([answer, challenged]).toMatchObject([
      { statusCode: 200, body: '' },
      { statusCode: 200, body: 'text' },
    ])
    expect(inputs).toMatchObject([
      { KeyId: 'key of webhooks', Message: Buffer.from('streaming-support/twitch-eventsub/v1') },
    ])
    expect(names).toEqual([
      'Get accountLinks',
      'Get tokens',
      'Get streams',
      'Put streamEvents',
      'Put streams',
      'Update accountLinks',
    ])
  })

  test('Kick is known by what it signs', async () => {
    const answer = await post({ platform: 'kick', body: '{}', headers: {} })

    expect(JSON.parse(String(answer.body))).toMatchObject({ code: 'signature_rejected' })
  })
})
