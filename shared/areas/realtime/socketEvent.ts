import { asEvent } from '../../mechanisms/http/event.ts'
import { member, textMember } from '../../runtime/readMember.ts'

/** The members of an event of the WebSocket API that functions read. */
export interface SocketEvent {
  readonly connectionId: string
  /** Epoch milliseconds. */
  readonly connectedAt: number
  readonly requestId: string
  /** The query of the connection's address and the headers of its request, by lower-case name; empty later on. */
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const texts = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof values === 'object' && values !== null ? values : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  )

/**
 * Reads an event. Only the connection's id is required.
 *
 * @see
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-mapping-template-reference.html
 */
export const socketEventFrom = (value: unknown): SocketEvent => {
  const event = asEvent(value)
  const context = event.requestContext
  const connectionId = textMember(context, 'connectionId')
  const connectedAt = member(context, 'connectedAt')
  if (connectionId === undefined) throw new Error('the event names no connection')
  return {
    connectionId,
    connectedAt: typeof connectedAt === 'number' ? connectedAt : 0,
    requestId: textMember(context, 'requestId') ?? 'unknown',
    query: texts(event.queryStringParameters),
    headers: texts(event.headers),
    body: event.isBase64Encoded === true ? '' : (textMember(event, 'body') ?? ''),
  }
}
