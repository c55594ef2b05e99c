import type { Goal } from '../client/generated/events.ts'
import type { State } from '../client/live/connection.ts'
import { client, listenerStorage } from './session.ts'

export interface Live {
  readonly state: State | 'waiting'
  readonly goals?: readonly Goal[] | undefined
  /** The id of this page's listener. */
  readonly listenerId?: string
  readonly show: { readonly paused: boolean; readonly muted: boolean } | undefined
  /** Counts what came, for parts of the page that are read anew then. */
  readonly changes: number
}

export const nothingLive: Live = { state: 'waiting', show: undefined, changes: 0 }

/** Changes that come within this time are read together. */
const gatheredMs = 1000

/** Counts alerts and their changes, and gives goals and the state of the show, as they come. */
export const listenLive = async (set: (next: (before: Live) => Live) => void): Promise<void> => {
  let gathering: ReturnType<typeof setTimeout> | undefined
  const count = () => {
    gathering = undefined
    set((before) => ({ ...before, changes: before.changes + 1 }))
  }
  const change = (next: Partial<Live>) => {
    set((before) => ({ ...before, ...next }))
    gathering ??= setTimeout(count, gatheredMs)
  }
  const listening = client.connectAlerts({
    name: 'panel',
    storage: await listenerStorage(),
    changed: (state) => change({ state }),
    welcomed: ({ overlayId }) => change({ listenerId: overlayId }),
    controlled: (show) => change({ show }),
    goals: (goals) => change({ goals }),
    show: () => change({}),
  })
  const open = () => document.visibilityState === 'visible' && listening.open()
  addEventListener('online', open)
  document.addEventListener('visibilitychange', open)
}
