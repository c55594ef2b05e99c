import type { Item } from '../contract/write.ts'
import type { OverlayRepository } from '../overlays/overlayRepository.ts'
import type { StreamRecord } from '../store/streamRecord.ts'
import type { ConsumeBatch, Failure } from '../workers/batchHandler.ts'
import type { DeliveryMessage } from './serverMessages.ts'
import type { SocketSender } from './socketSender.ts'

export interface PushPorts {
  readonly overlays: Pick<OverlayRepository, 'listening' | 'detach'>
  readonly sender: SocketSender
  /** The messages of new items of one recipient, in their order. */
  readonly messagesOf: (recipientId: string, items: readonly Item[]) => Promise<readonly DeliveryMessage[]>
}

/** A message with the record that it was made of. */
interface Push {
  readonly record: StreamRecord
  readonly message: DeliveryMessage
}

/**
 * Sends what is new to each overlay that listens: recipients and overlays at the same time, to one overlay one message after the other.
 * An overlay that cannot be sent to makes the batch come again from its message on; what the others have taken by then is not sent to
 * them again, as far as this function remembers it.
 */
export const pushing = ({ overlays, sender, messagesOf }: PushPorts): ConsumeBatch => {
  type Listening = Awaited<ReturnType<typeof overlays.listening>>[number]
  let takenBefore: ReadonlySet<string> = new Set()

  /** The first message that could not be sent, with the reason, fails with all after it; none when the overlay is gone. */
  const sendTo = async (
    { recipientId, overlayId, connectionId }: Listening,
    pushes: readonly Push[],
    taken: Set<string>,
  ): Promise<readonly Failure[]> => {
    for (const [index, { message }] of pushes.entries()) {
      const key = `${connectionId} ${message.sequence}`
      try {
        if (takenBefore.has(key) || (await sender.send(connectionId, message))) {
          taken.add(key)
          continue
        }
        await overlays.detach(recipientId, overlayId, connectionId)
        return []
      } catch (error) {
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
