import { setTimeout as sleep } from 'node:timers/promises'
import { caps } from '../../../shared/mechanisms/limits/limits.ts'
import { nextQuery } from '../../support/nextQuery.ts'
import type { Availability } from './availability.ts'
import type { Claim, Ledger } from './ledger.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, whatever their shape
export type Json = any

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  /** Undefined: without a token. */
  readonly recipient?: string | undefined
  readonly body?: string
  /** Made anew for each attempt: signatures hold the time. */
  readonly headers?: () => Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly body: Json
  readonly isReplayed: boolean
  /** Seconds after which it asks to come again. */
  readonly retryAfter: number | undefined
  /** The query of a list's next page. */
  readonly next: string | undefined
}

/** A request that changes something, and what is so afterwards. */
export interface Write extends Request {
  readonly kind: string
  readonly claims: readonly Claim[]
  /** Whether a client may leave it at that when no answer came. */
  readonly mayBeGivenUp: boolean
}

/** What became of the writes of a kind. */
export interface Tally {
  sent: number
  acknowledged: number
  /** Attempts of which no whole answer came. */
  unanswered: number
  /** Answers that the first attempt had got, or would have. */
  replayed: number
  /** Refused because a collection was full, or a rate was spent for a while. */
  refused: number
  givenUp: number
}

/** One attempt; undefined when no whole answer came. */
type Attempt = (request: Request) => Promise<Answer | undefined>

export interface Client {
  /** Attempts until there is an answer that does not ask to come again; undefined when none came to one of them. */
  insist(request: Request): Promise<Answer | undefined>
  /** Reads until there is an answer. */
  read(request: Omit<Request, 'method'>): Promise<Answer>
  /** Sends a write until it is answered, as a client should; undefined when it was given up or refused. */
  write(write: Write): Promise<Answer | undefined>
  tallies(): ReadonlyMap<string, Tally>
  /** How many writes were acknowledged. */
  acknowledged(): number
  /** How many attempts there were. */
  attempts(): number
  /** Answers that asked to come again later, by their status. */
  postponed(): ReadonlyMap<number, number>
}

export interface ClientOptions {
  readonly availability: Availability
  readonly ledger: Ledger
  readonly random: () => number
  complain(complaint: string): void
}

/** The chance that a client does not repeat what was not answered. */
const givingUp = 0.2
const patience = 60_000
/** Seconds that a sender waits for the next window of a rate; it does something else when that is further away. */
const longestWaitSeconds = 5

const isRefused = ({ body, retryAfter = 0 }: Answer): boolean =>
  body.code === 'limit_reached' || (body.code === 'rate_limited' && retryAfter > longestWaitSeconds)

const isPostponed = (answer: Answer): boolean => [409, 429, 503].includes(answer.status) && !isRefused(answer)

/** Milliseconds until the next attempt. Only a rate says how long it will last; a first attempt that is under way may end at any moment. */
const pauseAfter = ({ status, retryAfter = 0 }: Answer, random: () => number): number =>
  100 + random() * 200 + (status === 429 ? retryAfter * 1000 : 0)

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const attemptsOf =
  ({ availability, complain }: ClientOptions): Attempt =>
  async ({ method, path, recipient, body, headers }) => {
    const address = await availability.current()
    try {
      const authorization =
        recipient === undefined ? {} : { authorization: `Bearer ${await address.tokenOf(recipient)}` }
      const response = await fetch(`${address.api}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...authorization, ...headers?.() },
        signal: AbortSignal.timeout(patience),
        ...(body !== undefined && { body }),
      })
      const text = await response.text()
      const isReplayed = response.headers.get('idempotent-replayed') === 'true'
      const asked = response.headers.get('retry-after')
      const retryAfter = asked === null ? undefined : Number(asked)
      const next = nextQuery(response.headers.get('link'))
      return { status: response.status, text, body: parsed(text), isReplayed, retryAfter, next }
    } catch (error) {
      if (availability.isUp(address)) complain(`${method} ${path} got no answer of a running API: ${error}`)
      return undefined
    }
  }

const emptyTally = (): Tally => ({ sent: 0, acknowledged: 0, unanswered: 0, replayed: 0, refused: 0, givenUp: 0 })

/** What is counted of the requests. */
const createTallies = () => {
  const tallies = new Map<string, Tally>()
  const postponed = new Map<number, number>()
  return {
    tallies,
    postponed,
    of(kind: string): Tally {
      const tally = tallies.get(kind) ?? emptyTally()
      tallies.set(kind, tally)
      return tally
    },
    postpone: (status: number) => void postponed.set(status, (postponed.get(status) ?? 0) + 1),
  }
}

/** Attempts, again where the answer asks to come again. */
const createInsistence =
  (attempt: Attempt, counted: ReturnType<typeof createTallies>, random: () => number): Client['insist'] =>
  async (request) => {
    for (;;) {
      const answer = await attempt(request)
      if (answer === undefined || !isPostponed(answer)) return answer
      counted.postpone(answer.status)
      await sleep(pauseAfter(answer, random))
    }
  }

/** Repeats what got no answer, until there is one; undefined when the client gives up before. */
const createPersistence =
  (insist: Client['insist'], counted: ReturnType<typeof createTallies>, random: () => number) =>
  async (write: Write): Promise<Answer | undefined> => {
    for (;;) {
      const answer = await insist(write)
      if (answer !== undefined) return answer
      counted.of(write.kind).unanswered++
      if (write.mayBeGivenUp && random() < givingUp) return undefined
    }
  }

const createReading =
  (attempt: Attempt): Client['read'] =>
  async (request) => {
    for (;;) {
      const answer = await attempt({ ...request, method: 'GET' })
      if (answer?.status === 200) return answer
      if (answer === undefined) continue
      if (!isPostponed(answer)) throw new Error(`${request.path} was answered ${answer.status} ${answer.text}`)
      await sleep(100)
    }
  }

/** Whether a list that refused a write as full cannot have been: it had room for what the write would have left. */
const hadRoom = (ledger: Ledger, claims: readonly Claim[], sentAt: number): boolean => {
  const added = claims.find(({ present }) => present)
  if (added === undefined) return false
  const deleted = claims.filter(({ present }) => !present).length
  const cap = Object.entries(caps).find(([name]) => name === added.list)?.[1].items
  return cap === undefined || ledger.possibleSince(sentAt, added.list, added.recipient) - deleted <= cap
}

export const createClient = (options: ClientOptions): Client => {
  const { ledger, random, complain } = options
  const attemptOnce = attemptsOf(options)
  const counted = createTallies()
  let attempts = 0
  const attempt: Attempt = (request) => {
    attempts++
    return attemptOnce(request)
  }
  const insist = createInsistence(attempt, counted, random)
  const untilAnswered = createPersistence(insist, counted, random)

  const write: Client['write'] = async (request) => {
    const tally = counted.of(request.kind)
    tally.sent++
    const sentAt = ledger.now()
    ledger.sent(request.claims)
    const answer = await untilAnswered(request)
    if (answer === undefined) {
      tally.givenUp++
      return undefined
    }
    if (isRefused(answer)) {
      tally.refused++
      const isFull = answer.body.code === 'limit_reached'
      if (isFull && hadRoom(ledger, request.claims, sentAt)) complain(`${request.path} was refused: ${answer.text}`)
      if (isFull) ledger.refused(request.claims)
      return undefined
    }
    if (answer.status !== 200) {
      complain(`${request.method} ${request.path} was answered ${answer.status} ${answer.text}`)
      return undefined
    }
    tally.acknowledged++
    if (answer.isReplayed) tally.replayed++
    ledger.acknowledged(request.claims)
    return answer
  }

  return {
    insist,
    read: createReading(attempt),
    write,
    tallies: () => counted.tallies,
    acknowledged: () => [...counted.tallies.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    attempts: () => attempts,
    postponed: () => counted.postponed,
  }
}
