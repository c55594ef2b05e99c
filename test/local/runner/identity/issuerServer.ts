import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pathAndQuery } from '../gateway/requestTarget.ts'
import { forThisMachine, isLoopbackOrigin } from '../loopback.ts'
import { paths } from './discovery.ts'

/** The answer of an endpoint: JSON, or a page for the developer. */
export interface IssuerAnswer {
  readonly status: number
  readonly body?: unknown
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The logic of the endpoints, without HTTP. */
export interface IssuerEndpoints {
  discovery(): IssuerAnswer
  keys(): Promise<IssuerAnswer>
  /** Asks who signs in, or sends the browser back with a code; `query` is not decoded yet. */
  authorization(query: string): IssuerAnswer
  /** Sends the browser back; there is no session that could end. */
  endSession(query: string): IssuerAnswer
  /** Answers a token request; `form` is the body, not decoded yet. */
  token(form: string): Promise<IssuerAnswer>
}

const formBytes = 64 * 1024
const formMediaType = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** Pages that this machine serves may sign in, as those of any origin may at Cognito. This issuer asks for no password, so no other page gets a token. */
const corsHeaders = (origin: string | undefined): Record<string, string> => ({
  vary: 'origin',
  ...(origin !== undefined && {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type',
  }),
})

const refusal = (status: number, description: string, headers: Record<string, string> = {}): IssuerAnswer => ({
  status,
  body: { error: 'invalid_request', error_description: description },
  headers,
})

const bodyOf = async (message: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > formBytes) return undefined
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tokenAnswer = async (message: IncomingMessage, endpoints: IssuerEndpoints): Promise<IssuerAnswer> => {
  if (message.method !== 'POST') return refusal(405, 'the token endpoint takes POST', { allow: 'POST' })
  if (!formMediaType.test(message.headers['content-type'] ?? '')) {
    return refusal(415, 'the token endpoint takes application/x-www-form-urlencoded')
  }
  const form = await bodyOf(message)
  return form === undefined ? refusal(413, `the form has more than ${formBytes} bytes`) : endpoints.token(form)
}

const answerOf = async (message: IncomingMessage, endpoints: IssuerEndpoints): Promise<IssuerAnswer> => {
  const [path = '', query] = pathAndQuery(message.url ?? '')
  const isRead = message.method === 'GET' || message.method === 'HEAD'
  if (!isLoopbackOrigin(message.headers.origin))
    return refusal(403, 'this issuer gives tokens to pages of this machine alone')
  if (message.method === 'OPTIONS') return { status: 204 }
  if (path === paths.token) return tokenAnswer(message, endpoints)
  const read = {
    [paths.discovery]: endpoints.discovery,
    [paths.keys]: endpoints.keys,
    [paths.authorization]: () => endpoints.authorization(query),
    [paths.endSession]: () => endpoints.endSession(query),
  }[path]
  if (read === undefined) return refusal(404, 'there is nothing at this path')
  return isRead ? read() : refusal(405, 'this document can only be read', { allow: 'GET, HEAD' })
}

const send = (
  response: ServerResponse,
  { status, body, html, headers }: IssuerAnswer,
  origin: string | undefined,
): void => {
  const text = html ?? (body === undefined ? '' : JSON.stringify(body))
  const type = html === undefined ? 'application/json' : 'text/html; charset=utf-8'
  response.writeHead(status, {
    'cache-control': 'no-store',
    pragma: 'no-cache',
    ...corsHeaders(isLoopbackOrigin(origin) ? origin : undefined),
    ...(text !== '' && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    ...headers,
  })
  response.end(text)
}

/** The HTTP side of the issuer. */
export const issuerListener = (endpoints: IssuerEndpoints): RequestListener =>
  forThisMachine((message, response) => {
    answerOf(message, endpoints).then(
      (answer) => {
        send(response, answer, message.headers.origin)
        message.resume()
      },
      () => message.socket.destroy(),
    )
  })
