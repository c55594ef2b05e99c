import { systemChance } from '../../runtime/chance.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import type { Method } from './answer.ts'
import { reconnectMs } from './live/connection.ts'
import { Credentials, type ListenerStorage, sessionCredentials, type Ticket, type Tickets } from './live/credentials.ts'
import { type Listening, type ListeningOptions, listen } from './live/listen.ts'
import { ServiceError } from './problem.ts'

interface NamedListener {
  /**
   * The listener's name, such as `game`. Its place in the storage belongs to it, so one page at a time listens under a
   * name; further ones wait until it is closed. Each name takes one of the recipient's places for overlays.
   */
  readonly name: string
  readonly session?: false
  /** Storage of key and progress; `localStorage` by default. Without it, every start is a new listener. */
  readonly storage?: ListenerStorage
}

interface SessionListener {
  /**
   * For a page whose user is signed in: it listens as long as there is an access token, stores nothing, takes no place,
   * and does not acknowledge, because it shows nothing on the stream.
   */
  readonly session: true
  readonly name?: undefined
  readonly storage?: undefined
}

export type AlertOptions = ListeningOptions & (NamedListener | SessionListener)

/** The parts of a service's client that listeners need. */
interface Service {
  readonly post: Method<'post'>
  readonly url: string
  /** The present access token. */
  readonly token: () => string | Promise<string>
}

/** Whether the service, or the gateway in front of it, does not accept the token. */
const isTokenRejected = ({ status }: { readonly status: number }): boolean => status === 401 || status === 403

/** A wait that can be ended. */
class Pause {
  end = (): void => undefined

  begin(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/**
 * A first ticket is requested once, and again when it has expired unused; that of a session for each connection. After a token was rejected, nothing is
 * requested until there is another token.
 */
const ticketsOf = (
  { post, token }: Service,
  { name, changed }: { readonly name: string | undefined; readonly changed: ListeningOptions['changed'] },
  { isClosed, pause }: { readonly isClosed: () => boolean; readonly pause: Pause },
  clock: Clock,
): Tickets => {
  let made: (Ticket & { readonly expiresAt: string }) | undefined
  const anotherToken = async (rejected: string): Promise<void> => {
    changed?.('rejected')
    for (let attempts = 1; !isClosed() && (await token()) === rejected; attempts++)
      await pause.begin(reconnectMs(attempts, false, systemChance))
  }

  return {
    first: async () => {
      if (name !== undefined && made !== undefined && Date.parse(made.expiresAt) > clock()) return made
      for (;;) {
        const used = await token()
        const body = name === undefined ? { session: true } : { name }
        const { data, error } = await post('/overlays/commands/create-ticket', { body })
        made = data
        if (data !== undefined) return data
        if (isTokenRejected(error)) await anotherToken(used)
        if (isClosed() || !isTokenRejected(error)) throw new ServiceError(error)
      }
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
  if (globalThis.WebSocket === undefined) throw new Error('there is no WebSocket here: alerts need Node.js 22 or newer')
  const place = `alerts:${service.url}:${name ?? ''}`
  let listening: Listening | undefined
  let release = (): void => undefined
  let isClosed = false
  const pause = new Pause()
  const tickets = ticketsOf(service, { name, changed: options.changed }, { isClosed: () => isClosed, pause }, clock)
  const start = (): Promise<void> | undefined => {
    if (isClosed) return undefined
    const credentials =
      name === undefined
        ? sessionCredentials(tickets.first)
        : new Credentials(place, tickets, storage && (() => storage))
    listening = listen(credentials, options)
    listening.open()
    return new Promise((resolve) => {
      release = resolve
    })
  }
  // Programs without locks have no second page that could use the same storage, and a session has no storage.
  if (name === undefined || globalThis.navigator?.locks === undefined) void start()
  else void navigator.locks.request(place, start)
  return {
    open: () => {
      pause.end()
      listening?.open()
    },
    close: () => {
      isClosed = true
      pause.end()
      listening?.close()
      release()
    },
  }
}
