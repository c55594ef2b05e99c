/** https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html */
export interface WebSocketLimits {
  readonly frameBytes: number
  readonly messageBytes: number
  /** The longest time without a message in either direction. */
  readonly idleMilliseconds: number
  readonly connectionMilliseconds: number
  readonly integrationMilliseconds: number
  readonly urlCharacters: number
}

export const webSocketLimits: WebSocketLimits = {
  frameBytes: 32 * 1024,
  messageBytes: 128 * 1024,
  idleMilliseconds: 10 * 60 * 1000,
  connectionMilliseconds: 2 * 60 * 60 * 1000,
  integrationMilliseconds: 29_000,
  urlCharacters: 4096,
}

/** RFC 6455, section 7.4.1. */
export const closeCodes = { normal: 1000, goingAway: 1001, abnormal: 1006, tooBig: 1009 } as const
