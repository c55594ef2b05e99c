import { expect, test } from 'vitest'
import type { Collection } from '../../../shared/limits/limits.ts'
import { reservationFor } from '../../../shared/limits/limits.ts'
import { type Growth, quotaRepository, sumOf } from '../../../shared/limits/quotaRepository.ts'

const quotas = quotaRepository('quotas')

test.each<[string, Collection, Growth, object]>([
  [
    'a new item takes one of so many',
    'announcers',
    { items: 1 },
    {
      UpdateExpression: 'ADD used :used',
      ConditionExpression: '(attribute_not_exists(used) OR used <= :usedRoom)',
      ExpressionAttributeValues: { ':used': 1, ':usedRoom': 99 },
    },
  ],
  [
    'items and bytes have a limit each',
    'configs',
    { items: 1, bytes: 512 },
    {
      UpdateExpression: 'ADD used :used, usedBytes :usedBytes',
      ConditionExpression:
        '(attribute_not_exists(used) OR used <= :usedRoom) AND (attribute_not_exists(usedBytes) OR usedBytes <= :usedBytesRoom)',
      ExpressionAttributeValues: { ':used': 1, ':usedBytes': 512, ':usedRoom': 499, ':usedBytesRoom': 4_999_488 },
    },
  ],
  [
    'a whole collection at once fits an empty one',
    'announcers',
    { items: 100 },
    {
      UpdateExpression: 'ADD used :used',
      ConditionExpression: '(attribute_not_exists(used) OR used <= :usedRoom)',
      ExpressionAttributeValues: { ':used': 100, ':usedRoom': 0 },
    },
  ],
  [
    'more than a collection may have fits none, an empty one neither',
    'announcers',
    { items: 101 },
    {
      UpdateExpression: 'ADD used :used',
      ConditionExpression: 'used <= :usedRoom',
      ExpressionAttributeValues: { ':used': 101, ':usedRoom': -1 },
    },
  ],
  [
    'what shrinks is never refused',
    'configs',
    { items: -1, bytes: -512 },
    {
      UpdateExpression: 'ADD used :used, usedBytes :usedBytes',
      ExpressionAttributeValues: { ':used': -1, ':usedBytes': -512 },
    },
  ],
  [
    'an item that grows is limited in its bytes alone',
    'configs',
    { items: -1, bytes: 512 },
    {
      UpdateExpression: 'ADD used :used, usedBytes :usedBytes',
      ConditionExpression: '(attribute_not_exists(usedBytes) OR usedBytes <= :usedBytesRoom)',
      ExpressionAttributeValues: { ':used': -1, ':usedBytes': 512, ':usedBytesRoom': 4_999_488 },
    },
  ],
  [
    'bytes that have no cap are counted',
    'announcers',
    { bytes: 512 },
    { UpdateExpression: 'ADD usedBytes :usedBytes', ExpressionAttributeValues: { ':usedBytes': 512 } },
  ],
])('%s', (_name, collection, growth, update) => {
  const [write, ...others] = quotas.growth('alice', collection, growth)

  expect(others).toEqual([])
  expect(write).toMatchObject({ repeatable: false })
  expect(write?.operation).toEqual({
    Update: { TableName: 'quotas', Key: { recipientId: 'alice', collection }, ...update },
  })
})

test('what changes nothing is no write', () => {
  expect(quotas.growth('alice', 'configs', {})).toEqual([])
  expect(quotas.growth('alice', 'configs', { items: 0, bytes: 0 })).toEqual([])
})

test.each<[Collection, string]>([
  ['announcers', 'The collection announcers is full: at most 100 items.'],
  ['configs', 'The collection configs is full: at most 500 items and 5000000 bytes.'],
])('a full collection %s is told with its limits', (collection, message) => {
  const [write] = quotas.growth('alice', collection, { items: 1 })

  expect(write?.refusal?.(undefined)).toMatchObject({ code: 'limit_reached', message })
})

test('growths are added up, those that are left out as none', () => {
  expect(sumOf([{ items: 1 }, { bytes: 512 }, { items: -3, bytes: 1024 }])).toEqual({ items: -2, bytes: 1536 })
  expect(sumOf([])).toEqual({ items: 0, bytes: 0 })
})

test.each([
  [510, 512],
  [511, 1024],
])('bytes are reserved in steps of 512: for a text of %i, %i', (length, bytes) => {
  expect(reservationFor('x'.repeat(length))).toBe(bytes)
  expect(reservationFor(`${'é'.repeat((length - (length % 2)) / 2)}${'x'.repeat(length % 2)}`)).toBe(bytes)
})
