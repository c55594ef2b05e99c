import type { TableName } from '../../contract/resources.ts'
import type { Item } from '../../contract/write.ts'
import { otherKey } from '../members/membership.ts'
import { shardOf } from '../platforms/watchedChannelRepository.ts'
import { donationSourceKey } from '../sources/donationSourceRepository.ts'

/** An item whose key stands in another item. */
export interface NamedItem {
  readonly table: TableName
  readonly key: Item
  /** Whose it is, if not the recipient's. */
  readonly of?: string
}

/** The attributes by which an item names others, and those. */
export interface Naming {
  readonly attributes: readonly string[]
  readonly named: (item: Item) => readonly NamedItem[]
}

/** The tables whose items name items that are found by a platform's account, a key or a connection alone. */
export const namings: { readonly [Table in TableName]?: Naming } = {
  overlays: {
    attributes: ['keyHash', 'connectionId'],
    named: ({ keyHash, connectionId }) => [
      ...(keyHash === undefined ? [] : [{ table: 'overlayKeys', key: { keyHash } } as const]),
      ...(connectionId === undefined ? [] : [{ table: 'connections', key: { connectionId } } as const]),
    ],
  },
  members: {
    attributes: ['ownerId', 'memberId'],
    named: (item) => {
      const key = otherKey(item)
      return [{ table: 'members', key, of: key.recipientId }]
    },
  },
  tokens: {
    attributes: ['platform', 'accountId'],
    named: ({ platform, accountId }) => {
      const account = `${platform}#${accountId}`
      return [
        { table: 'accountLinks', key: { account } },
        platform === 'vkLive'
          ? { table: 'watchedChannels', key: { shard: shardOf(account), channel: account } }
          : { table: 'donationSources', key: donationSourceKey(account) },
      ]
    },
  },
}
