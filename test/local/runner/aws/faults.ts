import * as z from 'zod/mini'
import { randomOf } from '../random.ts'

const Fault = z.union([
  z.enum([
    /** The service refuses the call because of its load; the SDK retries it. */
    'throttle',
    /** The connection is reset before the call takes effect. */
    'reset-before',
    /** The call takes effect, and the connection is reset before the answer. */
    'ack-lost',
    'server-error',
    /** A part of a batch is executed; the rest is returned as unprocessed. */
    'unprocessed-items',
    /** An eventually consistent read answers as it did before the last write. */
    'stale-read',
    /** Another transaction works on the same items. */
    'transaction-conflict',
    /** A transaction cancelled because one of its items is throttled. */
    'transaction-throttled',
  ]),
  z.strictObject({ delayMilliseconds: z.number().check(z.nonnegative()) }),
])

const FaultRule = z.strictObject({
  match: z.optional(
    z.strictObject({
      /** The service of the signature: `dynamodb`, `s3`, `kms`, `ssm`, `execute-api`. */
      service: z.optional(z.string()),
      /** `PutItem` */
      action: z.optional(z.string()),
      /** The construct id; around a plain engine there are no functions, and a rule that names one never fires. */
      functionId: z.optional(z.string()),
      /** Only calls whose body has this text. */
      contains: z.optional(z.string()),
      /** Only the nth matching call, counted from 1. */
      nth: z.optional(z.int().check(z.positive())),
      /** The chance of each matching call, drawn from the plan's seed. */
      probability: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
    }),
  ),
  fault: Fault,
  /** The most faults that the rule injects; unlimited by default. */
  times: z.optional(z.int().check(z.positive())),
})

const FaultPlan = z.strictObject({ seed: z.optional(z.int()), rules: z.array(FaultRule) })

export type Fault = z.infer<typeof Fault>
export type FaultRule = Readonly<z.infer<typeof FaultRule>>
/** Which calls fail, and how. The same plan and the same calls give the same faults. */
export interface FaultPlan {
  readonly seed?: number | undefined
  readonly rules: readonly FaultRule[]
}

/** A call as a rule matches it. */
export interface FaultSubject {
  readonly service: string
  readonly action: string
  readonly functionId: string | undefined
  readonly body: Buffer | string
}

/** @throws Error with one line when the text is not a fault plan */
export const parseFaultPlan = (text: string): FaultPlan => {
  let plan: unknown
  try {
    plan = JSON.parse(text)
  } catch (cause) {
    throw new Error('The fault plan is not JSON', { cause })
  }
  const result = FaultPlan.safeParse(plan)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`The fault plan is malformed at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`)
}

/**
 * Draws faults from a plan; counts and chances are each rule's own, so that rules do not disturb each other.
 *
 * @returns the faults of the next call: any number of delays, then at most one other, by the first rule that fires
 */
export const createFaultSource = (plan: FaultPlan): ((subject: FaultSubject) => readonly Fault[]) => {
  const rules = plan.rules.map((rule, index) => ({ ...rule, fires: createRule(rule, (plan.seed ?? 0) + index) }))
  return (subject) => {
    const fired = rules.filter(({ fires }) => fires(subject)).map(({ fault }) => fault)
    const delays = fired.filter((fault) => typeof fault === 'object')
    const other = fired.find((fault) => typeof fault === 'string')
    return other === undefined ? delays : [...delays, other]
  }
}

const createRule = (rule: FaultRule, seed: number): ((subject: FaultSubject) => boolean) => {
  const { match = {}, times = Number.POSITIVE_INFINITY } = rule
  const chance = randomOf(seed)
  let fitting = 0
  let fired = 0
  return (subject) => {
    if (!fits(match, subject) || !isApplicable(rule.fault, subject)) return false
    fitting += 1
    if (match.nth !== undefined && fitting !== match.nth) return false
    if (match.probability !== undefined && chance() >= match.probability) return false
    if (fired >= times) return false
    fired += 1
    return true
  }
}

const fits = (match: NonNullable<FaultRule['match']>, subject: FaultSubject): boolean => {
  const { service, action, functionId, contains } = match
  if (service !== undefined && service !== subject.service) return false
  if (action !== undefined && action !== subject.action) return false
  if (contains !== undefined && !subject.body.includes(contains)) return false
  return functionId === undefined || functionId === subject.functionId
}

const transactions = ['TransactWriteItems', 'TransactGetItems']
const writes = ['PutItem', 'UpdateItem', 'DeleteItem']

/** Faults that exist only for some of DynamoDB's operations; a rule with such a fault ignores other operations. */
const applicable: Readonly<Record<string, readonly string[]>> = {
  'unprocessed-items': ['BatchWriteItem', 'BatchGetItem'],
  'stale-read': ['GetItem', 'BatchGetItem', 'Query', 'Scan'],
  'transaction-conflict': [...transactions, ...writes],
  'transaction-throttled': transactions,
}

const isApplicable = (fault: Fault, { service, action }: FaultSubject): boolean => {
  const actions = typeof fault === 'string' ? applicable[fault] : undefined
  return actions === undefined || (service === 'dynamodb' && actions.includes(action))
}
