import type { PolicyStatement } from '../deployment.ts'
import { matchesPattern } from './pattern.ts'

type Test = (actual: string, expected: string) => boolean

const equals: Test = (actual, expected) => actual === expected
const equalsIgnoringCase: Test = (actual, expected) => actual.toLowerCase() === expected.toLowerCase()
const like: Test = (actual, expected) => matchesPattern(expected, actual)

/** The six parts of an ARN are compared one by one; the last one may have colons of its own. */
const arnLike: Test = (actual, expected) => {
  const [parts, patterns] = [actual, expected].map((arn) => /^(.*?):(.*?):(.*?):(.*?):(.*?):(.*)$/.exec(arn)?.slice(1))
  return patterns?.every((pattern, index) => matchesPattern(pattern, parts?.[index] ?? '')) ?? false
}

const operators: Readonly<Record<string, Test>> = {
  StringEquals: equals,
  StringEqualsIgnoreCase: equalsIgnoringCase,
  StringLike: like,
  ArnEquals: arnLike,
  ArnLike: arnLike,
  Bool: equalsIgnoringCase,
}

/** None, or for a key of several values. */
const quantifiers = ['', 'ForAllValues', 'ForAnyValue']

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
 * @param keys the request's condition keys, lower case; an absent key fails an operator unless it ends in `IfExists`,
 * asks `ForAllValues`, or is negated without `ForAnyValue`
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
    const { name, quantifier } = parts(operator)
    const isKnown = quantifiers.includes(quantifier) && Object.hasOwn(operators, name)
    if (operator !== 'Null' && !isKnown) return `the condition operator ${operator} is not imitated`
    const unknown = Object.keys(tests).find(
      (key) => !knownKeys.some((known) => matchesPattern(known, key.toLowerCase())),
    )
    if (unknown !== undefined) return `the condition key ${unknown} is not imitated`
    const variable = Object.values(tests)
      .flat()
      .find((value) => value.includes('${'))
    if (variable !== undefined) return `the policy variable of ${variable} is not imitated`
  }
  return undefined
}

const holds = (spelled: string, actual: readonly string[] | undefined, expected: readonly string[]): boolean => {
  const { quantifier, name, isNegated, ifExists } = parts(spelled)
  const isAbsent = actual === undefined || actual.length === 0
  if (name === 'Null') return expected.includes(String(isAbsent))
  const test = operators[name]
  if (!test) throw new Error(`the condition operator ${spelled} is not imitated`)
  if (isAbsent) return ifExists || quantifier === 'ForAllValues' || (quantifier === '' && isNegated)
  const matches = (value: string) => expected.some((candidate) => test(value, candidate)) !== isNegated
  return quantifier === 'ForAllValues' ? actual.every(matches) : actual.some(matches)
}

/** `ForAllValues:StringNotLikeIfExists` in its parts. A negated operator holds when no expected value matches. */
const parts = (spelled: string) => {
  const [quantifier = '', base = ''] = spelled.includes(':') ? spelled.split(':') : ['', spelled]
  const name = base.replace(/IfExists$/, '').replace(/^(String|Arn)Not/, '$1')
  return { quantifier, name, isNegated: /^(String|Arn)Not/.test(base), ifExists: base.endsWith('IfExists') }
}
