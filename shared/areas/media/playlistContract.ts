import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { arrayOf, Empty, etag, Identifier, ifMatch, KeptAddress, text } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { sizeInAnswer } from '../../mechanisms/page/fitting.ts'

export const itemLimit = 500

/**
 * Bytes that the items of one playlist may take in a function's answer, where they are JSON within JSON: a page of 100
 * playlists stays below the 6 MB that Lambda lets an answer have.
 */
const itemsBytes = 56 * 1024

const PlaylistItems = arrayOf(
  z.object({ title: text(0, 200), src: KeptAddress }),
  itemLimit,
  z.refine((items) => sizeInAnswer(items) <= itemsBytes, {
    error: `Too big: expected at most ${itemsBytes} bytes of JSON`,
    ...violates('too_long'),
  }),
)

/** A playlist that the caller keeps here; `src` is an entry's address, `revision` is its `ETag` without quotes. */
export const Playlist = z
  .object({
    id: z.string(),
    title: z.string(),
    ownerId: z.string(),
    items: z.array(z.object({ title: z.string(), src: z.string() })),
    revision: z.string(),
  })
  .register(z.globalRegistry, { id: 'Playlist' })

const newPlaylistExample = {
  title: 'Chill',
  items: [{ title: 'A song', src: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }],
}
const playlistId = '019b76da-a800-7000-8000-000000000001'

const playlistExample = {
  id: playlistId,
  ownerId: '019b76da-a800-7000-8000-000000000002',
  ...newPlaylistExample,
  revision: '019b76da-a800-7000-8000-000000000003',
}

const Title = text(1, 200)

export const listPlaylists = operation({
  id: 'listPlaylists',
  area: 'media',
  role: 'editor',
  method: 'GET',
  path: '/playlists',
  summary: "The caller's playlists",
  description: 'Newest first; sortable by `title` and by `id`, which sorts by age.',
  query: wholeQuery({}),
  success: { body: page(Playlist), headers: pageHeaders },
  problems: [],
  access: { playlists: ['Query'], 'key:cursors': ['GenerateMac'] },
  examples: [
    {
      name: 'one',
      answer: pageExample([playlistExample], 'id', false),
    },
  ],
})

export const createPlaylist = operation({
  id: 'createPlaylist',
  area: 'media',
  role: 'editor',
  method: 'POST',
  path: '/playlists/commands/create-playlist',
  summary: 'Create a playlist',
  description: `At most ${itemLimit} items, which together take at most ${itemsBytes / 1024} KiB as they are escaped in an answer. Two playlists may have the same title.`,
  body: z.object({ title: Title, items: z._default(PlaylistItems, []) }),
  success: { body: Playlist, headers: etag },
  largeAnswer: true,
  problems: ['limit_reached', 'erasure_in_progress'],
  access: { playlists: ['PutItem'], quotas: ['UpdateItem'] },
  examples: [
    {
      name: 'one song',
      body: newPlaylistExample,
      answer: playlistExample,
    },
  ],
})

export const changePlaylist = operation({
  id: 'changePlaylist',
  area: 'media',
  role: 'editor',
  method: 'POST',
  path: '/playlists/commands/change-playlist',
  summary: 'Rename a playlist, or change its items',
  description: `\`items\` replaces all of them, within the limits of a new playlist; absent members keep their value. With \`If-Match\` the call fails with 412 if the playlist has changed since its \`ETag\` (its \`revision\` in quotes) was read.`,
  headers: ifMatch,
  body: z.object({ id: Identifier, title: z.optional(Title), items: z.optional(PlaylistItems) }),
  success: { body: Playlist, headers: etag },
  largeAnswer: true,
  problems: ['not_found', 'precondition_failed', 'limit_reached', 'erasure_in_progress'],
  access: { playlists: ['GetItem', 'UpdateItem'], quotas: ['UpdateItem'] },
  examples: [
    {
      name: 'another title',
      body: { id: playlistId, title: 'Calm' },
      answer: { ...playlistExample, title: 'Calm' },
    },
  ],
})

export const deletePlaylist = operation({
  id: 'deletePlaylist',
  area: 'media',
  role: 'editor',
  method: 'POST',
  path: '/playlists/commands/delete-playlist',
  summary: 'Delete a playlist',
  description: 'The playlist is deleted for good, with its items. Deleting it again is 404.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { playlists: ['GetItem', 'DeleteItem'], quotas: ['UpdateItem'] },
  examples: [{ name: 'delete', body: { id: playlistId }, answer: {} }],
})
