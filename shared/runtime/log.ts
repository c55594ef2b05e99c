import { Problem } from '../contract/problem.ts'
import { systemClock } from './time/clock.ts'

type Level = 'INFO' | 'WARN' | 'ERROR'

/** Fields that a log line may have. Others (bodies, tokens, texts, headers) cannot be logged. */
export interface LogFields {
  readonly operation?: string
  readonly worker?: string
  readonly recipientId?: string | undefined
  /** Who acts for the recipient. */
  readonly memberId?: string | undefined
  /** The caller's address, where the access log has that of a distribution. */
  readonly ip?: string
  readonly requestId?: string
  readonly status?: number
  readonly milliseconds?: number
  readonly code?: string
  readonly replayed?: true
  readonly count?: number
  /** The number of failed attempts at postponed work. */
  readonly attempts?: number
  /** The gateway's or platform's name of the event's kind, or the type of an overlay's message. */
  readonly eventType?: string
  /** The deployed version, with the commit of its sources. */
  readonly version?: string
  readonly error?: LoggedError
}

interface LoggedError {
  readonly name: string
  readonly message?: string
  readonly frames?: readonly string[]
  readonly cause?: LoggedError
}

const framesOf = ({ stack }: Error): string[] =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())

/**
 * Whether an error's message is free of the caller's data. That holds for AWS service errors (they name the principal,
 * the action and the resource), for our own errors, and for those of mistakes in our code, which name variables.
 * Parsers quote their input, so their messages and unknown ones are left out.
 */
const hasSafeMessage = (error: Error): boolean =>
  error instanceof Problem ||
  '$metadata' in error ||
  error.constructor === Error ||
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  error instanceof RangeError

/** The message of an error; a range error's loses the value: a number, or the text after a colon. */
const messageOf = (error: Error): string =>
  error instanceof RangeError ? error.message.replaceAll(/:.*|\d[\d.]*/gs, '…') : error.message

/** The logged members of an error: its name, its stack frames, and its message only if that cannot hold input. */
export const loggedError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { name: typeof error }
  return {
    name: error.name,
    ...(hasSafeMessage(error) && { message: messageOf(error) }),
    frames: framesOf(error),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}

/**
 * Writes one line of JSON directly to stdout: Lambda passes JSON lines on unchanged, and uses their level only if
 * they have a time; any other line counts as INFO.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
 */
export const log = (level: Level, message: string, fields: LogFields, clock = systemClock): void => {
  const start = `{"level":"${level}","timestamp":"${new Date(clock()).toISOString()}","message":"${message}",`
  process.stdout.write(`${start}${JSON.stringify(fields).slice(1)}\n`)
}
