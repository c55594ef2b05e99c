import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { Credentials, type ListenerStorage, type Ticket, type Tickets } from './live/credentials.ts'
import { type Listening, type ListeningOptions, listen } from './live/listen.ts'
import { ServiceError } from './problem.ts'
import { type Service, ticketRequests } from './requestedTicket.ts'

export interface AlertOptions extends ListeningOptions {
  /**
   * The listener's name, such as `game`. Its key in the storage belongs to it, so one page at a time listens under a
   * name; further ones wait until it is closed. Each name takes one of the recipient's places for overlays.
   */
  readonly name: string
  /** Storage of key and progress; `localStorage` by default. Without it, every start is a new listener. */
  readonly storage?: ListenerStorage
}

/** A first ticket is requested once, and again when it has expired unused. */
const ticketsOf = (
  { post }: Service,
  { request }: Pick<ReturnType<typeof ticketRequests>, 'request'>,
  name: string,
  clock: Clock,
): Tickets => {
  let made: (Ticket & { readonly expiresAt: string }) | undefined
  return {
    first: async () => {
      if (made === undefined || Date.parse(made.expiresAt) <= clock()) made = await request({ name })
      return made
    },
    renewed: async (key, ifFree) => {
      const body = { key, ...(ifFree && { ifFree }) }
      const { data, error } = await post('/overlays/commands/renew-ticket', { body })
      if (error?.code === 'overlay_connected') return 'taken'
      if (error?.code === 'overlay_key_rejected') return undefined
      if (error !== undefined) throw new ServiceError(error)
      return data
    },
    isEndless: true,
  }
}

/**
 * Listens to the alerts of the recipient: gets tickets, connects again whenever the connection is cut, resumes after
 * the last delivery that was shown, fills gaps, and acknowledges deliveries that were shown to the end.
 *
 * @throws Error where there is no `WebSocket`
 */
export const connectAlerts = (
  service: Service,
  { name, storage, ...options }: AlertOptions,
  clock = systemClock,
): Listening => {
  if (globalThis.WebSocket === undefined)
    throw new Error('this Node.js has no WebSocket: alerts need Node.js 22 or newer')
  const storageKey = `alerts:${service.url}:${name}`
  let listening: Listening | undefined
  let release = (): void => undefined
  let isClosed = false
  const requests = ticketRequests(service, options.changed)
  const tickets = ticketsOf(service, requests, name, clock)
  const start = (): Promise<void> | undefined => {
    if (isClosed) return undefined
    listening = listen(new Credentials(storageKey, tickets, storage && (() => storage)), options)
    listening.open()
    return new Promise((resolve) => {
      release = resolve
    })
  }
  // Programs without locks have no second page that could use the same storage.
  if (globalThis.navigator?.locks === undefined) void start()
  else void navigator.locks.request(storageKey, start)
  return {
    open: () => {
      requests.hurry()
      listening?.open()
    },
    close: () => {
      isClosed = true
      requests.close()
      listening?.close()
      release()
    },
  }
}
