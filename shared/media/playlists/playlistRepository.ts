import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { unknownId } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { newId } from '../../ids.ts'
import { getItem } from '../../store/getItem.ts'
import { queryAll } from '../../store/query.ts'
import type { createPlaylist, Playlist } from './contract.ts'

export type NewPlaylist = z.output<(typeof createPlaylist)['body']>
export type KeptPlaylist = z.input<typeof Playlist>

const playlistFromItem = (item: Item): KeptPlaylist => {
  const { id, title, recipientId, items } = item as { recipientId: string } & KeptPlaylist
  return { id, title, ownerId: recipientId, items: items.map((entry) => ({ title: entry.title, src: entry.src })) }
}

/** Playlists, one item each, by recipient and id; ids sort by age. */
export const playlistRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** A new playlist as it will be, and the write that makes it so. */
  creation: (
    recipientId: string,
    { title, items }: NewPlaylist,
  ): { playlist: KeptPlaylist; write: Write; bytes: number } => {
    const id = newId()
    const playlist = { id, title, ownerId: recipientId, items }
    const bytes = Buffer.byteLength(JSON.stringify(playlist))
    return {
      playlist,
      write: {
        operation: { Put: { TableName: table, Item: { recipientId, id, title, items, bytes } } },
        repeatable: true,
      },
      bytes,
    }
  },

  /** Bytes that a playlist was counted with; zero for one that is not there. */
  bytesOf: async (recipientId: string, id: string): Promise<number> => {
    const item = await getItem(client, {
      TableName: table,
      Key: { recipientId, id },
      ProjectionExpression: '#bytes',
      ExpressionAttributeNames: { '#bytes': 'bytes' },
    })
    return Number(item?.['bytes'] ?? 0)
  },

  removal: (recipientId: string, id: string): Write => ({
    operation: { Delete: { TableName: table, Key: { recipientId, id }, ConditionExpression: 'attribute_exists(id)' } },
    repeatable: false,
    refusal: () => unknownId('playlist'),
  }),

  /** All playlists of a recipient. */
  list: async (recipientId: string): Promise<KeptPlaylist[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ConsistentRead: true,
    })
    return items.map(playlistFromItem)
  },
})

export type PlaylistRepository = ReturnType<typeof playlistRepository>
