import { STATUS_CODES } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { listen, namesThisMachine } from '../loopback.ts'
import { responsePayloadLimit } from './invocation.ts'
import { type ReadRequest, requestReader } from './requestReader.ts'

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

export type RuntimeApi = Awaited<ReturnType<typeof startRuntimeApi>>

const prefix = '/2018-06-01/runtime/'

/**
 * Serves the Lambda Runtime API to one process, on its own port, because `AWS_LAMBDA_RUNTIME_API` holds only host and port.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export const startRuntimeApi = async (events: RuntimeApiEvents) => {
  let waiting: Connection | undefined
  let undelivered: DeliveredInvocation | undefined
  let currentRequestId: string | undefined

  const exchange = (): void => {
    if (waiting === undefined || undelivered === undefined) return
    const { payload, requestId, deadline, functionArn, traceId } = undelivered
    currentRequestId = requestId
    waiting.answer(200, payload, {
      'lambda-runtime-aws-request-id': requestId,
      'lambda-runtime-deadline-ms': String(deadline),
      'lambda-runtime-invoked-function-arn': functionArn,
      'lambda-runtime-trace-id': traceId,
    })
    waiting.flush()
    waiting = undefined
    undelivered = undefined
  }

  const receive = (request: ReadRequest, connection: Connection): void => {
    const isNext = request.method === 'GET' && request.target === `${prefix}invocation/next`
    if (!namesThisMachine(request)) connection.answer(403, 'This address answers to 127.0.0.1 and localhost only.')
    else if (!isNext) receiveReport(request, connection, currentRequestId, events)
    else {
      waiting = connection
      if (undelivered === undefined) events.onIdle()
      else exchange()
    }
  }

  const sockets = new Set<Socket>()
  const serve = (socket: Socket): void => {
    const connection = connectionOf(socket)
    const read = requestReader(responsePayloadLimit)
    sockets.add(socket.unref())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      const requests = read(chunk)
      if (requests === undefined) return void socket.destroy()
      for (const request of requests) receive(request, connection)
      // The answer to a report goes out with the next invocation: that would wake the process twice.
      if (connection !== waiting) connection.flush()
    })
  }
  const server = createServer({ noDelay: true }, serve)
  const port = await listen(server)
  server.unref()

  return {
    /** As `AWS_LAMBDA_RUNTIME_API` has it. */
    address: `127.0.0.1:${port}`,
    /** Serves the process by a pipe, which takes less time than a connection by the loopback. */
    serve,
    /** Answers the waiting `next` request of the process, or else its following one. */
    deliver(invocation: DeliveredInvocation) {
      undelivered = invocation
      exchange()
    },
    /** Whether there is an invocation that the process has not fetched. */
    hasUndelivered: () => undelivered !== undefined,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

interface Connection {
  /** Adds an answer to those that are sent by the next `flush`. */
  answer(status: number, body: string, headers?: Readonly<Record<string, string>>): void
  flush(): void
}

const connectionOf = (socket: Socket): Connection => {
  let answers = ''
  return {
    answer(status, body, headers = {}) {
      const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
      const lines = Object.entries({ ...length, ...headers }).map(([name, value]) => `${name}: ${value}`)
      answers += [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
    },
    flush() {
      if (answers !== '') socket.write(answers)
      answers = ''
    },
  }
}

const receiveReport = (
  { method, target, body }: ReadRequest,
  connection: Connection,
  currentRequestId: string | undefined,
  events: RuntimeApiEvents,
): void => {
  const resource = method === 'POST' ? target.slice(prefix.length) : undefined
  const [, requestId, report] = /^invocation\/([^/]+)\/(response|error)$/.exec(resource ?? '') ?? []
  const refuse = (status: number, errorType: string, errorMessage: string) =>
    connection.answer(status, JSON.stringify({ errorMessage, errorType }))
  if (resource === 'init/error') {
    connection.answer(202, accepted)
    events.onInitError(errorReportFrom(body))
  } else if (requestId === undefined) refuse(404, 'NotFound', 'Not found')
  else if (requestId !== currentRequestId) refuse(400, 'InvalidRequestID', 'Invalid request ID')
  else {
    const tooLarge = `Exceeded maximum allowed payload size (${responsePayloadLimit} bytes).`
    if (body === undefined) refuse(413, 'RequestEntityTooLarge', tooLarge)
    else connection.answer(202, accepted)
    if (report === 'response') events.onResponse(requestId, body)
    else events.onInvocationError(requestId, errorReportFrom(body))
  }
}

const accepted = JSON.stringify({ status: 'OK' })

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
