import { describe, expect, test } from 'vitest'
import { accountOwnerStore } from '../../../shared/platforms/accountOwnerStore.ts'
import { sourceRepository } from '../../../shared/platforms/sourceRepository.ts'
import { sourceStore } from '../../../shared/platforms/sourceStore.ts'
import { answeringClient } from '../../support/answeringClient.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const at = '2026-01-31T12:00:00.000Z'
const account = 'twitch#1'
const ConsistentRead = true

describe('the owner of an account', () => {
  const find = async (answer: object, isEnabled = true) => {
    const { client, inputs } = answeringClient(answer)
    const asked: unknown[][] = []
    const links = {
      isEnabled: async (...call: unknown[]) => {
        asked.push(call)
        return isEnabled
      },
    }
    const owner = await accountOwnerStore(client, 'accountLinks', links).find('twitch', '1')
    expect(inputs).toEqual([{ TableName: 'accountLinks', Key: { account }, ConsistentRead }])
    return { owner, asked }
  }

  test('is the recipient who linked it, unless that link is disabled', async () => {
    const asked = [['alice', 'twitch', '1']]

    expect(await find({ Item: { recipientId: 'alice' } })).toEqual({ owner: 'alice', asked })
    expect(await find({ Item: { recipientId: 'alice' } }, false)).toEqual({ owner: undefined, asked })
  })

  test('is nobody while it is not linked', async () => {
    expect(await find({})).toEqual({ owner: undefined, asked: [] })
  })
})

describe('a linked account', () => {
  const sources = sourceStore(answeringClient().client, 'accountLinks', () => now)
  const events = ['stream.online', 'stream.offline']
  const ofEvents = { ':events': new Set(events) }
  const error = { at, code: 'c', detail: 'd' }

  test.each([
    ['is activated', sources.activation(account, events), 'ADD activeEvents :events', ofEvents],
    ['is settled', sources.settlement(account, events), 'ADD activeEvents :events REMOVE due, lastError', ofEvents],
    ['is settled without an event', sources.settlement(account, []), 'REMOVE due, lastError', undefined],
    ['loses events', sources.loss(account, events), 'DELETE activeEvents :events', ofEvents],
    ['fails', sources.failure(account, error), 'SET lastError = :error REMOVE due', { ':error': error }],
    [
      'loses an event by the platform’s will, and says so',
      sources.revocation(account, 'stream.online', 'user_removed'),
      'SET lastError = :error DELETE activeEvents :events',
      {
        ':events': new Set(['stream.online']),
        ':error': {
          at,
          code: 'subscription_revoked',
          detail: 'The platform has ended the subscription (user_removed).',
        },
      },
    ],
  ])('%s while it is linked', (_name, { refusal, ...write }, UpdateExpression, values) => {
    expect(write).toStrictEqual({
      operation: {
        Update: {
          TableName: 'accountLinks',
          Key: { account },
          UpdateExpression,
          ConditionExpression: 'attribute_exists(account)',
          ...(values && { ExpressionAttributeValues: values }),
        },
      },
      repeatable: true,
    })
    expect(refusal?.(undefined)).toMatchObject({ code: 'not_found', message: 'No recipient has linked this account.' })
  })

  test('is found by its account', async () => {
    const { client, inputs } = answeringClient({ Item: { account, recipientId: 'alice' } })

    expect(await sourceStore(client, 'accountLinks').find(account)).toEqual({ account, recipientId: 'alice' })
    expect(inputs).toEqual([{ TableName: 'accountLinks', Key: { account }, ConsistentRead }])
  })

  test('is one of all, which are read a megabyte after another', async () => {
    const [one, two] = [{ account: 'kick#1' }, { account: 'kick#2' }]
    const { client, inputs } = answeringClient({ Items: [one], LastEvaluatedKey: one }, {}, { Items: [two] })

    expect(await Array.fromAsync(sourceStore(client, 'accountLinks').all())).toEqual([one])
    expect(await Array.fromAsync(sourceStore(client, 'accountLinks').all())).toEqual([two])
    const scan = { TableName: 'accountLinks', ConsistentRead }
    expect(inputs).toStrictEqual([scan, { ...scan, ExclusiveStartKey: one }, scan])
  })
})

describe('the states of a recipient’s accounts', () => {
  const lastError = { at, code: 'provider_unavailable', detail: 'd' }
  const revoked = { ...lastError, code: 'subscription_revoked' }
  const active = { recipientId: 'alice', activeEvents: new Set(['livestream.status.updated']) }
  const half = { recipientId: 'alice', activeEvents: new Set(['stream.online']) }

  /** The state of one account, with what is stored of its link and of its channel. */
  const stateOf = async (name: string, link?: object, channel?: object) => {
    const { client } = answeringClient({
      Responses: {
        ...(link && {
          links: [
            { account: 'kick#0', recipientId: 'alice', lastError },
            { account: name, ...link },
          ],
        }),
        ...(channel && {
          streams: [
            { channel: 'kick#0', isOnline: true, changedAt: 'then' },
            { channel: name, ...channel },
          ],
        }),
      },
    })
    const states = await sourceRepository(client, { accountLinks: 'links', streams: 'streams' }).states('alice', [name])
    return states.get(name)
  }

  test('are read at once, by their own keys', async () => {
    const { client, inputs } = answeringClient()

    const states = await sourceRepository(client, { accountLinks: 'links', streams: 'streams' }).states('alice', [
      'kick#1',
      'vkLive#2',
    ])

    expect([...states.keys()]).toEqual(['kick#1', 'vkLive#2'])
    expect(inputs).toEqual([
      {
        RequestItems: {
          links: { Keys: [{ account: 'kick#1' }, { account: 'vkLive#2' }], ConsistentRead },
          streams: {
            Keys: ['kick#1', 'vkLive#2'].map((channel) => ({ recipientId: 'alice', channel })),
            ConsistentRead,
          },
        },
      },
    ])
  })

  test('of none are not asked for', async () => {
    const { client, inputs } = answeringClient()

    expect(await sourceRepository(client, { accountLinks: 'links', streams: 'streams' }).states('alice', [])).toEqual(
      new Map(),
    )
    expect(inputs).toEqual([])
  })

  test.each<[string, string, object | undefined, object]>([
    ['of a platform without webhooks', 'vkLive#1', { recipientId: 'alice' }, { subscription: 'polled' }],
    ['all of whose events arrive', 'kick#1', active, { subscription: 'active', lastError: null }],
    ['some of whose events arrive', 'twitch#1', half, { subscription: 'pending' }],
    ['no event of which arrives', 'kick#1', { recipientId: 'alice' }, { subscription: 'pending' }],
    ['that is not linked', 'kick#1', undefined, { subscription: 'pending', lastError: null }],
    ['that failed', 'kick#1', { ...active, lastError }, { subscription: 'failed', lastError }],
    ['that was revoked', 'kick#1', { ...active, lastError: revoked }, { subscription: 'revoked', lastError: revoked }],
    [
      'that is another’s by now, of whom nothing is told',
      'kick#1',
      { ...active, recipientId: 'bob', lastError },
      { subscription: 'pending', lastError: null },
    ],
  ])('tell of an account %s', async (_name, name, link, state) => {
    expect(await stateOf(name, link)).toMatchObject({ lastEvent: null, ...state })
  })

  test.each([
    [true, 'STREAM_STARTED'],
    [false, 'STREAM_ENDED'],
  ])('tell the last event: online %s', async (isOnline, type) => {
    expect(await stateOf('kick#1', active, { isOnline, changedAt: at })).toMatchObject({ lastEvent: { type, at } })
  })
})
