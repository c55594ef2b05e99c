import { describe, expect, test } from 'vitest'
import { announcerFromItem, announcerRepository } from '../../../shared/messenger/announcerRepository.ts'
import { answeringClient, refusedBy } from '../../support/answeringClient.ts'
import { anId } from '../../support/expected.ts'
import { announcer, chat } from './announcementScene.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const [TableName, recipientId] = ['announcers', 'alice']
const [Key, ReturnValuesOnConditionCheckFailure, ConsistentRead] = [{ recipientId, id: 'a' }, 'ALL_OLD', true]

const openStore = (...answers: readonly object[]) => {
  const { client, inputs } = answeringClient(...answers)
  return { inputs, announcers: announcerRepository(client, TableName, () => now) }
}
const { announcers } = openStore()
const isThere = { ConditionExpression: 'attribute_exists(id)' }
const unknownAt = (pointer: string) => ({
  code: 'not_found',
  message: 'There is no such announcer.',
  errors: [{ in: 'body', pointer, detail: 'unknown announcer' }],
})

describe('a new announcer', () => {
  const { id: _id, recipientId: _recipientId, enabled: _enabled, ...asked } = announcer

  test('is enabled, and waits for what it was asked to, by the canonical name', () => {
    expect(announcers.addition(recipientId, { ...asked, trigger: 'stream.offline' })).toEqual({
      operation: {
        Put: { TableName, Item: { ...asked, recipientId, id: anId, enabled: true, trigger: 'STREAM_ENDED' } },
      },
      repeatable: true,
    })
  })

  test('waits for the start of a stream, whose end deletes its message, unless it says otherwise', () => {
    const { trigger: _trigger, announcerType: _type, ...least } = asked

    expect(announcers.addition(recipientId, { ...least, announcerType: undefined })).toMatchObject({
      operation: { Put: { Item: { trigger: 'STREAM_STARTED', announcerType: 'ANNOUNCE_STREAM_AND_DELETE' } } },
    })
  })
})

describe('a change', () => {
  test.each<[string, object, object]>([
    ['nothing, which asks whether it is there', {}, { ConditionCheck: { TableName, Key, ...isThere } }],
    [
      'its trigger by the canonical name, and no other field',
      { trigger: 'stream.online' },
      {
        Update: {
          TableName,
          Key,
          ...isThere,
          UpdateExpression: 'SET #trigger = :trigger',
          ExpressionAttributeNames: { '#trigger': 'trigger' },
          ExpressionAttributeValues: { ':trigger': 'STREAM_STARTED' },
        },
      },
    ],
    [
      'that it is enabled, which removes the reason for which it was not',
      { enabled: true, text: 'Hi' },
      {
        Update: {
          TableName,
          Key,
          ...isThere,
          UpdateExpression: 'SET #enabled = :enabled, #text = :text REMOVE disabledAt, disabledReason',
          ExpressionAttributeNames: { '#enabled': 'enabled', '#text': 'text' },
          ExpressionAttributeValues: { ':enabled': true, ':text': 'Hi' },
        },
      },
    ],
    [
      'that it is disabled',
      { enabled: false },
      {
        Update: {
          TableName,
          Key,
          ...isThere,
          UpdateExpression: 'SET #enabled = :enabled',
          ExpressionAttributeNames: { '#enabled': 'enabled' },
          ExpressionAttributeValues: { ':enabled': false },
        },
      },
    ],
  ])('of an announcer that is there is %s', (_name, fields, operation) => {
    const { refusal, ...write } = announcers.change(
      recipientId,
      { id: 'a', announcerType: undefined, ...fields },
      '/updated/1/id',
    )

    expect(write).toStrictEqual({ operation, repeatable: true })
    expect(refusal?.(undefined)).toMatchObject(unknownAt('/updated/1/id'))
  })

  test('may be the removal of an announcer that is there', () => {
    const { refusal, ...write } = announcers.removal(recipientId, 'a', '/deleted/1')

    expect(write).toEqual({ operation: { Delete: { TableName, Key, ...isThere } }, repeatable: false })
    expect(refusal?.(undefined)).toMatchObject(unknownAt('/deleted/1'))
  })
})

describe('an announcer is read', () => {
  const ofRecipient = {
    KeyConditionExpression: 'recipientId = :recipientId',
    ExpressionAttributeValues: { ':recipientId': recipientId },
  }

  test('in a list without its trigger, its buttons’ members in their order', async () => {
    const button = { url: 'https://example.com', text: 'Watch' }
    const disabled = { disabledAt: 'then', disabledReason: 'kicked' }
    const store = openStore({ Items: [{ ...announcer, buttons: [button], ...disabled, secret: 's' }] })

    const { trigger: _trigger, ...listed } = announcer
    const [found] = await store.announcers.list(recipientId)
    expect(found).toEqual({ ...listed, buttons: [button], ...disabled })
    expect(JSON.stringify(found?.buttons)).toBe('[{"text":"Watch","url":"https://example.com"}]')
    expect(store.inputs).toEqual([{ TableName, ...ofRecipient, ConsistentRead }])
    expect(announcerFromItem({ ...announcer })).toStrictEqual(listed)
  })

  test('by its id', async () => {
    const store = openStore({ Item: announcer }, {})

    expect(await store.announcers.find(recipientId, 'a')).toBe(announcer)
    expect(await store.announcers.find(recipientId, 'a')).toBeUndefined()
    expect(store.inputs).toEqual([1, 2].map(() => ({ TableName, Key, ConsistentRead })))
  })

  test('by its trigger while it is enabled, a page after another', async () => {
    const fired = { ...chat, id: 'a', announcerType: 'ANNOUNCE_STREAM' }
    const last = { recipientId, id: 'l' }
    const store = openStore({ Items: [fired], LastEvaluatedKey: last }, {})
    const pageAfter = (after?: string) => store.announcers.pageFiredBy(recipientId, 'GOAL', { after, limit: 25 })

    expect(await pageAfter()).toEqual({ items: [fired], next: 'l' })
    expect(await pageAfter('l')).toEqual({ items: [], next: undefined })
    const query = {
      TableName,
      Limit: 25,
      ConsistentRead,
      ...ofRecipient,
      FilterExpression: 'enabled = :true AND #trigger = :trigger',
      ProjectionExpression: 'id, accountId, chatId, announcerType',
      ExpressionAttributeNames: { '#trigger': 'trigger' },
      ExpressionAttributeValues: { ':recipientId': recipientId, ':true': true, ':trigger': 'GOAL' },
    }
    expect(store.inputs).toStrictEqual([query, { ...query, ExclusiveStartKey: last }])
  })

  test('to know whether any is enabled', async () => {
    const store = openStore({ Items: [{ id: 'a' }] }, {})

    expect([await store.announcers.hasEnabled(recipientId), await store.announcers.hasEnabled(recipientId)]).toEqual([
      true,
      false,
    ])
    expect(store.inputs[0]).toEqual({
      TableName,
      KeyConditionExpression: 'recipientId = :recipientId',
      FilterExpression: 'enabled = :true',
      ExpressionAttributeValues: { ':recipientId': recipientId, ':true': true },
      ProjectionExpression: 'id',
    })
  })
})

describe('an announcer that has got another chat meanwhile stays as it is', () => {
  const ofChat = { ':accountId': 'main' }

  test.each<[string, (store: typeof announcers) => Promise<void>, object]>([
    [
      'when its group has moved',
      (store) => store.follow(recipientId, 'a', chat, -8),
      {
        UpdateExpression: 'SET chatId = :to',
        ConditionExpression: 'accountId = :accountId AND chatId IN (:from, :to)',
        ExpressionAttributeValues: { ...ofChat, ':from': -7, ':to': -8 },
      },
    ],
    [
      'when its chat is closed to its bot',
      (store) => store.disable(recipientId, 'a', chat, 'kicked'),
      {
        UpdateExpression: 'SET enabled = :false, disabledReason = :reason, disabledAt = :now',
        ConditionExpression: 'accountId = :accountId AND chatId = :chatId',
        ExpressionAttributeValues: {
          ...ofChat,
          ':chatId': -7,
          ':false': false,
          ':reason': 'kicked',
          ':now': '2026-01-31T12:00:00.000Z',
        },
      },
    ],
  ])('%s', async (_name, change, update) => {
    const store = openStore({}, refusedBy({ ...announcer }))

    await change(store.announcers)
    await change(store.announcers)

    const input = { TableName, Key, ...update, ReturnValuesOnConditionCheckFailure }
    expect(store.inputs).toEqual([input, input])
  })
})
