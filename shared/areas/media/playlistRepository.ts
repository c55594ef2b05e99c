import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item, Write } from '../../contract/write.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { revisionAmong } from '../../mechanisms/store/precondition.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { newId } from '../../runtime/ids.ts'
import type { createPlaylist, Playlist } from './playlistContract.ts'

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

/** Bytes of a playlist in the use of its collection. */
const bytesOf = (playlist: KeptPlaylist): number => Buffer.byteLength(JSON.stringify(playlist))

/** Playlists, one item each, by recipient and id; ids sort by age. */
export const playlistRepository = (client: DynamoDBDocumentClient, table = tableName('playlists')) => ({
  /** A new playlist, its write, and the bytes that it counts. */
  creation: (
    recipientId: string,
    { title, items }: NewPlaylist,
  ): { playlist: KeptPlaylist; write: Write; bytes: number } => {
    const id = newId()
    const playlist = { id, title, ownerId: recipientId, items, revision: newId() }
    const bytes = bytesOf(playlist)
    const item = { recipientId, id, title, items, revision: playlist.revision, bytes }
    return { playlist, write: put(table, item, { repeatable: true }), bytes }
  },

  find: async (recipientId: string, id: string): Promise<KeptPlaylist | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, id } })
    return item && playlistFromItem(item)
  },

  /** Changes the playlist that was `found`; `bytes` is its growth. Raises `Conflict` when it has changed or is gone. */
  change: (
    recipientId: string,
    playlist: KeptPlaylist,
    found: KeptPlaylist,
  ): { readonly write: Write; readonly bytes: number } => {
    const { id, title, items, revision } = playlist
    const bytes = bytesOf(playlist)
    const set = { title, items, revision, bytes }
    const when = revisionAmong([found.revision], revision)
    return {
      write: update(table, { recipientId, id }, { set, when, repeatable: true, refusal: conflicting }),
      bytes: bytes - bytesOf(found),
    }
  },

  /** The counted bytes of a playlist; undefined for a missing one. */
  countedBytes: async (recipientId: string, id: string): Promise<number | undefined> => {
    const item = await getItem(client, {
      TableName: table,
      Key: { recipientId, id },
      ProjectionExpression: '#bytes',
      ExpressionAttributeNames: { '#bytes': 'bytes' },
    })
    return item && Number(item['bytes'])
  },

  /** Deletes a playlist with its counted bytes. Raises `Conflict` when it was deleted or changed. */
  removal: (recipientId: string, id: string, bytes: number): Write =>
    remove(table, { recipientId, id }, { when: { if: '#bytes = :bytes', values: { bytes } }, refusal: conflicting }),

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
