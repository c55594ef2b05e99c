import type { PolicyStatement } from '../deployment.ts'
import { matchesPattern } from './pattern.ts'

type Test = (actual: string, expected: string) => boolean

interface Operator {
  readonly test: Test
  /** A negated operator holds when no expected value matches. */
  readonly negated: boolean
}

const equals: Test = (actual, expected) => actual === expected
const equalsIgnoringCase: Test = (actual, expected) => actual.toLowerCase() === expected.toLowerCase()
const like: Test = (actual, expected) => matchesPattern(expected, actual)

const operators: Readonly<Record<string, Operator>> = {
  StringEquals: { test: equals, negated: false },
  StringNotEquals: { test: equals, negated: true },
  StringEqualsIgnoreCase: { test: equalsIgnoringCase, negated: false },
  StringNotEqualsIgnoreCase: { test: equalsIgnoringCase, negated: true },
  StringLike: { test: like, negated: false },
  StringNotLike: { test: like, negated: true },
  ArnEquals: { test: like, negated: false },
  ArnLike: { test: like, negated: false },
  ArnNotEquals: { test: like, negated: true },
  ArnNotLike: { test: like, negated: true },
  Bool: { test: equalsIgnoringCase, negated: false },
}

/** The condition keys that the endpoint and its engines supply; a role that uses another is refused at the start. */
const knownKeys = [
  'aws:securetransport',
  'aws:requestedregion',
  'aws:principalaccount',
  'aws:resourceaccount',
  'aws:principalarn',
  'dynamodb:enclosingoperation',
  'kms:encryptioncontext:*',
  'kms:encryptioncontextkeys',
]

/**
 * Whether all conditions of a statement hold.
 *
 * @param keys the request's condition keys, lower case; an absent key fails an operator unless it is negated or ends in `IfExists`
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
export const conditionsHold = (
  conditions: PolicyStatement['conditions'],
  keys: Readonly<Record<string, readonly string[]>>,
): boolean =>
  Object.entries(conditions).every(([operator, tests]) =>
    Object.entries(tests).every(([key, expected]) => holds(operator, keys[key.toLowerCase()], expected)),
  )

/** Why the conditions cannot be imitated; undefined when they can. */
export const unknownCondition = (conditions: PolicyStatement['conditions']): string | undefined => {
  for (const [operator, tests] of Object.entries(conditions)) {
    const { name } = parts(operator)
    if (name !== 'Null' && !operators[name]) return `the condition operator ${operator} is not imitated`
    const unknown = Object.keys(tests).find(
      (key) => !knownKeys.some((known) => matchesPattern(known, key.toLowerCase())),
    )
    if (unknown !== undefined) return `the condition key ${unknown} is not imitated`
  }
  return undefined
}

const holds = (spelled: string, actual: readonly string[] | undefined, expected: readonly string[]): boolean => {
  const { quantifier, name, ifExists } = parts(spelled)
  if (name === 'Null') return expected.includes(String(actual === undefined))
  const operator = operators[name]
  if (!operator) throw new Error(`the condition operator ${spelled} is not imitated`)
  if (actual === undefined || actual.length === 0) return ifExists || quantifier === 'ForAllValues' || operator.negated
  const matches = (value: string) => expected.some((candidate) => operator.test(value, candidate)) !== operator.negated
  return quantifier === 'ForAllValues' ? actual.every(matches) : actual.some(matches)
}

/** `ForAllValues:StringLikeIfExists` in its three parts. */
const parts = (spelled: string): { quantifier: string; name: string; ifExists: boolean } => {
  const [quantifier, base] = spelled.includes(':') ? spelled.split(':') : ['', spelled]
  const ifExists = base?.endsWith('IfExists') ?? false
  return { quantifier: quantifier ?? '', name: (base ?? '').replace(/IfExists$/, ''), ifExists }
}
