import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item, Write } from '../../contract/write.ts'
import { newId } from '../../ids.ts'
import { getItem } from '../../store/getItem.ts'
import { revisionAmong } from '../../store/precondition.ts'
import { queryAll } from '../../store/query.ts'
import { Conflict } from '../../store/retryOnConflict.ts'
import { setExpression } from '../../store/setExpression.ts'
import type { createPlaylist, Playlist } from './contract.ts'

export type NewPlaylist = z.output<(typeof createPlaylist)['body']>
export type KeptPlaylist = z.input<typeof Playlist>

export const playlistFromItem = (item: Item): KeptPlaylist => {
  const { id, title, recipientId, items, revision } = item as { recipientId: string } & KeptPlaylist
  return {
    id,
    title,
    ownerId: recipientId,
    items: items.map((entry) => ({ title: entry.title, src: entry.src })),
    revision,
  }
}

/** Bytes that a playlist is counted with. */
const bytesOf = (playlist: KeptPlaylist): number => Buffer.byteLength(JSON.stringify(playlist))

/** Playlists, one item each, by recipient and id; ids sort by age. */
export const playlistRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** A new playlist as it will be, and the write that makes it so. */
  creation: (
    recipientId: string,
    { title, items }: NewPlaylist,
  ): { playlist: KeptPlaylist; write: Write; bytes: number } => {
    const id = newId()
    const playlist = { id, title, ownerId: recipientId, items, revision: newId() }
    const bytes = bytesOf(playlist)
    return {
      playlist,
      write: {
        operation: {
          Put: { TableName: table, Item: { recipientId, id, title, items, revision: playlist.revision, bytes } },
        },
        repeatable: true,
      },
      bytes,
    }
  },

  find: async (recipientId: string, id: string): Promise<KeptPlaylist | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, id } })
    return item && playlistFromItem(item)
  },

  /** Stores a playlist as it has become since it was `found`, and by how many bytes it grows. Raises `Conflict` when it has changed again, or is gone. */
  change: (
    recipientId: string,
    playlist: KeptPlaylist,
    found: KeptPlaylist,
  ): { readonly write: Write; readonly bytes: number } => {
    const { id, title, items, revision } = playlist
    const bytes = bytesOf(playlist)
    const set = setExpression({ title, items, revision, bytes })
    const { ConditionExpression, ExpressionAttributeValues } = revisionAmong([found.revision], revision)
    return {
      write: {
        operation: {
          Update: {
            TableName: table,
            Key: { recipientId, id },
            ConditionExpression,
            UpdateExpression: String(set?.UpdateExpression),
            ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
            ExpressionAttributeValues: { ...set?.ExpressionAttributeValues, ...ExpressionAttributeValues },
          },
        },
        repeatable: true,
        refusal: (item) => new Conflict(item),
      },
      bytes: bytes - bytesOf(found),
    }
  },

  /** Bytes that a playlist is counted with; undefined for one that is not there. */
  countedBytes: async (recipientId: string, id: string): Promise<number | undefined> => {
    const item = await getItem(client, {
      TableName: table,
      Key: { recipientId, id },
      ProjectionExpression: '#bytes',
      ExpressionAttributeNames: { '#bytes': 'bytes' },
    })
    return item && Number(item['bytes'])
  },

  /** Deletes a playlist that is counted with so many bytes. Raises `Conflict` when it was deleted or changed. */
  removal: (recipientId: string, id: string, bytes: number): Write => ({
    operation: {
      Delete: {
        TableName: table,
        Key: { recipientId, id },
        ConditionExpression: '#bytes = :bytes',
        ExpressionAttributeNames: { '#bytes': 'bytes' },
        ExpressionAttributeValues: { ':bytes': bytes },
      },
    },
    repeatable: false,
    refusal: (found) => new Conflict(found),
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
