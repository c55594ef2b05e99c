import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { newsRepository } from '../../../shared/news/newsRepository.ts'
import { clientAnswering, conflicting } from '../../support/unitStore.ts'

const entry = { id: 'n', title: 't', description: 'd', date: '2026-03-01T18:30:00.000Z', demoUrl: '', revision: 'r2' }
const news = newsRepository({} as DynamoDBDocumentClient, 'news')
const copies = Array.from({ length: 8 }, (_, index) => `everyone#${index}`)

test('an entry is stored for its recipient, or in all copies of what is global', () => {
  const puts = (audiences: readonly string[]) =>
    audiences.map((audience) => ({
      operation: { Put: { TableName: 'news', Item: { audience, ...entry } } },
      repeatable: true,
    }))

  expect(news.publication('alice', entry, false)).toEqual(puts(['recipient#alice']))
  expect(news.publication('alice', entry, true)).toMatchObject(puts(copies))
})

test('an entry that is removed has to be there, which one of its copies says of all', () => {
  const removals = (audiences: readonly string[]) =>
    audiences.map((audience, index) => ({
      Delete: {
        TableName: 'news',
        Key: { audience, id: 'n' },
        ...(index === 0 && { ConditionExpression: 'attribute_exists(id)' }),
      },
    }))
  const own = news.removal('alice', 'n', false)

  expect(own.map(({ operation }) => operation)).toStrictEqual(removals(['recipient#alice']))
  expect(news.removal('alice', 'n', true).map(({ operation }) => operation)).toStrictEqual(removals(copies))
  expect(own[0]?.repeatable).toBe(false)
  expect(own[0]?.refusal?.(undefined)).toMatchObject({
    code: 'not_found',
    errors: [{ pointer: '/id', detail: 'unknown news entry' }],
  })
})

describe('an entry that is changed', () => {
  test('has the revision that was seen, or already its own', () => {
    const [write] = news.change('alice', false, entry, 'r1')

    expect(write && conflicting(write)).toEqual({
      operation: {
        Update: {
          TableName: 'news',
          Key: { audience: 'recipient#alice', id: 'n' },
          ConditionExpression: 'revision IN (:revision0, :revision1)',
          UpdateExpression:
            'SET #title = :title, #description = :description, #demoUrl = :demoUrl, #revision = :revision',
          ExpressionAttributeNames: {
            '#title': 'title',
            '#description': 'description',
            '#demoUrl': 'demoUrl',
            '#revision': 'revision',
          },
          ExpressionAttributeValues: {
            ':title': 't',
            ':description': 'd',
            ':demoUrl': '',
            ':revision': 'r2',
            ':revision0': 'r1',
            ':revision1': 'r2',
          },
        },
      },
      repeatable: true,
    })
  })

  test('is changed in all copies where it is global', () => {
    expect(news.change('alice', true, entry, 'r1').map(({ operation }) => operation)).toMatchObject(
      copies.map((audience) => ({ Update: { Key: { audience, id: 'n' } } })),
    )
  })
})

describe('entries that are read', () => {
  const item = { audience: 'recipient#alice', ...entry, more: 1 }

  test('are the own one, or a global one of the copy that the recipient reads', async () => {
    const { inputs, client } = clientAnswering({ Item: item })
    const { find } = newsRepository(client, 'news')
    const key = (audience: string) => ({ TableName: 'news', Key: { audience, id: 'n' }, ConsistentRead: true })

    expect(await find('alice', 'n', false)).toStrictEqual(entry)
    for (const recipient of ['bob', 'i', 'ab']) await find(recipient, 'n', true)
    // The last letters are 98, 105 and 98.
    expect(inputs).toEqual([key('recipient#alice'), key('everyone#2'), key('everyone#1'), key('everyone#2')])
    expect(await newsRepository(clientAnswering({}).client, 'news').find('alice', 'n', false)).toBeUndefined()
  })

  test('are the own and the global ones together', async () => {
    const { inputs, client } = clientAnswering({ Items: [item] })
    const query = (audience: string) => ({
      TableName: 'news',
      KeyConditionExpression: 'audience = :audience',
      ConsistentRead: true,
      ExpressionAttributeValues: { ':audience': audience },
    })

    expect(await newsRepository(client, 'news').list('bob')).toStrictEqual([entry, entry])
    expect(inputs).toEqual([query('recipient#bob'), query('everyone#2')])
  })
})
