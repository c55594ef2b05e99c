import type { ItemOf } from '../../client/answer.ts'
import type { Goal } from '../../client/generated/events.ts'
import type { State } from '../../client/live/connection.ts'
import { list } from './service.ts'
import { client, listenerStorage } from './session.ts'

export type Alert = ItemOf<'/alerts'>

export interface Live {
  readonly state: State | 'waiting'
  /** The newest one first. */
  readonly alerts: readonly Alert[]
  readonly goals: readonly Goal[]
  readonly show: { readonly paused: boolean; readonly muted: boolean } | undefined
  /** Counts what came, for parts of the page that are read anew then. */
  readonly changes: number
}

export const nothingLive: Live = { state: 'waiting', alerts: [], goals: [], show: undefined, changes: 0 }

const merged = (alerts: readonly Alert[], others: readonly Alert[]): readonly Alert[] =>
  [...new Map([...others, ...alerts].map((alert) => [alert.id, alert])).values()]
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, 100)

/** Gives alerts, goals and the state of the show, as they come. */
export const listenLive = async (set: (next: (before: Live) => Live) => void): Promise<void> => {
  const change = (next: (before: Live) => Partial<Live>) =>
    set((before) => ({ ...before, changes: before.changes + 1, ...next(before) }))
  const load = () =>
    list('/alerts', { size: 30 }).then(
      (alerts) => change((before) => ({ alerts: merged(alerts, before.alerts) })),
      // The views say what is wrong.
      () => undefined,
    )
  void load()
  const listening = client.connectAlerts({
    name: 'panel',
    storage: await listenerStorage(),
    changed: (state) => {
      change(() => ({ state }))
      // An alert that was repeated or decided elsewhere has changed in the list alone.
      if (state === 'online') void load()
    },
    controlled: (show) => change(() => ({ show })),
    goals: (goals) => change(() => ({ goals })),
    show: (message) => {
      if (message.type === 'alert') change(({ alerts }) => ({ alerts: merged([message.alert], alerts) }))
      if (message.type === 'change')
        change(({ alerts }) => ({
          alerts: alerts.map((alert) => (alert.id === message.change.id ? { ...alert, ...message.change } : alert)),
        }))
    },
  })
  const open = () => document.visibilityState === 'visible' && listening.open()
  addEventListener('online', open)
  document.addEventListener('visibilitychange', open)
}
