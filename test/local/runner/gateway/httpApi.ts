import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { decodeJwt } from 'jose'
import { listen, namesThisMachine, refuseHost } from '../loopback.ts'
import { orUndefined } from '../orUndefined.ts'
import { ownAgent } from '../ownAgent.ts'
import { newRequestId, type RequestHandlerOptions } from './gatewayAnswer.ts'
import { gatewayHandler } from './gatewayHandler.ts'
import { endWith, type GatewayResponse, gatewayError } from './gatewayResponse.ts'
import { announcesTooMuch, receivedBody, requestHead } from './receivedRequest.ts'

/** The gateway's report of each request that it answered. */
export interface ServedRequest {
  readonly method: string
  /** The path with the query. */
  readonly target: string
  /** Undefined when no route took the request. */
  readonly routeKey: string | undefined
  readonly functionLogicalId: string | undefined
  readonly status: number
  readonly milliseconds: number
  readonly requestId: string
  /** The id of the function's invocation; undefined when none ran. */
  readonly invocationId: string | undefined
  /** Who issued the token of a request that was answered 401, by the token's own words. */
  readonly tokenIssuer: string | undefined
  /** Whether the project's panels or commands sent it by themselves; see `ownAgent`. */
  readonly isOwn: boolean
}

/** Answers a request for a page of this machine, which no deployment has; returns whether it has taken the request. */
export type LocalPages = (message: IncomingMessage, response: ServerResponse) => boolean

export interface HttpApiOptions extends RequestHandlerOptions {
  /** 0 picks a free one. */
  readonly port: number
  readonly onRequest?: ((request: ServedRequest) => void) | undefined
  readonly pages?: LocalPages | undefined
  /** Names besides those of the loopback that requests may come to: the name of a tunnel. */
  readonly hostNames?: readonly string[] | undefined
}

export interface HttpApi {
  /** Without a slash at the end; with the stage unless it is `$default`. */
  readonly url: string
  /** Refuses new requests, lets running ones end, and closes the remaining connections after a while. */
  stop(): Promise<void>
}

/** Far over the quota, so that the gateway answers for the quota, and not Node's parser. */
const parserHeaderBytes = 64 * 1024

/** Long enough that no client reuses a connection just as it is closed. */
const idleMilliseconds = 60_000

const stopMilliseconds = 5000

/** The rest of a refused body is read and discarded for this long, so that the client receives the answer. */
const drainMilliseconds = 2000

/** Sends a response with the header by which a kind of API gives the request's id. */
const sender =
  (idHeader: string) =>
  (response: ServerResponse, answer: GatewayResponse, requestId: string): void => {
    const { status, headers, body } = answer
    const bodiless = status === 204 || status === 304
    const length = bodiless ? [] : ['content-length', String(body.length)]
    response.writeHead(status, [...headers.flat(), ...length, idHeader, requestId])
    response.end(bodiless ? undefined : body)
  }

/**
 * Reads on after the answer to a refused body: closing a socket that has unread bytes resets it, and the client loses the answer.
 */
const drain = (message: IncomingMessage): void => {
  message.resume()
  const impatience = setTimeout(() => message.socket.destroy(), drainMilliseconds).unref()
  message.once('end', () => clearTimeout(impatience))
}

/** Answers errors of the parser on the socket, because there is no request or response yet. */
const answerParserError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const { status, body } = gatewayError(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400)
  endWith(socket, status, body)
}

const stop = async (server: Server): Promise<void> => {
  const closed = once(server, 'close')
  server.close()
  const impatience = setTimeout(() => server.closeAllConnections(), stopMilliseconds)
  await closed
  clearTimeout(impatience)
}

/** Undefined for a header without a token that can be decoded. */
const issuerOf = (authorization = ''): string | undefined =>
  orUndefined(() => decodeJwt(authorization.replace(/^Bearer\s+/i, '')).iss)

/** Serves a deployment's HTTP API at the loopback address as API Gateway would, to who names it; rejects when the port is taken. */
export const startHttpApi = async (options: HttpApiOptions): Promise<HttpApi> => {
  const handle = gatewayHandler(options)
  const send = sender(options.deployment.httpApi.rest ? 'x-amzn-requestid' : 'apigw-requestid')

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now()
    const head = requestHead(message)
    const body = await receivedBody(message)
    const answer = await handle(head, body)
    send(response, answer.response, answer.requestId)
    if (body === undefined) drain(message)
    options.onRequest?.({
      method: head.method,
      target: head.target,
      routeKey: answer.route?.routeKey,
      functionLogicalId: answer.route?.functionLogicalId,
      status: answer.response.status,
      milliseconds: performance.now() - startedAt,
      requestId: answer.requestId,
      invocationId: answer.invocationId,
      tokenIssuer: answer.response.status === 401 ? issuerOf(message.headers.authorization) : undefined,
      isOwn: message.headers['user-agent'] === ownAgent,
    })
  }

  const server = createServer({ maxHeaderSize: parserHeaderBytes, keepAliveTimeout: idleMilliseconds })
  const listener = (message: IncomingMessage, response: ServerResponse): void => {
    if (!namesThisMachine(message, options.hostNames)) return void refuseHost(response)
    // A page with tokens is for nobody at the other end of a tunnel.
    if (namesThisMachine(message) && options.pages?.(message, response)) return
    serve(message, response).catch((error: unknown) => {
      if (message.socket.destroyed || response.headersSent) return void message.socket.destroy()
      process.emitWarning(error instanceof Error ? error : String(error))
      send(response, gatewayError(500), newRequestId())
    })
  }
  server.on('request', listener)
  server.on('checkContinue', (message, response) => {
    if (!announcesTooMuch(message)) response.writeContinue()
    listener(message, response)
  })
  server.on('checkExpectation', (_message, response) => {
    send(response, gatewayError(417), newRequestId())
  })
  server.on('clientError', answerParserError)

  const port = await listen(server, options.port)
  const { stage } = options.deployment.httpApi
  return {
    url: `http://127.0.0.1:${port}${stage === '$default' ? '' : `/${stage}`}`,
    stop: () => stop(server),
  }
}
