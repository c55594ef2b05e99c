import { type AlertItem, alertFromItem } from '../alerts/alert.ts'
import type { DeliveryMessage, MediaContents, PaidActionContents } from './serverMessages.ts'
import { messageVersion } from './version.ts'

/** A delivery as it is stored: of an alert by its id, of anything else with its contents as JSON text. */
export type DeliveryItem = AlertDelivery | OtherDelivery

interface AnyDelivery {
  readonly sequence: number
  readonly force?: boolean
}

interface AlertDelivery extends AnyDelivery {
  readonly alertId: string
}

interface OtherDelivery extends AnyDelivery {
  readonly kind: 'action' | 'media'
  readonly payload: string
  readonly test?: boolean
}

/** Alerts of deliveries, by id. */
export type AlertsById = ReadonlyMap<string, AlertItem>

const alertMember = (item: AlertItem) => ({ ...alertFromItem(item), system: item.system, event: item.event })

/** The message of a delivery; tests are forgotten after a day. */
const messageOf = (item: DeliveryItem, after: number, alerts: AlertsById): DeliveryMessage => {
  const { sequence, force = false } = item
  const head = <Type extends DeliveryMessage['type']>(type: Type, test = false) =>
    ({ version: messageVersion, type, sequence, after, force, test }) as const
  if ('alertId' in item) {
    const alert = alerts.get(item.alertId)
    return alert === undefined ? head('forgotten') : { ...head('alert', alert.test), alert: alertMember(alert) }
  }
  const contents: unknown = JSON.parse(item.payload)
  return item.kind === 'action'
    ? { ...head('action', item.test), action: contents as PaidActionContents }
    : { ...head('media', item.test), media: contents as MediaContents }
}

/**
 * The messages of deliveries that follow each other without a gap, oldest first, each naming the one before it.
 *
 * @param after the sequence before the first of them
 */
export const messagesFromItems = (
  items: readonly DeliveryItem[],
  after: number,
  alerts: AlertsById,
): readonly DeliveryMessage[] =>
  items.map((item, index) => messageOf(item, items[index - 1]?.sequence ?? after, alerts))

/** Ids of the alerts that deliveries are of, each once. */
export const alertIdsOf = (items: readonly DeliveryItem[]): readonly string[] => [
  ...new Set(items.flatMap((item) => ('alertId' in item ? [item.alertId] : []))),
]
