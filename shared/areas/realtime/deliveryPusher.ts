import type { Item } from '../../contract/write.ts'
import type { StreamRecord } from '../../mechanisms/store/streamRecord.ts'
import type { ConsumeBatch, Failure } from '../../mechanisms/workers/batchHandler.ts'
import { log } from '../../runtime/log.ts'
import type { OverlayRepository } from '../overlays/overlayRepository.ts'
import type { DeliveryMessage } from './serverMessages.ts'
import { type SocketSender, StalledConnection } from './socketSender.ts'

export interface PusherPorts {
  readonly overlays: Pick<OverlayRepository, 'listening' | 'detach' | 'recordMissed'>
  readonly sender: Pick<SocketSender, 'send'>
  /** The messages of new items of one recipient, in their order. */
  readonly messagesOf: (recipientId: string, items: readonly Item[]) => Promise<readonly DeliveryMessage[]>
}

interface Push {
  readonly record: StreamRecord
  readonly message: DeliveryMessage
}

/** The most milliseconds for one message to a connection that has stalled before. */
const briefMs = 200
/** Connections that are remembered as stalled. */
const mostStalled = 1000

/**
 * Sends new deliveries to each connected overlay: recipients and overlays concurrently, the messages of one overlay one
 * after another. If sending to an overlay fails, Lambda repeats the batch from that message on. Messages that other
 * overlays have received are not sent to them again, as long as this execution environment remembers them. A connection
 * that stalls is tried once more, briefly. Then its messages are given up, because all later ones would wait, and it is
 * only tried briefly until it takes a message. Each failure is recorded at the overlay, so that the schedule sends it
 * `missed` within a minute, also when no later delivery comes; the overlay then asks for missing deliveries.
 */
export const deliveryPusher = ({ overlays, sender, messagesOf }: PusherPorts): ConsumeBatch => {
  type Listening = Awaited<ReturnType<typeof overlays.listening>>[number]
  let takenBefore: ReadonlySet<string> = new Set()
  const stalled = new Set<string>()

  /** Resolves to whether the connection still exists. */
  const send = async (connectionId: string, message: DeliveryMessage): Promise<boolean> => {
    const exists = await sender.send(connectionId, message, ...(stalled.has(connectionId) ? [briefMs] : []))
    stalled.delete(connectionId)
    return exists
  }

  /** Whether a connection stalled for the first time. */
  const isNewlyStalled = (recipientId: string, connectionId: string): boolean => {
    if (stalled.has(connectionId)) {
      log('WARN', 'push', { recipientId, code: 'stalled_overlay' })
      return false
    }
    if (stalled.size >= mostStalled) stalled.clear()
    stalled.add(connectionId)
    return true
  }

  /** Sends messages in order; resolves to the first failure. A closed connection is not a failure. */
  const sendTo = async (
    { recipientId, overlayId, connectionId }: Listening,
    pushes: readonly Push[],
    taken: Set<string>,
  ): Promise<readonly Failure[]> => {
    for (const [index, { message }] of pushes.entries()) {
      const key = `${connectionId} ${message.sequence}`
      try {
        if (takenBefore.has(key) || (await send(connectionId, message))) {
          taken.add(key)
          continue
        }
        await overlays.detach(recipientId, overlayId, connectionId)
        return []
      } catch (error) {
        await overlays.recordMissed(recipientId, overlayId, connectionId)
        if (error instanceof StalledConnection && !isNewlyStalled(recipientId, connectionId)) return []
        return pushes.slice(index).map(({ record }) => ({ record, error }))
      }
    }
    return []
  }

  const pushTo = async (
    recipientId: string,
    records: readonly StreamRecord[],
    taken: Set<string>,
  ): Promise<readonly Failure[]> => {
    try {
      const [listening, messages] = await Promise.all([
        overlays.listening(recipientId),
        messagesOf(
          recipientId,
          records.map(({ newImage = {} }) => newImage),
        ),
      ])
      const pushes = records.flatMap((record, index) => {
        const message = messages[index]
        return message === undefined ? [] : [{ record, message }]
      })
      return (await Promise.all(listening.map((overlay) => sendTo(overlay, pushes, taken)))).flat()
    } catch (error) {
      return records.map((record) => ({ record, error }))
    }
  }

  return async (records) => {
    const taken = new Set<string>()
    const byRecipient = Map.groupBy(records, ({ keys }) => String(keys['recipientId']))
    const pushed = await Promise.all([...byRecipient].map(([recipientId, own]) => pushTo(recipientId, own, taken)))
    const failures = new Map(pushed.flat().map((failure) => [failure.record, failure]))
    takenBefore = failures.size === 0 ? new Set() : taken
    return [...failures.values()]
  }
}
