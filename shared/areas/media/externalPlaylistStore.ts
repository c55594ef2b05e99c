import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { anyOf, type Condition, put } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { newId } from '../../runtime/ids.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { playlistCachedMs } from './contract.ts'
import type { HostedPlaylist, PlaylistMemory, Remembered } from './externalPlaylist.ts'

/** A failure is cached long enough for all waiting requests, and too short to outlive a repair. */
const failureCachedMs = 5000
/** A claim expires after this time, which no invocation exceeds. */
const claimMs = 30_000
/** A part is at most this large; an item may have 400 KB. */
const partBytes = 350_000
/** A playlist has at most this number of parts; a transaction may have 4 MB. */
const mostParts = 10
/** The sort key of the item that holds the claim. */
const claimPart = -1

const compress = promisify(gzip)
const decompress = promisify(gunzip)

interface Part {
  readonly part: number
  /** Unique for each reading, so that parts of two readings are never combined. */
  readonly version: string
  readonly parts: number
  /** Epoch milliseconds. */
  readonly keptUntil: number
  readonly data: Uint8Array
}

interface Claim {
  readonly holder: string
  /** Epoch milliseconds. */
  readonly heldUntil: number
  readonly failure?: { readonly code: Problem['code']; readonly detail: string; readonly retryAfter?: number }
}

/** The epoch second of DynamoDB's own deletion. The exact instants decide whether an item is still valid. */
const expiresAt = (instant: number): number => Math.ceil(instant / 1000)

const partsOf = (data: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(data.length / partBytes) }, (_, index) =>
    data.subarray(index * partBytes, (index + 1) * partBytes),
  )

/** The compressed playlist, if all its parts are present and valid. */
const wholeData = (items: readonly Item[], now: number): Uint8Array | undefined => {
  const found = items.filter(({ part }) => part !== claimPart) as unknown as readonly Part[]
  const first = found.find(({ part }) => part === 0)
  if (first === undefined || first.keptUntil <= now) return undefined
  const parts = found.filter(({ version }) => version === first.version)
  return parts.length === first.parts ? Buffer.concat(parts.map(({ data }) => data)) : undefined
}

const claimState = (claim: Claim | undefined, now: number): Remembered => {
  if (claim === undefined || claim.heldUntil <= now) return { state: 'unknown' }
  if (claim.failure === undefined) return { state: 'reading' }
  const { code, detail, ...options } = claim.failure
  return { state: 'failed', problem: new Problem(code, detail, options) }
}

/** The cached state, from the items of a playlist's partition in the order of their parts. */
const rememberedFrom = async (items: readonly Item[], now: number): Promise<Remembered> => {
  const data = wholeData(items, now)
  if (data === undefined) return claimState(items.find(({ part }) => part === claimPart) as Claim | undefined, now)
  return { state: 'read', playlist: JSON.parse((await decompress(data)).toString()) as HostedPlaylist }
}

const isHeldBy = (holder: string): Condition => ({ if: 'holder = :holder', values: { holder } })

/**
 * Caches playlists in DynamoDB: compressed (to a tenth of the size, so most need one item), in parts below the item
 * limit, and replaced in one transaction. The claim is an item of the same partition, so that one query reads the whole
 * state.
 */
export const externalPlaylistStore = (
  client: DynamoDBDocumentClient,
  table = tableName('externalPlaylists'),
  clock = systemClock,
): PlaylistMemory => {
  // The claim names its holder, so that a repetition after a lost acknowledgement does not fail on its own success.
  const claimPut = (playlistId: string, claim: Claim, when: Condition): Write =>
    put(
      table,
      { playlistId, part: claimPart, ...claim, expiresAt: expiresAt(claim.heldUntil) },
      { when, repeatable: true },
    )

  return {
    // Eventually consistent, at half the price: a reader of an older state finds the claim taken, and reads again.
    find: async (playlistId) => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'playlistId = :playlistId',
        ExpressionAttributeValues: { ':playlistId': playlistId },
      })
      return rememberedFrom(items, clock())
    },

    claim: async (playlistId, holder) => {
      const now = clock()
      const claim = { holder, heldUntil: now + Math.min(claimMs, remainingMs(clock)) }
      const isClaimable = anyOf(
        { if: 'attribute_not_exists(holder)' },
        { if: 'heldUntil <= :now', values: { now } },
        isHeldBy(holder),
      )
      return (await applyWrites(client, [claimPut(playlistId, claim, isClaimable)])).length === 0
    },

    save: async (playlistId, playlist) => {
      const parts = partsOf(await compress(JSON.stringify(playlist)))
      if (parts.length > mostParts) return
      const keptUntil = clock() + playlistCachedMs
      const every = { playlistId, version: newId(), parts: parts.length, keptUntil, expiresAt: expiresAt(keptUntil) }
      await applyWrites(
        client,
        parts.map((data, part) => put(table, { ...every, part, data }, { repeatable: true })),
      )
    },

    release: async (playlistId, holder) => {
      await applyWrites(client, [claimPut(playlistId, { holder, heldUntil: clock() }, isHeldBy(holder))])
    },

    fail: async (playlistId, holder, { code, message, retryAfter }) => {
      const failure = { code, detail: message, ...(retryAfter !== undefined && { retryAfter }) }
      const claim = { holder, heldUntil: clock() + failureCachedMs, failure }
      await applyWrites(client, [claimPut(playlistId, claim, isHeldBy(holder))])
    },
  }
}
