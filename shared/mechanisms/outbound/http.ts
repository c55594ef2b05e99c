import { type IncomingMessage, Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import { backoffMs } from '../../runtime/backoffMs.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { exchange, Upgraded } from './exchange.ts'
import { OutOfTime } from './withinTime.ts'

const connectTimeoutMs = 1000
const totalTimeoutMs = 5000
/** A longer answer is refused. */
const answerLimitBytes = 1024 * 1024
const retries = 2
const firstDelayMs = 100
/** `Retry-After` has this value where the provider names none, and this upper limit. */
const defaultRetrySeconds = 1
const longestRetrySeconds = 24 * 60 * 60

/**
 * A read may reuse a connection, because a stale one only costs a retry. A call that must not be repeated opens its
 * own. Node closes an idle connection before the provider does only if the agent has a limit of its own.
 */
const kept = { keepAlive: true, timeout: totalTimeoutMs }
const agents = { 'http:': new PlainAgent(kept), 'https:': new TlsAgent(kept) }

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
const decoder = new TextDecoder('utf-8', { fatal: true })

export interface ProviderRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The answer of a provider with any status. Header names are in lower case. */
export interface ProviderAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Calls one external provider. Every failure is a problem that names the provider. */
export interface ProviderHttp {
  /** Sends a request that must not be repeated. */
  send(request: ProviderRequest): Promise<ProviderAnswer>
  /** Sends an idempotent read, and repeats it up to twice while the provider is unreachable or fails. */
  read(request: ProviderRequest): Promise<ProviderAnswer>
  /** Parses the JSON of an answer, or raises `provider_bad_answer`. */
  parse<Schema extends z.ZodMiniType>(answer: ProviderAnswer, schema: Schema): z.output<Schema>
  /** For an unsuccessful answer: 429 and 5xx are `provider_unavailable`, all others `provider_bad_answer`. */
  problemFrom(answer: ProviderAnswer): Problem
}

/** The answer is too long, redirected, compressed or not UTF-8. The message contains nothing of the answer. */
class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
}

const limitConnecting = (socket: Socket, end: (reason: Error) => void): void => {
  if (!socket.connecting) return
  const timer = setTimeout(() => end(new ConnectTimeout('no connection')), connectTimeoutMs)
  const connected = 'encrypted' in socket ? 'secureConnect' : 'connect'
  socket.once(connected, () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

const refuseUnusable = (status: number, headers: Readonly<Record<string, string>>): void => {
  if (status >= 300 && status < 400) throw new UnusableAnswer(`a redirect (${status})`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new UnusableAnswer('a compressed answer')
  if (Number(headers['content-length'] ?? 0) > answerLimitBytes) throw new UnusableAnswer('an answer that is too long')
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > answerLimitBytes) throw new UnusableAnswer('an answer that is too long')
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
    // The rest of a refused answer is not received.
    if (!response.complete) response.destroy()
  }
}

/** Authorities that are trusted instead of those of Node. */
interface Trust {
  readonly ca?: string[]
}

const attempt = async (
  { method = 'GET', url, headers, body }: ProviderRequest,
  { limitMs, reuse, trust }: { readonly limitMs: number; readonly reuse: boolean; readonly trust: Trust },
): Promise<ProviderAnswer> => {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.has(hostname)))
    throw new Error('a provider is called by https, or by http on the loopback interface')
  const options = {
    ...trust,
    method,
    agent: reuse ? agents[protocol] : false,
    headers: {
      accept: 'application/json',
      'user-agent': 'streaming-support-service',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  }
  return exchange({ url, body, limitMs, options, onSocket: limitConnecting }, answerFrom)
}

/** The seconds to wait of a `Retry-After`, which holds a number of seconds or a date (RFC 9110, section 10.2.3). */
const retryAfterOf = ({ headers }: ProviderAnswer, now: number): number => {
  const value = headers['retry-after']?.trim() ?? ''
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isNaN(seconds) ? defaultRetrySeconds : Math.min(longestRetrySeconds, Math.max(1, seconds))
}

const isWorthRepeating = ({ status, headers }: ProviderAnswer): boolean => status >= 500 && !('retry-after' in headers)

/** Failures of name resolution, of connecting and of trust, after which nothing was sent. */
const beforeSending: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Whether a failed request certainly had no effect, because no connection was opened. */
export const neverLeft = ({ cause }: Problem): boolean =>
  cause instanceof ConnectTimeout ||
  (cause instanceof Error && 'code' in cause && beforeSending.has(String(cause.code)))

/** Node's HTTP parser reports errors with codes such as `HPE_INVALID_CONSTANT`. */
const isParserError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_')

/** The time that a call may take, its repetitions included. */
const limitOfCall = (): number => Math.min(totalTimeoutMs, remainingMs())

/** After these a repetition would end alike, or has no time. */
const isFinal = (error: unknown): boolean =>
  error instanceof UnusableAnswer || error instanceof Upgraded || error instanceof OutOfTime

/** Sends requests to a provider, limited in time and size, without redirects; only reads are repeated. */
export const providerHttp = (provider: string, clock = systemClock, certificates?: string): ProviderHttp => {
  const trust = certificates === undefined ? {} : { ca: [...rootCertificates, certificates] }

  const problemFromFailure = (error: unknown): unknown => {
    if (error instanceof UnusableAnswer) return new Problem('provider_bad_answer', `${provider} sent ${error.message}.`)
    if (error instanceof OutOfTime || error instanceof ConnectTimeout)
      return new Problem('provider_timeout', `${provider} did not answer in time.`, { cause: error })
    if (isParserError(error) || error instanceof Upgraded)
      return new Problem('provider_bad_answer', `${provider} sent an answer that is not HTTP.`, { cause: error })
    if (error instanceof Error && 'code' in error && !(error instanceof TypeError))
      return new Problem('provider_unavailable', `${provider} could not be reached.`, {
        retryAfter: defaultRetrySeconds,
        cause: error,
      })
    return error
  }

  const read = async (request: ProviderRequest, endsAt: number, retriesLeft: number): Promise<ProviderAnswer> => {
    const outcome = await attempt(request, { limitMs: endsAt - clock(), reuse: true, trust }).catch(
      (error: unknown) => ({
        error,
      }),
    )
    const failed = 'error' in outcome
    const repeat = failed ? !isFinal(outcome.error) : isWorthRepeating(outcome)
    if (repeat && retriesLeft > 0) {
      await sleep(backoffMs(1 + retries - retriesLeft, firstDelayMs))
      return read(request, endsAt, retriesLeft - 1)
    }
    if (failed) throw problemFromFailure(outcome.error)
    return outcome
  }

  return {
    send: async (request) => {
      try {
        return await attempt(request, { limitMs: limitOfCall(), reuse: false, trust })
      } catch (error) {
        throw problemFromFailure(error)
      }
    },

    read: (request) => read(request, clock() + limitOfCall(), retries),

    parse: (answer, schema) => {
      const badAnswer = (cause?: unknown) =>
        new Problem('provider_bad_answer', `${provider} sent an answer of an unknown form.`, { cause })
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
        ? new Problem('provider_unavailable', `${provider} cannot process the request now (${answer.status}).`, {
            retryAfter: retryAfterOf(answer, clock()),
          })
        : new Problem('provider_bad_answer', `${provider} sent an unexpected answer (${answer.status}).`),
  }
}
