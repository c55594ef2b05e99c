import type { Goal } from '../client/generated/events.ts'
import type { State } from '../client/live/connection.ts'
import { doubtChannel } from './channel.ts'
import { get } from './service.ts'
import { client } from './session.ts'

export interface Live {
  readonly state: State | 'waiting'
  readonly goals?: readonly Goal[] | undefined
  readonly show: { readonly paused: boolean; readonly muted: boolean } | undefined
  /** Counts what came, for parts of the page that are read anew then. */
  readonly changes: number
}

export const nothingLive: Live = { state: 'waiting', show: undefined, changes: 0 }

/** Takes the state of the show as it was read. */
let take: (show: Live['show']) => void = () => undefined

const ask = async () => {
  const show = await get('/alerts/show')
  take(show)
  return show
}
let asked: ReturnType<typeof ask> | undefined
/** Parts that ask at the same time share one answer. */
export const presentShow = () => {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return asked
}

/** Changes that come within this time are read together. */
const gatheredMs = 1000

/**
 * Counts alerts and their changes, and gives goals and the state of the show, as they come, until it is ended. Without
 * a connection the show is as it was read last.
 */
export const listenLive = (set: (next: (before: Live) => Live) => void): (() => void) => {
  take = (show) => set((before) => (before.state === 'online' ? before : { ...before, show }))
  const come = (next: Partial<Live>) => set((before) => ({ ...before, ...next }))
  // A browser without it reads by the clock.
  if (globalThis.WebSocket === undefined) {
    come({ state: 'offline' })
    return () => undefined
  }
  let last: Live['state'] = 'waiting'
  let isGathering = false
  const count = () => {
    isGathering = false
    set((before) => ({ ...before, changes: before.changes + 1 }))
  }
  const gather = () => {
    if (!isGathering) setTimeout(count, gatheredMs)
    isGathering = true
  }
  const listening = client.watchAlerts({
    // Each sign of life says again that it is online; what came before it was is read once.
    changed: (state) => {
      if (state === 'online' && last !== 'online') gather()
      last = state
      if (state === 'revoked' || state === 'rejected') doubtChannel()
      come({ state })
    },
    controlled: (show) => come({ show }),
    goals: (goals) => come({ goals }),
    show: gather,
  })
  const open = () => document.visibilityState === 'visible' && listening.open()
  addEventListener('online', open)
  document.addEventListener('visibilitychange', open)
  return () => {
    removeEventListener('online', open)
    document.removeEventListener('visibilitychange', open)
    listening.close()
  }
}
