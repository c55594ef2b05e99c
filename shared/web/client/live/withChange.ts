import type { AlertMessage, ChangeMessage } from '../generated/events.ts'
import type { DeliveryMessage } from './messages.ts'

/** The delivered alert after a change of it. Another alert, and a later delivery of the same one, stays as it is. */
export const changedAlert = (message: AlertMessage, { sequence, change }: ChangeMessage): AlertMessage => {
  if (message.alert.id !== change.id || message.sequence > sequence) return message
  const { refunded: _, ...present } = change
  return { ...message, alert: { ...message.alert, ...present }, force: message.force && !change.hidden }
}

/** A delivery as it is after a change, which concerns alerts only. */
export const withChange = (message: DeliveryMessage, change: ChangeMessage): DeliveryMessage =>
  message.type === 'alert' ? changedAlert(message, change) : message
