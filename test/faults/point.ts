import { type Fault, faults, type InterceptedCall } from './interception.ts'

/** One call at which something goes wrong: once, or for it and all that follow, as when the invocation dies there. */
export interface Point {
  readonly at: number
  readonly call: InterceptedCall
  readonly fault: Fault
  readonly lasts: boolean
}

/** To one who is never answered, silence is a lost acknowledgement; and who is always throttled meets a server that fails. */
const canLast = (fault: Fault): boolean => fault !== 'timeout' && fault !== 'throttle'

const both = [false, true] as const

/** Every point of a sequence of calls. */
export const pointsOf = (calls: readonly InterceptedCall[]): readonly Point[] =>
  calls.flatMap((call, at) =>
    faults.flatMap((fault) =>
      both.filter((lasts) => !lasts || canLast(fault)).map((lasts) => ({ at, call, fault, lasts })),
    ),
  )

/** The fault of each call of a play that meets the point. */
export const faultAt =
  ({ at, fault, lasts }: Point) =>
  (_call: InterceptedCall, index: number): Fault | undefined =>
    index === at || (lasts && index > at) ? fault : undefined

/** `call 1 dynamodb:PutItem, throttle` */
export const nameOf = ({ at, call, fault, lasts }: Point): string =>
  `call ${at} ${call.service}:${call.action}, ${fault}${lasts ? ' from there on' : ''}`

/** Tells, in a run's output, how many points a file has met. */
export const reportPoints = (what: string, count: number): void => {
  process.stderr.write(`${count} crash points of ${what}\n`)
}
