import { type Clock, systemClock } from '../time/clock.ts'
import type { Method } from './answer.ts'
import { Credentials, type ListenerStorage, type Ticket, type Tickets } from './live/credentials.ts'
import { type Listening, type ListeningOptions, listen } from './live/listen.ts'
import { ServiceError } from './problem.ts'

export interface AlertOptions extends ListeningOptions {
  /**
   * The listener's name, such as `panel`. Its place in the storage belongs to it, so one page at a time listens under a name; further ones wait until it is
   * closed. Each name takes one of the recipient's places for overlays.
   */
  readonly name: string
  /** Where key and progress are kept; `localStorage` by default. Without it, every start is a new listener that begins with the next alert. */
  readonly storage?: ListenerStorage
}

/** A first ticket is asked for once; when it has expired unused, the service is asked for another one. */
const ticketsOf = (post: Method<'post'>, name: string, clock: Clock): Tickets => {
  let made: (Ticket & { readonly expiresAt: string }) | undefined
  return {
    first: async () => {
      if (made !== undefined && Date.parse(made.expiresAt) > clock()) return made
      const { data, error } = await post('/overlays/commands/create-ticket', { body: { name } })
      if (error !== undefined) throw new ServiceError(error)
      made = data
      return data
    },
    renewed: async (key) => {
      const { data, error } = await post('/overlays/commands/renew-ticket', { body: { key } })
      if (error?.code === 'overlay_key_rejected') return undefined
      if (error !== undefined) throw new ServiceError(error)
      return data
    },
    isEndless: true,
  }
}

/**
 * Listens to the alerts of the recipient: gets tickets, connects again whenever the connection is cut, resumes after the last
 * delivery that was shown, fills gaps, and acknowledges what was shown to the end.
 */
export const connectAlerts = (
  post: Method<'post'>,
  url: string,
  { name, storage, ...options }: AlertOptions,
  clock = systemClock,
): Listening => {
  const place = `alerts:${url}:${name}`
  let listening: Listening | undefined
  let release = (): void => undefined
  let isClosed = false
  const start = (): Promise<void> | undefined => {
    if (isClosed) return undefined
    listening = listen(new Credentials(place, ticketsOf(post, name, clock), storage && (() => storage)), options)
    listening.open()
    return new Promise((resolve) => {
      release = resolve
    })
  }
  // Programs without locks have no second page that could use the same storage.
  if (globalThis.navigator?.locks === undefined) void start()
  else void navigator.locks.request(place, start)
  return {
    open: () => listening?.open(),
    close: () => {
      isClosed = true
      listening?.close()
      release()
    },
  }
}
