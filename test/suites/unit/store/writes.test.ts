import { expect, test } from 'vitest'
import { allOf, anyOf, check, put, remove, update } from '../../../../shared/mechanisms/store/writes.ts'

const key = { recipientId: 'ann', id: '1' }
const exists = { if: 'attribute_exists(id)' }

test('an update sets, computes, adds, subtracts and removes, and names every attribute by an alias', () => {
  const { operation, repeatable } = update('news', key, {
    set: { title: 'x', link: undefined },
    assign: ['#size = #size + :one'],
    add: { views: 2, likes: undefined },
    subtract: { tags: new Set(['old']) },
    remove: ['hidden', 'dueAt'],
    values: { one: 1 },
    when: { if: '#version = :version AND size(#title) < :one', values: { version: 3 } },
  })

  expect(repeatable).toBe(false)
  expect(operation).toEqual({
    Update: {
      TableName: 'news',
      Key: key,
      UpdateExpression:
        'SET #title = :title, #size = #size + :one ADD #views :views DELETE #tags :tags REMOVE #hidden, #dueAt',
      ConditionExpression: '#version = :version AND size(#title) < :one',
      ExpressionAttributeNames: {
        '#title': 'title',
        '#size': 'size',
        '#views': 'views',
        '#tags': 'tags',
        '#hidden': 'hidden',
        '#dueAt': 'dueAt',
        '#version': 'version',
      },
      ExpressionAttributeValues: { ':title': 'x', ':views': 2, ':tags': new Set(['old']), ':one': 1, ':version': 3 },
    },
  })
})

test('writes without a condition, names or values have no empty maps, which DynamoDB refuses', () => {
  expect(put('news', key).operation).toEqual({ Put: { TableName: 'news', Item: key } })
  expect(remove('news', key, { when: exists }).operation).toEqual({
    Delete: { TableName: 'news', Key: key, ConditionExpression: 'attribute_exists(id)' },
  })
  expect(check('news', key, exists).operation).toEqual({
    ConditionCheck: { TableName: 'news', Key: key, ConditionExpression: 'attribute_exists(id)' },
  })
})

test('a write keeps its refusal, and is repeatable only where that is said', () => {
  const refusal = () => new Error('taken')

  expect(put('news', key, { when: exists, refusal, repeatable: true })).toMatchObject({ refusal, repeatable: true })
  expect(check('news', key, exists, refusal)).toMatchObject({ refusal, repeatable: false })
  expect(remove('news', key)).not.toHaveProperty('refusal')
})

test('conditions are joined with their values, and keep their own precedence', () => {
  const free = anyOf({ if: 'attribute_not_exists(leaseId)' }, { if: 'leaseId = :lease', values: { lease: 'a' } })

  const all = allOf({ if: 'enabled = :true', values: { true: true } }, undefined, free)

  expect(all).toEqual({
    if: '(enabled = :true) AND ((attribute_not_exists(leaseId)) OR (leaseId = :lease))',
    values: { true: true, lease: 'a' },
  })
  expect(allOf(undefined, exists)).toEqual({ if: 'attribute_exists(id)', values: {} })
})
