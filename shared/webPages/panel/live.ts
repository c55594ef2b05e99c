import { useEffect, useState } from 'preact/hooks'
import type { Goal } from '../../client/generated/events.ts'
import type { State } from '../../client/live/connection.ts'
import { answered } from './answered.ts'
import { listenerStorage, service } from './session.ts'

const longest = 100

const recent = async () => (await answered(service.GET('/alerts', { params: { query: { size: 30 } } }))).content

export type Alert = Awaited<ReturnType<typeof recent>>[number]

export interface Live {
  readonly state: State | 'waiting'
  /** The newest one first. */
  readonly alerts: readonly Alert[]
  readonly goals: readonly Goal[]
  readonly show: { readonly paused: boolean; readonly muted: boolean } | undefined
  /** Counts what came, for parts of the page that are read anew then. */
  readonly changes: number
}

const nothing: Live = { state: 'waiting', alerts: [], goals: [], show: undefined, changes: 0 }

const merged = (alerts: readonly Alert[], others: readonly Alert[]): readonly Alert[] =>
  [...new Map([...others, ...alerts].map((alert) => [alert.id, alert])).values()]
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, longest)

/** Alerts, goals and the state of the show, as they come. */
export const useLive = (): Live => {
  const [live, setLive] = useState(nothing)
  useEffect(() => {
    const change = (next: (before: Live) => Partial<Live>) =>
      setLive((before) => ({ ...before, changes: before.changes + 1, ...next(before) }))
    const load = () =>
      recent()
        .then((alerts) => change((before) => ({ alerts: merged(alerts, before.alerts) })))
        // The views say what is wrong.
        .catch(() => undefined)
    void load()
    let close = (): void => undefined
    let isClosed = false
    void listenerStorage().then((storage) => {
      if (isClosed) return
      const listening = service.connectAlerts({
        name: 'panel',
        storage,
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
      close = () => {
        listening.close()
        removeEventListener('online', open)
        document.removeEventListener('visibilitychange', open)
      }
    })
    return () => {
      isClosed = true
      close()
    }
  }, [])
  return live
}
