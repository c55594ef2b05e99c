import type { OverlayRepository } from '../overlays/overlayRepository.ts'
import type { StreamRecord } from '../store/streamRecord.ts'
import type { Failure } from '../workers/batchHandler.ts'
import type { DeliveryItem } from './deliveries.ts'
import type { DeliveryRepository } from './deliveryRepository.ts'
import type { DeliveryMessage } from './serverMessages.ts'
import type { SocketSender } from './socketSender.ts'

export interface PushPorts {
  readonly overlays: Pick<OverlayRepository, 'listening' | 'detach'>
  readonly deliveries: Pick<DeliveryRepository, 'fresh'>
  readonly sender: SocketSender
}

/** Sends the new deliveries of one recipient to each of his overlays that listens, in their order. */
export const pushing = ({ overlays, deliveries, sender }: PushPorts) => {
  type Listening = Awaited<ReturnType<typeof overlays.listening>>[number]

  /** The first message that could not be sent, with the reason; none when all were, or the overlay is gone. */
  const sendTo = async (
    { recipientId, overlayId, connectionId }: Listening,
    messages: readonly DeliveryMessage[],
  ): Promise<{ readonly sequence: number; readonly error: unknown } | undefined> => {
    for (const message of messages) {
      try {
        if (await sender.send(connectionId, message)) continue
        await overlays.detach(recipientId, overlayId, connectionId)
        return undefined
      } catch (error) {
        return { sequence: message.sequence, error }
      }
    }
    return undefined
  }

  const sequenceOf = ({ keys }: StreamRecord): number => Number(keys['sequence'])

  /** @param records new deliveries of one recipient, oldest first */
  return async (recipientId: string, records: readonly StreamRecord[]): Promise<readonly Failure[]> => {
    const items = records.map(({ newImage }) => newImage as unknown as DeliveryItem)
    const [listening, messages] = await Promise.all([
      overlays.listening(recipientId),
      deliveries.fresh(recipientId, items),
    ])
    const failed = (await Promise.all(listening.map((overlay) => sendTo(overlay, messages)))).filter(
      (failure) => failure !== undefined,
    )
    return records.flatMap((record) => {
      const failure = failed.find(({ sequence }) => sequence <= sequenceOf(record))
      return failure === undefined ? [] : [{ record, error: failure.error }]
    })
  }
}
