import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import { newId } from '../ids.ts'
import { remainingMilliseconds } from '../invocation.ts'
import { log, loggedError } from '../log.ts'
import type { ExternalVideo } from './contract.ts'

/** A playlist as its host has it, in the host's order. */
export interface HostedPlaylist {
  readonly title: string | null
  readonly items: readonly z.input<typeof ExternalVideo>[]
}

/** The external host of playlists. */
export interface PlaylistHost {
  /** @throws Problem `not_found` for a playlist that is private or not there, and those of a provider that fails */
  playlist(playlistId: string): Promise<HostedPlaylist>
}

/** What is remembered of a playlist: nothing, that somebody is reading it, what was read, or why that failed a moment ago. */
export type Remembered =
  | { readonly state: 'unknown' | 'reading' }
  | { readonly state: 'read'; readonly playlist: HostedPlaylist }
  | { readonly state: 'failed'; readonly problem: Problem }

/** Remembers for all functions and recipients what the host said. */
export interface PlaylistMemory {
  recall(playlistId: string): Promise<Remembered>
  /** Takes the turn to read, unless somebody else has it. */
  claim(playlistId: string, holder: string): Promise<boolean>
  keep(playlistId: string, playlist: HostedPlaylist): Promise<void>
  /** Tells those who wait for the holder of the turn that it failed. */
  keepFailure(playlistId: string, holder: string, problem: Problem): Promise<void>
}

/** Milliseconds between two looks at what somebody else is reading. */
const firstDelay = 100
const longestDelay = 1000

const waitForTurn = async (attempt: number): Promise<void> => {
  const delay = Math.min(longestDelay, firstDelay * 1.5 ** attempt) * (0.5 + Math.random() / 2)
  if (remainingMilliseconds() <= delay)
    throw new Problem('provider_timeout', 'The playlist is still being read; the request can be repeated.', {
      retryAfter: 1,
    })
  await sleep(delay)
}

const notRemembered = (error: unknown): void => log('WARN', 'playlist not remembered', { error: loggedError(error) })

/**
 * Reads playlists from their host, each at most once in a while: what was read is remembered, and of all who ask for a playlist that is
 * not, one reads it while the others wait. A popular playlist costs its quota once, however many ask at the same moment.
 */
export const rememberedPlaylists = (memory: PlaylistMemory, host: PlaylistHost): PlaylistHost => {
  const readAndKeep = async (playlistId: string, holder: string): Promise<HostedPlaylist> => {
    let playlist: HostedPlaylist
    try {
      playlist = await host.playlist(playlistId)
    } catch (error) {
      if (error instanceof Problem) await memory.keepFailure(playlistId, holder, error).catch(notRemembered)
      throw error
    }
    // The answer is there and has cost its quota: it is given even if it cannot be remembered.
    await memory.keep(playlistId, playlist).catch(notRemembered)
    return playlist
  }

  return {
    playlist: async (playlistId) => {
      const holder = newId()
      for (let attempt = 0; ; attempt++) {
        const remembered = await memory.recall(playlistId)
        if (remembered.state === 'read') return remembered.playlist
        if (remembered.state === 'failed') throw remembered.problem
        if (remembered.state === 'unknown' && (await memory.claim(playlistId, holder)))
          return readAndKeep(playlistId, holder)
        await waitForTurn(attempt)
      }
    },
  }
}
