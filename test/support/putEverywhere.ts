import { isPartitioned, partitionOf, personalTables } from '../../shared/areas/personalData/personalTables.ts'
import { shardOf } from '../../shared/areas/platforms/watchedChannelRepository.ts'
import { donationSourceKey } from '../../shared/areas/sources/donationSourceRepository.ts'
import type { TableName } from '../../shared/contract/resources.ts'
import { tables } from '../../shared/contract/resources.ts'
import type { TableDefinition } from '../../shared/contract/tableDefinition.ts'
import type { Scene } from './fixtures/fixture.ts'

/** The smallest item of a recipient in a table: its keys, its owner, and the items of the same key that it names. */
export const leastItem = (table: TableName, recipientId: string, key: string): Readonly<Record<string, unknown>> => {
  const { partitionKey, sortKey, numbers = [] }: TableDefinition = tables[table]
  const channel = `vkLive#${key}`
  return {
    recipientId,
    [partitionKey]: isPartitioned(table) ? partitionOf(table, recipientId) : key,
    ...(sortKey !== undefined && { [sortKey]: numbers.includes(sortKey) ? 1 : key }),
    ...(table === 'quotas' && { collection: 'announcers' }),
    ...(table === 'overlays' && { keyHash: key, connectionId: key }),
    ...(table === 'tokens' && { platform: 'vkLive', accountId: key }),
    ...(table === 'members' && { id: `member#${key}`, ownerId: recipientId, memberId: key }),
    ...(table === 'uploads' && { files: [{ id: key }] }),
    ...(table === 'accountLinks' && { account: channel }),
    ...(table === 'donationSources' && donationSourceKey(`streamElements#${key}`)),
    ...(table === 'watchedChannels' && { shard: shardOf(channel), channel }),
  }
}

/** Puts an item of the recipient into every table that holds data of recipients. */
export const putEverywhere = async ({
  recipient,
  put,
  unique,
}: Pick<Scene, 'recipient' | 'put' | 'unique'>): Promise<void> => {
  const key = unique('item')
  for (const table of personalTables) await put(table, leastItem(table, recipient, key))
  const link = { id: 'of a donation service', platform: 'streamElements' }
  await put('tokens', { ...leastItem('tokens', recipient, key), ...link })
}
