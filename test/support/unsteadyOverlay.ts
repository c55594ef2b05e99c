import type { WelcomeMessage } from '../../shared/web/client/generated/events.ts'
import { Feed, type Progress } from '../../shared/web/client/live/feed.ts'
import type { DeliveryMessage } from '../../shared/web/client/live/messages.ts'
import { ack, clientOf, resume, type SocketClient } from './socketClient.ts'

interface UnsteadyOptions {
  /** The address of the WebSocket API with the overlay's name: `ws://…?name=…`. */
  readonly url: string
  readonly token: () => Promise<string>
  /** Decides when a connection drops, what is acknowledged, and whether the page forgets. */
  readonly random: () => number
  /** The average number of messages between two dropped connections. */
  readonly messagesBetweenDrops?: number
}

/** An overlay like the page, but without a screen: it shows at once, loses connections, and is reloaded. */
export const unsteadyOverlay = ({ url, token, random, messagesBetweenDrops = 50 }: UnsteadyOptions) => {
  const shown: DeliveryMessage[] = []
  /** A reload keeps what was shown, and nothing else. */
  let kept: Progress | undefined
  let feed = new Feed()
  let client: SocketClient | undefined
  let connections = 0
  let isOver = false

  const connect = async (): Promise<void> => {
    client = await clientOf(url, { authorization: `Bearer ${await token()}` })
    connections += 1
    if (kept?.shown !== undefined) client.send(ack(kept.shown))
    ask()
  }
  const ask = (): void => {
    feed.resuming()
    client?.send(resume(feed.after))
  }
  const drop = async (): Promise<void> => {
    // A reload loses deliveries that were received and not shown; a lost connection does not.
    if (random() < 0.5) feed = new Feed(kept)
    const dropped = client
    client = undefined
    await dropped?.close()
    await connect()
  }
  const wait = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    if (random() < 0.02) ask()
  }
  const take = (message: SocketClient['inbox'][number]): void => {
    if (message.type === 'welcome') feed.welcome(message as WelcomeMessage)
    if ('sequence' in message) feed.take(message as DeliveryMessage)
    if (feed.needsResume || feed.isMissing) ask()
    for (let [next] = feed.next(); next !== undefined; [next] = feed.next()) {
      shown.push(next)
      feed.finish()
      kept = feed.progress
      if (random() < 0.8) client?.send(ack(next.sequence))
    }
  }
  const run = async (): Promise<void> => {
    await connect()
    while (!isOver) {
      const message = client?.inbox.shift()
      if (message === undefined) {
        await wait()
        continue
      }
      take(message)
      // By messages, not by time: a slow machine would use up the rate of connections.
      if (random() < 1 / messagesBetweenDrops) await drop()
    }
    await client?.close()
  }
  return { run, shown, end: () => (isOver = true), connections: () => connections }
}
