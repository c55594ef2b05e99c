import { once } from 'node:events'
import { WebSocket } from 'ws'
import { Feed } from '../../../shared/web/client/live/feed.ts'
import { overtakingMs, patienceMs } from '../../../shared/web/client/live/listen.ts'
import type { ServerMessage } from '../../../shared/web/client/live/messages.ts'
import { resume } from '../../support/socketClient.ts'

/** An overlay that shows each alert at once and in order, asks for what it misses, and acknowledges nothing. */
export interface Screen {
  /** The donor of each alert that was shown, and `performance.now()` of that, in their order. */
  readonly shown: readonly { readonly donor: string; readonly at: number }[]
  /** Messages that came more than once, which are shown once. */
  readonly repeated: () => number
  close(): void
}

/** Resolves when the overlay is attached, so that every later alert is pushed to it. */
export const openScreen = async (url: string, token: string): Promise<Screen> => {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  const feed = new Feed()
  const shown: { donor: string; at: number }[] = []
  const received = new Set<number>()
  const attached = Promise.withResolvers<void>()
  let repeated = 0
  let waiting: NodeJS.Timeout | undefined
  let overdue: NodeJS.Timeout | undefined

  const ask = (): void => {
    clearTimeout(overdue)
    overdue = setTimeout(() => feed.isResuming && ask(), patienceMs)
    feed.resuming()
    socket.send(JSON.stringify(resume(feed.after)))
  }
  const askForMissing = (): void => {
    waiting = undefined
    if (feed.isMissing) ask()
  }
  const take = (message: ServerMessage): void => {
    if (message.type === 'welcome') {
      feed.welcome(message)
      attached.resolve()
    } else if ('sequence' in message) {
      if (received.has(message.sequence)) repeated += 1
      received.add(message.sequence)
      feed.take(message)
    }
    for (let next = feed.next(); next !== undefined; next = feed.next())
      if (next.type === 'alert') shown.push({ donor: next.alert.nickname, at: performance.now() })
    if (feed.needsResume) ask()
    else if (feed.isMissing) waiting ??= setTimeout(askForMissing, overtakingMs)
  }
  socket.on('message', (data) => take(JSON.parse(String(data)) as ServerMessage))
  await once(socket, 'open')
  ask()
  await attached.promise
  const close = (): void => {
    clearTimeout(waiting)
    clearTimeout(overdue)
    socket.close()
  }
  return { shown, repeated: () => repeated, close }
}
