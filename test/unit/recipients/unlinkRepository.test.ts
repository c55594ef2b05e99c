import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import type { TokenRecord } from '../../../shared/recipients/tokenRepository.ts'
import { unlinkRepository } from '../../../shared/recipients/unlinkRepository.ts'

const tables = { tokens: 'tokens', accountLinks: 'accountLinks', watchedChannels: 'watchedChannels', quotas: 'quotas' }
const client = {} as DynamoDBDocumentClient

const removalOf = (platform: TokenRecord['platform']) => {
  const record = { id: 'token', platform, accountId: '7' } as TokenRecord
  return unlinkRepository(client, tables)
    .removal('alice', record)
    .map(({ operation, repeatable }) => {
      const { TableName, Key } =
        'Delete' in operation ? operation.Delete : 'Update' in operation ? operation.Update : {}
      return [TableName, Key, repeatable]
    })
}

const removed = (platform: string) => [
  // Whoever repeats it after a lost answer would hear that there is no such token.
  ['tokens', { recipientId: 'alice', id: 'token' }, false],
  ['accountLinks', { account: `${platform}#7` }, true],
  ['quotas', { recipientId: 'alice', collection: 'accounts' }, true],
]

test('with a link go its record, its claim and its place', () => {
  expect(removalOf('kick')).toEqual(removed('kick'))
  expect(removalOf('twitch')).toEqual(removed('twitch'))
})

test('with a link of VK Video Live goes its watched channel too', () => {
  const watched = ['watchedChannels', { shard: '3', channel: 'vkLive#7' }, true]

  expect(removalOf('vkLive')).toEqual([...removed('vkLive'), watched])
})
