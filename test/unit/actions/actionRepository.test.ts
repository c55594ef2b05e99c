import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { actionRepository } from '../../../shared/actions/actionRepository.ts'
import { anId } from '../../support/expected.ts'
import { clientAnswering, conflicting } from '../../support/unitStore.ts'

const actions = actionRepository({} as DynamoDBDocumentClient, 'actions')
const price = { major: 5, minor: 0, currency: 'EUR' }
const parameters = [{ name: 'where', displayName: '', type: 'string' }]
const wave = { name: 'wave', category: 'fun', game: 'chess', price, payload: { z: 1, a: 2 }, parameters }
const registration = actions.registration('alice', wave, 'now')
const { id } = registration.action
const content = { name: 'wave', category: 'fun', game: 'chess', price, parameters, payload: '{"z":1,"a":2}' }
const key = { TableName: 'actions', Key: { recipientId: 'alice', id } }

describe('an action that is registered', () => {
  test('is answered as it will be, and reserves bytes in steps', () => {
    const { parameters: _, ...answered } = wave

    expect(registration).toEqual({
      action: { id: anId, ...answered, enabled: true },
      item: { id, ...content, registeredAt: 'now' },
      bytes: 512,
    })
    expect(actions.registration('alice', { ...wave, payload: { a: 'x'.repeat(512) } }, 'now').bytes).toBe(1024)
  })

  test('has the id of its recipient, game, category and name, whatever else it is', () => {
    const ids = [
      registration,
      actions.registration('bob', wave, 'now'),
      ...[{ name: 'x' }, { category: 'x' }, { game: 'x' }].map((other) =>
        actions.registration('alice', { ...wave, ...other }, 'now'),
      ),
    ].map(({ action }) => action.id)

    expect(new Set(ids).size).toBe(5)
    expect(actions.registration('alice', { ...wave, payload: {}, parameters: [] }, 'later').action.id).toBe(id)
  })

  test('renews the one that is there, is enabled and has reserved enough', () => {
    const set = { ...content, registeredAt: 'now' }
    const attributes = Object.entries(set)

    expect(conflicting(actions.renewal('alice', registration))).toEqual({
      operation: {
        Update: {
          ...key,
          ConditionExpression: 'enabled = :enabled AND reserved >= :bytes',
          UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: {
            ...Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
            ':enabled': true,
            ':bytes': 512,
          },
        },
      },
      repeatable: true,
    })
  })

  test('is new where none was seen', () => {
    const { write, growth } = actions.storing('alice', registration, undefined)

    expect(growth).toEqual({ items: 1, bytes: 512 })
    expect(conflicting(write)).toEqual({
      operation: {
        Put: {
          TableName: 'actions',
          ConditionExpression: 'attribute_not_exists(id)',
          Item: { recipientId: 'alice', id, ...content, registeredAt: 'now', enabled: true, reserved: 512 },
        },
      },
      repeatable: false,
    })
  })

  test('reserves more where it has outgrown what was seen, and stays disabled', () => {
    const { write, growth } = actions.storing('alice', registration, { reserved: 100, enabled: false })

    expect(growth).toEqual({ bytes: 412 })
    expect(conflicting(write)).toMatchObject({
      operation: {
        Update: {
          ConditionExpression: 'enabled = :enabled AND #reserved = :seen',
          ExpressionAttributeNames: { '#reserved': 'reserved' },
          ExpressionAttributeValues: { ':reserved': 512, ':seen': 100, ':enabled': false },
        },
      },
      repeatable: false,
    })
    expect(write.operation).not.toHaveProperty(['Update', 'ExpressionAttributeValues', ':bytes'])
  })

  test('gives back nothing where it needs less than what was seen', () => {
    const { write, growth } = actions.storing('alice', registration, { reserved: 1024, enabled: true })

    expect([growth, write.repeatable]).toEqual([{ bytes: 0 }, true])
    expect(write.operation).not.toHaveProperty(['Update', 'ExpressionAttributeValues', ':seen'])
  })
})

test('an action is offered or taken out of sale, if it is there', () => {
  const { refusal, ...write } = actions.toggle('alice', id, false)

  expect(write).toEqual({
    operation: {
      Update: {
        ...key,
        UpdateExpression: 'SET enabled = :enabled',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':enabled': false },
      },
    },
    repeatable: true,
  })
  expect(refusal?.(undefined)).toMatchObject({ code: 'not_found', errors: [{ detail: 'unknown action' }] })
})

test('an action is removed if it has not grown since it was read', () => {
  expect(conflicting(actions.removal('alice', id, 512))).toEqual({
    operation: {
      Delete: {
        ...key,
        ConditionExpression: 'reserved = :reserved',
        ExpressionAttributeValues: { ':reserved': 512 },
      },
    },
    repeatable: false,
  })
})

describe('actions that are read', () => {
  test('tell what registrations keep of them', async () => {
    const Items = [
      { id: 'a', reserved: 512, enabled: true },
      { id: 'b', reserved: 1024, enabled: false },
    ]
    const { inputs, client } = clientAnswering({ Responses: { actions: Items } })

    expect([...(await actionRepository(client, 'actions').kept('alice', ['a', 'b', 'c']))]).toEqual([
      ['a', { reserved: 512, enabled: true }],
      ['b', { reserved: 1024, enabled: false }],
    ])
    expect(inputs).toEqual([
      {
        RequestItems: {
          actions: {
            Keys: ['a', 'b', 'c'].map((each) => ({ recipientId: 'alice', id: each })),
            ProjectionExpression: 'id, reserved, enabled',
            ConsistentRead: true,
          },
        },
      },
    ])
    expect((await actionRepository(clientAnswering({}).client, 'actions').kept('alice', ['a'])).size).toBe(0)
  })

  test('are listed as they are answered', async () => {
    const item = { recipientId: 'alice', id, ...content, registeredAt: 'now', enabled: false, reserved: 512 }
    const { inputs, client } = clientAnswering({ Items: [item] })

    expect(await actionRepository(client, 'actions').list('alice')).toStrictEqual([
      { id, ...wave, enabled: false, registeredAt: 'now' },
    ])
    expect(inputs).toEqual([
      {
        TableName: 'actions',
        KeyConditionExpression: 'recipientId = :recipientId',
        ConsistentRead: true,
        ExpressionAttributeValues: { ':recipientId': 'alice' },
      },
    ])
  })
})
