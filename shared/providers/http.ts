import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { request as secureRequest, Agent as TlsAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import { deadlineSignal } from '../invocation.ts'

/** Milliseconds. */
const connectLimit = 1000
const totalLimit = 5000
/** Bytes of an answer that are read; a longer one is refused. */
const answerLimit = 1024 * 1024
const retries = 2
const firstDelay = 100
/** Seconds that a client is told to wait when a provider does not say, and at the most. */
const defaultRetryAfter = 1
const longestRetryAfter = 24 * 60 * 60

/** Reads may reuse a connection, since a stale one only costs a retry; what cannot be repeated opens its own. */
const agents = { 'http:': new PlainAgent({ keepAlive: true }), 'https:': new TlsAgent({ keepAlive: true }) }

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
const decoder = new TextDecoder('utf-8', { fatal: true })

export interface ProviderRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a provider answered, whatever its status; names of headers in lower case. */
export interface ProviderAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Calls one external provider; what goes wrong is a problem that names it. */
export interface ProviderHttp {
  /** One attempt, for what must not be repeated. */
  send(request: ProviderRequest): Promise<ProviderAnswer>
  /** An idempotent read, repeated up to twice while the provider cannot be reached or fails. */
  read(request: ProviderRequest): Promise<ProviderAnswer>
  /** The JSON of an answer, or `provider_bad_answer`. */
  parse<Schema extends z.ZodMiniType>(answer: ProviderAnswer, schema: Schema): z.output<Schema>
  /** The problem that an answer without success stands for: 429 and 5xx are `provider_unavailable`, others `provider_bad_answer`. */
  problemFrom(answer: ProviderAnswer): Problem
}

/** The answer breaks a rule of ours: too long, redirected, compressed, not UTF-8. Its message holds nothing of the answer. */
class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
}

const limitConnecting = (request: ClientRequest): void => {
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(() => request.destroy(new ConnectTimeout('no connection')), connectLimit)
    const connected = 'encrypted' in socket ? 'secureConnect' : 'connect'
    socket.once(connected, () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

const refuseUnusable = (status: number, headers: Readonly<Record<string, string>>): void => {
  if (status >= 300 && status < 400) throw new UnusableAnswer(`a redirect (${status})`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new UnusableAnswer('a compressed answer')
  if (Number(headers['content-length'] ?? 0) > answerLimit) throw new UnusableAnswer('an answer that is too long')
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > answerLimit) throw new UnusableAnswer('an answer that is too long')
    chunks.push(chunk)
  }
  try {
    return decoder.decode(Buffer.concat(chunks))
  } catch {
    throw new UnusableAnswer('an answer that is not UTF-8')
  }
}

const answerFrom = async (response: IncomingMessage): Promise<ProviderAnswer> => {
  try {
    const status = response.statusCode ?? 0
    const headers = headersOf(response)
    refuseUnusable(status, headers)
    return { status, headers, body: await textOf(response) }
  } finally {
    // Leaves nothing of a refused answer to be received.
    if (!response.complete) response.destroy()
  }
}

const attempt = (
  { method = 'GET', url, headers, body }: ProviderRequest,
  signal: AbortSignal,
  reuse: boolean,
): Promise<ProviderAnswer> =>
  new Promise((resolve, reject) => {
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:' && !(protocol === 'http:' && loopback.has(hostname)))
      throw new Error('a provider is called by https, or by http on the loopback interface')
    const request = (protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      {
        method,
        signal,
        agent: reuse ? agents[protocol] : false,
        headers: {
          accept: 'application/json',
          'user-agent': 'streaming-support-service',
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (response) => void answerFrom(response).then(resolve, reject),
    )
    request.once('error', reject)
    limitConnecting(request)
    request.end(body)
  })

/** Seconds to wait from a `Retry-After`, which is a number of them or a date (RFC 9110, section 10.2.3). */
const retryAfterOf = ({ headers }: ProviderAnswer): number => {
  const value = headers['retry-after']?.trim() ?? ''
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? defaultRetryAfter : Math.min(longestRetryAfter, Math.max(1, seconds))
}

const asksToWait = ({ status, headers }: ProviderAnswer): boolean => status === 429 || 'retry-after' in headers

const isWorthRepeating = (answer: ProviderAnswer): boolean => answer.status >= 500 && !asksToWait(answer)

/** Failures of name resolution and of connecting: nothing was sent yet. */
const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Whether a failed request certainly had no effect, because there was no connection to send it on. */
export const neverLeft = ({ cause }: Problem): boolean =>
  cause instanceof ConnectTimeout ||
  (cause instanceof Error && 'code' in cause && beforeSending.has(String(cause.code)))

/** What Node's HTTP parser stumbles over has codes such as `HPE_INVALID_CONSTANT`. */
const isParserError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_')

const withinLimit = (): AbortSignal => deadlineSignal(totalLimit) ?? AbortSignal.timeout(totalLimit)

/** The one way out to external providers: bounded in time and size, without redirects, never repeating what is not a read. */
export const providerHttp = (provider: string): ProviderHttp => {
  const problemFromFailure = (error: unknown, signal: AbortSignal): unknown => {
    if (error instanceof UnusableAnswer) return new Problem('provider_bad_answer', `${provider} gave ${error.message}.`)
    if (signal.aborted || error instanceof ConnectTimeout)
      return new Problem('provider_timeout', `${provider} did not answer in time.`, { cause: error })
    if (isParserError(error))
      return new Problem('provider_bad_answer', `${provider} gave an answer that is not HTTP.`, { cause: error })
    if (error instanceof Error && 'code' in error && !(error instanceof TypeError))
      return new Problem('provider_unavailable', `${provider} could not be reached.`, {
        retryAfter: defaultRetryAfter,
        cause: error,
      })
    return error
  }

  const read = async (request: ProviderRequest, signal: AbortSignal, retriesLeft: number): Promise<ProviderAnswer> => {
    const outcome = await attempt(request, signal, true).catch((error: unknown) => ({ error }))
    const failed = 'error' in outcome
    const repeat = failed ? !(outcome.error instanceof UnusableAnswer) && !signal.aborted : isWorthRepeating(outcome)
    if (repeat && retriesLeft > 0) {
      await sleep(Math.random() * firstDelay * 2 ** (retries - retriesLeft))
      return read(request, signal, retriesLeft - 1)
    }
    if (failed) throw problemFromFailure(outcome.error, signal)
    return outcome
  }

  return {
    send: async (request) => {
      const signal = withinLimit()
      try {
        return await attempt(request, signal, false)
      } catch (error) {
        throw problemFromFailure(error, signal)
      }
    },

    read: (request) => read(request, withinLimit(), retries),

    parse: (answer, schema) => {
      const badAnswer = (cause?: unknown) =>
        new Problem('provider_bad_answer', `${provider} gave an answer that is not understood.`, { cause })
      let value: unknown
      try {
        value = JSON.parse(answer.body)
      } catch (error) {
        throw badAnswer(error)
      }
      const result = schema.safeParse(value)
      if (!result.success) throw badAnswer(result.error)
      return result.data
    },

    problemFrom: (answer) =>
      answer.status === 429 || answer.status >= 500
        ? new Problem('provider_unavailable', `${provider} cannot take the request now (${answer.status}).`, {
            retryAfter: retryAfterOf(answer),
          })
        : new Problem('provider_bad_answer', `${provider} gave an unexpected answer (${answer.status}).`),
  }
}
