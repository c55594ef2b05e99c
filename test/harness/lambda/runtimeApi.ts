import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forThisMachine } from '../loopback.ts'
import { responsePayloadLimit } from './invocation.ts'

/** The answer to a process's `GET /invocation/next`. */
export interface DeliveredInvocation {
  readonly requestId: string
  readonly functionArn: string
  /** Epoch milliseconds. */
  readonly deadline: number
  readonly traceId: string
  /** The event, as JSON text. */
  readonly payload: string
}

/** A runtime's report of a failure. */
export interface ErrorReport {
  readonly errorType: string
  readonly errorMessage: string
  readonly trace: readonly string[]
}

export interface RuntimeApiEvents {
  /** The process waits for its next invocation and there is none: init or the last invocation is over. */
  onIdle(): void
  /** `body` is undefined when it was over the limit. */
  onResponse(requestId: string, body: Buffer | undefined): void
  onInvocationError(requestId: string, report: ErrorReport): void
  onInitError(report: ErrorReport): void
}

/** The Runtime API as one process sees it. */
export interface RuntimeApi {
  /** `host:port`, as `AWS_LAMBDA_RUNTIME_API` has it. */
  readonly address: string
  /** Answers the waiting `next` request of the process, or else its following one. */
  deliver(invocation: DeliveredInvocation): void
  /** Whether there is an invocation that the process has not fetched. */
  hasUndelivered(): boolean
  stop(): void
}

const prefix = '/2018-06-01/runtime/'

/**
 * Serves the Lambda Runtime API to one process, on its own port, because `AWS_LAMBDA_RUNTIME_API` holds only host and port.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export const startRuntimeApi = async (events: RuntimeApiEvents): Promise<RuntimeApi> => {
  let waiting: ServerResponse | undefined
  let undelivered: DeliveredInvocation | undefined
  let currentRequestId: string | undefined

  const exchange = (): void => {
    if (waiting === undefined || undelivered === undefined) return
    const response = waiting
    const invocation = undelivered
    waiting = undefined
    undelivered = undefined
    currentRequestId = invocation.requestId
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(invocation.payload),
      'lambda-runtime-aws-request-id': invocation.requestId,
      'lambda-runtime-deadline-ms': invocation.deadline,
      'lambda-runtime-invoked-function-arn': invocation.functionArn,
      'lambda-runtime-trace-id': invocation.traceId,
    })
    response.end(invocation.payload)
  }

  const listener: RequestListener = (request, response) => {
    if (request.method === 'GET' && request.url === `${prefix}invocation/next`) {
      waiting = response
      if (undelivered === undefined) events.onIdle()
      else exchange()
      return
    }
    receiveReport(request, response, currentRequestId, events).catch(() => response.destroy())
  }
  const server = createServer(forThisMachine(listener))
  // Connections never time out, because a frozen process cannot notice that its socket was closed.
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  server.headersTimeout = 0
  server.on('connection', (socket) => socket.unref())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliver(invocation) {
      undelivered = invocation
      exchange()
    },
    hasUndelivered: () => undelivered !== undefined,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const receiveReport = async (
  request: IncomingMessage,
  response: ServerResponse,
  currentRequestId: string | undefined,
  events: RuntimeApiEvents,
): Promise<void> => {
  const resource = request.method === 'POST' ? request.url?.slice(prefix.length) : undefined
  const [, requestId, report] = /^invocation\/([^/]+)\/(response|error)$/.exec(resource ?? '') ?? []
  const body = await bodyWithin(request, responsePayloadLimit)
  if (resource === 'init/error') {
    answer(response, 202, { status: 'OK' })
    events.onInitError(errorReportFrom(body))
  } else if (requestId === undefined) answerError(response, 404, 'NotFound', 'Not found')
  else if (requestId !== currentRequestId) answerError(response, 400, 'InvalidRequestID', 'Invalid request ID')
  else {
    const tooLarge = `Exceeded maximum allowed payload size (${responsePayloadLimit} bytes).`
    if (body === undefined) answerError(response, 413, 'RequestEntityTooLarge', tooLarge)
    else answer(response, 202, { status: 'OK' })
    if (report === 'response') events.onResponse(requestId, body)
    else events.onInvocationError(requestId, errorReportFrom(body))
  }
}

const answerError = (response: ServerResponse, status: number, errorType: string, errorMessage: string): void => {
  answer(response, status, { errorMessage, errorType })
}

const answer = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** The whole body, or undefined when it has more bytes than `limit`; it is read to its end in either case. */
const bodyWithin = async (request: IncomingMessage, limit: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let bytes = 0
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limit) chunks.push(chunk)
    })
    request.on('end', resolve)
    request.on('error', reject)
  })
  return bytes > limit ? undefined : Buffer.concat(chunks, bytes)
}

const errorReportFrom = (body: Buffer | undefined): ErrorReport => {
  const unknown: ErrorReport = {
    errorType: 'Runtime.Unknown',
    errorMessage: 'Unknown application error occurred',
    trace: [],
  }
  if (body === undefined) return unknown
  try {
    return { ...unknown, ...(JSON.parse(body.toString()) as Partial<ErrorReport>) }
  } catch {
    return unknown
  }
}
