import { Problem } from './contract/problem.ts'

type Level = 'INFO' | 'WARN' | 'ERROR'

/** Fields that a log line may have. What is not named here (bodies, tokens, texts, headers) cannot be logged. */
export interface LogFields {
  readonly operation?: string
  readonly worker?: string
  readonly recipientId?: string | undefined
  readonly requestId?: string
  readonly status?: number
  readonly milliseconds?: number
  readonly code?: string
  readonly replayed?: true
  readonly count?: number
  /** How often work was tried that was postponed each time. */
  readonly attempts?: number
  /** The name that a gateway or platform gives a kind of event, or the type of an overlay's message. */
  readonly eventType?: string
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
 * Whether an error's message is free of the caller's data: AWS service errors (they name the principal, the action and the resource),
 * our own, and those of mistakes in our code, which name variables. Messages of parsers quote what they could not parse, so those and unknown ones are left out.
 */
const hasSafeMessage = (error: Error): boolean =>
  error instanceof Problem ||
  '$metadata' in error ||
  error.constructor === Error ||
  error instanceof TypeError ||
  error instanceof ReferenceError ||
  error instanceof RangeError

/** What a range error says, without the value that is out of range: it stands after a colon, or is a number. */
const messageOf = (error: Error): string =>
  error instanceof RangeError ? error.message.replaceAll(/:.*|\d[\d.]*/gs, '…') : error.message

/** What the log keeps of an error: its name, where it came from, and its message only where that cannot hold input. */
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
 * Writes one line of JSON. Straight to stdout: Lambda passes lines that are JSON already on as they are, and believes their level only if
 * they have a time; any other line counts as INFO.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
 */
export const log = (level: Level, message: string, fields: LogFields): void => {
  const start = `{"level":"${level}","timestamp":"${new Date().toISOString()}","message":"${message}",`
  process.stdout.write(`${start}${JSON.stringify(fields).slice(1)}\n`)
}
