/** The events of which an endpoint may be informed. */
export const eventTypes = [
  'payment.completed',
  'payment.refunded',
  'payment.disputed',
  'payment.reinstated',
  'alert.shown',
  'alert.decided',
  'stream.started',
  'stream.ended',
] as const

export type EventType = (typeof eventTypes)[number]

/** The type of a test of one endpoint, whatever it is informed of. */
export const testType = 'endpoint.test'
