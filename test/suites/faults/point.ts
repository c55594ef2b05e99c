import { oneOfEach, withSeed } from '../../support/runs.ts'
import { type Fault, faults, type InterceptedCall } from './interception.ts'

/** A call with a fault: the fault meets this call alone, or this one and all that follow, as if the invocation died there. */
export interface Point {
  readonly at: number
  readonly call: InterceptedCall
  readonly fault: Fault
  readonly lasts: boolean
}

/** For a caller that never gets an answer, silence equals a lost acknowledgement; for one that is always throttled, throttling equals a failing server. */
const canLast = (fault: Fault): boolean => fault !== 'timeout' && fault !== 'throttle'

const both = [false, true] as const

const pointsAt = (call: InterceptedCall, at: number): readonly Point[] =>
  faults.flatMap((fault) =>
    both.filter((lasts) => !lasts || canLast(fault)).map((lasts) => ({ at, call, fault, lasts })),
  )

/**
 * The points of a sequence of calls: each call with one of the faults, which rotate, or with all of them under `npm run test:full`.
 *
 * @param subject whose calls they are: each subject begins with another fault
 */
export const pointsOf = (
  calls: readonly InterceptedCall[],
  subject: string,
  isMeant: (point: Point) => boolean = () => true,
): readonly Point[] =>
  oneOfEach(
    calls.map((call, at) => pointsAt(call, at).filter(isMeant)),
    subject,
  )

/** The fault of each call of a play that meets the point. */
export const faultAt =
  ({ at, fault, lasts }: Point) =>
  (_call: InterceptedCall, index: number): Fault | undefined =>
    index === at || (lasts && index > at) ? fault : undefined

/** `call 1 dynamodb:PutItem, throttle (SEED=1)` */
export const nameOf = ({ at, call, fault, lasts }: Point): string =>
  withSeed(`call ${at} ${call.service}:${call.action}, ${fault}${lasts ? ' from there on' : ''}`)

/** Prints how many points a file has tested. */
export const reportPoints = (what: string, count: number): void => {
  process.stderr.write(`${count} crash points of ${what}\n`)
}
