import { randomUUID } from 'node:crypto'
import type { QueueResource } from '../deployment.ts'
import { openQueueStore, type StoredMessage } from './queueStore.ts'

/** A message that was received, with the handle by which this receipt is deleted. */
export interface ReceivedMessage extends StoredMessage {
  readonly receiptHandle: string
}

interface NewMessage extends Pick<StoredMessage, 'body' | 'senderId' | 'attributes'> {
  /** The queue's own delay by default. */
  readonly delaySeconds?: number | undefined
}

/** A standard queue, as SQS keeps it. */
export interface LocalQueue {
  readonly resource: QueueResource
  send(message: NewMessage): StoredMessage
  /** Takes a message that another queue has given up: its id and the time at which it was sent stay. */
  bury(message: StoredMessage): void
  /**
   * Visible messages, the oldest first, at most so many and so many bytes. A message that was received too often goes
   * to the dead letters instead.
   */
  receive(limit: number, mostBytes?: number, visibilitySeconds?: number): readonly ReceivedMessage[]
  /** Deletes a received message. The handle of an earlier receipt deletes nothing. */
  remove(receiptHandle: string): void
  /** Makes a received message visible after so many seconds; false when it is not hidden by this receipt. */
  hide(receiptHandle: string, seconds: number): boolean
  /** All messages, in the order of their arrival. */
  readonly messages: ReadonlyMap<string, StoredMessage>
  /** Milliseconds until the next message becomes visible, if nothing else happens; undefined when there is none. */
  nextVisibleIn(): number | undefined
  /** Calls the listener after each message, until it is forgotten. */
  onSent(listener: () => void): () => void
}

export interface LocalQueues {
  readonly all: readonly LocalQueue[]
  /** @throws Error for an id that the template does not have */
  named(logicalId: string): LocalQueue
}

export interface QueuesOptions {
  readonly queues: readonly QueueResource[]
  /** The folder that keeps messages between runs; `memory` keeps none. */
  readonly dataFolder: string | 'memory'
}

/** Bytes of a message in a function's event, about. */
export const bytesOf = ({ body, attributes = {} }: Pick<StoredMessage, 'body' | 'attributes'>): number =>
  Buffer.byteLength(JSON.stringify([body, attributes])) + bytesBesideBody

/** Attributes, handles and names of one record. */
const bytesBesideBody = 1000

/**
 * The queues of a template.
 *
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout.html
 */
export const openQueues = ({ queues, dataFolder }: QueuesOptions): LocalQueues => {
  const opened = new Map<string, LocalQueue>()

  const openQueue = (resource: QueueResource): LocalQueue => {
    const store = openQueueStore(resource.logicalId, dataFolder)
    const listeners = new Set<() => void>()
    const { redrive } = resource

    const notify = () => {
      for (const listener of listeners) listener()
    }

    const buryOrReceive = (message: StoredMessage, visibilitySeconds: number): ReceivedMessage[] => {
      const target = redrive && opened.get(redrive.queueLogicalId)
      if (redrive && target && message.receiveCount >= redrive.maxReceiveCount) {
        target.bury(message)
        store.remove(message.messageId)
        return []
      }
      const at = Date.now()
      const next = {
        ...message,
        firstReceivedAt: message.firstReceivedAt ?? at,
        receiveCount: message.receiveCount + 1,
        visibleAt: at + visibilitySeconds * 1000,
      }
      store.put(next)
      return [{ ...next, receiptHandle: `${message.messageId}#${next.receiveCount}` }]
    }

    const add = (message: StoredMessage) => {
      store.put(message)
      notify()
    }

    /** The message of the latest receipt. */
    const received = (receiptHandle: string): StoredMessage | undefined => {
      const [messageId = '', count] = receiptHandle.split('#')
      const message = store.messages.get(messageId)
      return String(message?.receiveCount) === count ? message : undefined
    }

    return {
      resource,
      send({ delaySeconds = resource.delaySeconds, ...given }) {
        const at = Date.now()
        const visibleAt = at + delaySeconds * 1000
        const message = { messageId: randomUUID(), ...given, sentAt: at, visibleAt, receiveCount: 0 }
        add(message)
        return message
      },
      bury: ({ firstReceivedAt: _, ...message }) => add({ ...message, visibleAt: Date.now(), receiveCount: 0 }),
      receive(limit, mostBytes = Number.POSITIVE_INFINITY, visibilitySeconds = resource.visibilityTimeoutSeconds) {
        const at = Date.now()
        const taken: ReceivedMessage[] = []
        let bytes = 0
        for (const message of [...store.messages.values()]) {
          if (message.visibleAt > at) continue
          bytes += bytesOf(message)
          if (taken.length === limit || bytes > mostBytes) break
          taken.push(...buryOrReceive(message, visibilitySeconds))
        }
        return taken
      },
      remove(receiptHandle) {
        const message = received(receiptHandle)
        if (message !== undefined) store.remove(message.messageId)
      },
      hide(receiptHandle, seconds) {
        const message = received(receiptHandle)
        const at = Date.now()
        if (message === undefined || message.visibleAt <= at) return false
        store.put({ ...message, visibleAt: at + seconds * 1000 })
        notify()
        return true
      },
      messages: store.messages,
      nextVisibleIn() {
        const times = [...store.messages.values()].map(({ visibleAt }) => visibleAt)
        return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - Date.now())
      },
      onSent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
  }

  for (const resource of queues) opened.set(resource.logicalId, openQueue(resource))
  return {
    all: [...opened.values()],
    named(logicalId) {
      const queue = opened.get(logicalId)
      if (queue === undefined) throw new Error(`the template has no queue ${logicalId}`)
      return queue
    },
  }
}
