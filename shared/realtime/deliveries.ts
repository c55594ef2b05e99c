import { type Alert, type AlertItem, alertFromItem } from '../alerts/alert.ts'
import { alertSequence } from '../alerts/sequences.ts'
import { messageVersion } from './messageVersion.ts'
import type {
  CheckContents,
  DeliveryMessage,
  MediaContents,
  PaidActionContents,
  SkipContents,
} from './serverMessages.ts'

/** A stored delivery: a repeated alert by its position, a test alert as a whole, anything else as JSON text. */
export type DeliveryItem = RepeatItem | TestItem | ContentsItem

interface AnyDelivery {
  readonly sequence: number
  readonly after: number
  readonly force: boolean
}

interface RepeatItem extends AnyDelivery {
  readonly position: number
}

interface TestItem extends AnyDelivery {
  readonly alert: Alert
}

interface ContentsItem extends AnyDelivery {
  readonly kind: 'action' | 'media' | 'skip' | 'check'
  readonly payload: string
  readonly test: boolean
}

/** Repeated alerts by their positions. */
export type AlertsByPosition = ReadonlyMap<number, AlertItem>

const head = <Type extends DeliveryMessage['type']>(
  type: Type,
  { sequence, after, force }: AnyDelivery,
  test: boolean,
) => ({ version: messageVersion, type, sequence, after, force, test }) as const

/** The message of an alert's first delivery. */
export const messageFromAlert = (item: AlertItem): DeliveryMessage => {
  const { position, after, force = false } = item
  return {
    ...head('alert', { sequence: alertSequence(position), after, force }, false),
    alert: alertFromItem(item),
  }
}

const messageFromContents = (item: ContentsItem): DeliveryMessage => {
  const contents: unknown = JSON.parse(item.payload)
  if (item.kind === 'action') return { ...head('action', item, item.test), action: contents as PaidActionContents }
  if (item.kind === 'media') return { ...head('media', item, item.test), media: contents as MediaContents[] }
  if (item.kind === 'skip') return { ...head('skip', item, item.test), skip: contents as SkipContents }
  return { ...head('check', item, item.test), check: contents as CheckContents }
}

/** The positions of repeated alerts, each once. */
export const repeatedPositions = (items: readonly DeliveryItem[]): readonly number[] => [
  ...new Set(items.flatMap((item) => ('position' in item ? [item.position] : []))),
]

/** The messages of deliveries, in their order. */
export const messagesFromDeliveries = (
  items: readonly DeliveryItem[],
  repeated: AlertsByPosition,
): readonly DeliveryMessage[] =>
  items.map((item) => {
    if ('alert' in item) return { ...head('alert', item, true), alert: alertFromItem(item.alert) }
    if (!('position' in item)) return messageFromContents(item)
    const alert = repeated.get(item.position)
    if (alert === undefined) throw new Error(`the delivery ${item.sequence} shows an alert that is not there`)
    return { ...head('alert', item, false), alert: alertFromItem(alert) }
  })
