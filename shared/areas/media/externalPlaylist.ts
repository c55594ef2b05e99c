import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import { backoffMs } from '../../runtime/backoffMs.ts'
import { newId } from '../../runtime/ids.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import type { ExternalVideo } from './contract.ts'

/** A playlist of its host, in the host's order. */
export interface HostedPlaylist {
  readonly title: string | null
  readonly items: readonly z.input<typeof ExternalVideo>[]
}

export interface PlaylistHost {
  /**
   * @param spend is called before each request to the host, with the units of its quota; an error of it ends the
   *   reading
   * @throws Problem `not_found` for a private or unknown playlist, and the problems of a failing provider
   */
  playlist(playlistId: string, spend: SpendUnits): Promise<HostedPlaylist>
}

/** Spends units of the host's quota, or refuses to. */
export type SpendUnits = (units: number) => Promise<void>

/** The cached state of a playlist: nothing, being read, the playlist, or the reason why reading failed a moment ago. */
export type Remembered =
  | { readonly state: 'unknown' | 'reading' }
  | { readonly state: 'read'; readonly playlist: HostedPlaylist }
  | { readonly state: 'failed'; readonly problem: Problem }

/** Caches the host's playlists for all functions and recipients. */
export interface PlaylistMemory {
  find(playlistId: string): Promise<Remembered>
  /** Claims the reading of a playlist, unless another invocation has claimed it. */
  claim(playlistId: string, holder: string): Promise<boolean>
  save(playlistId: string, playlist: HostedPlaylist): Promise<void>
  /** Gives up the claim of a reading that its holder may not pay for. */
  release(playlistId: string, holder: string): Promise<void>
  /** Records a failed reading for the invocations that wait for it. */
  fail(playlistId: string, holder: string, problem: Problem): Promise<void>
}

/** Playlists that are read from their host only when they are not cached. */
export interface RememberedPlaylists {
  /** @param spend is not called for a cached playlist */
  playlist(playlistId: string, spend: SpendUnits): Promise<HostedPlaylist>
}

/** A playlist that another invocation is reading is looked for again after a random part of these times. */
const firstDelayMs = 200
const longestDelayMs = 1000

const waitForReader = async (attempt: number): Promise<void> => {
  const delay = backoffMs(attempt, firstDelayMs, longestDelayMs)
  if (remainingMs() <= delay)
    throw new Problem('provider_timeout', 'The playlist is still being read; the request can be repeated.', {
      retryAfter: 1,
    })
  await sleep(delay)
}

const notRemembered = (error: unknown): void => log('WARN', 'playlist not remembered', { error: loggedError(error) })

/**
 * Reads playlists from their host and caches them. Of all concurrent requests for a playlist that is not cached, one
 * reads it and the others wait, so a popular playlist costs its quota once.
 */
export const rememberedPlaylists = (memory: PlaylistMemory, host: PlaylistHost): RememberedPlaylists => {
  /** A reader who may spend no more leaves the playlist to others; a failure of the host is theirs too. */
  const readAndKeep = async (playlistId: string, holder: string, spend: SpendUnits): Promise<HostedPlaylist> => {
    let playlist: HostedPlaylist
    let refusal: unknown
    try {
      playlist = await host.playlist(playlistId, (units) =>
        spend(units).catch((error: unknown) => {
          refusal = error
          throw error
        }),
      )
    } catch (error) {
      if (error === refusal) await memory.release(playlistId, holder).catch(notRemembered)
      else if (error instanceof Problem) await memory.fail(playlistId, holder, error).catch(notRemembered)
      throw error
    }
    // The playlist was read and has cost its quota, so it is answered even if it cannot be cached.
    await memory.save(playlistId, playlist).catch(notRemembered)
    return playlist
  }

  return {
    playlist: async (playlistId, spend) => {
      const holder = newId()
      for (let attempt = 0; ; attempt++) {
        const remembered = await memory.find(playlistId)
        if (remembered.state === 'read') return remembered.playlist
        if (remembered.state === 'failed') throw remembered.problem
        if (remembered.state === 'unknown' && (await memory.claim(playlistId, holder)))
          return readAndKeep(playlistId, holder, spend)
        await waitForReader(attempt)
      }
    },
  }
}
