type Matcher = (value: unknown) => boolean
type Rule = (present: boolean, value: unknown) => boolean
type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An array in the event matches when one of its elements does. */
const anyElement =
  (matches: Matcher): Rule =>
  (present, value) =>
    present && (Array.isArray(value) ? value.some(matches) : matches(value))

const text = (operand: unknown, operator: string): string => {
  if (typeof operand === 'string') return operand
  throw new Error(`the operator ${operator} takes a string`)
}

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

/** `["=", 5]` or `[">", 0, "<=", 5]`. It never matches a number in a DynamoDB image, which is a string there, as on AWS. */
const numeric = (operand: unknown): Matcher => {
  const terms = Array.isArray(operand) ? operand : []
  const bounds = Array.from({ length: Math.ceil(terms.length / 2) }, (_, index) => {
    const compare = comparisons[String(terms[2 * index])]
    const bound: unknown = terms[2 * index + 1]
    if (compare === undefined || typeof bound !== 'number')
      throw new Error(`malformed numeric: ${JSON.stringify(operand)}`)
    return (value: number) => compare(value, bound)
  })
  if (bounds.length === 0) throw new Error(`malformed numeric: ${JSON.stringify(operand)}`)
  return (value) => typeof value === 'number' && bounds.every((fits) => fits(value))
}

const anythingBut = (operand: unknown): Matcher => {
  const excluded: readonly unknown[] = Array.isArray(operand) ? operand : [operand]
  if (excluded.some((value) => typeof value !== 'string' && typeof value !== 'number')) {
    throw new Error('the operator anything-but takes strings and numbers')
  }
  return (value) => !excluded.includes(value)
}

const operators: Readonly<Record<string, (operand: unknown) => Rule>> = {
  prefix: (operand) => {
    const prefix = text(operand, 'prefix')
    return anyElement((value) => typeof value === 'string' && value.startsWith(prefix))
  },
  suffix: (operand) => {
    const suffix = text(operand, 'suffix')
    return anyElement((value) => typeof value === 'string' && value.endsWith(suffix))
  },
  'equals-ignore-case': (operand) => {
    const expected = text(operand, 'equals-ignore-case').toLowerCase()
    return anyElement((value) => typeof value === 'string' && value.toLowerCase() === expected)
  },
  'anything-but': (operand) => anyElement(anythingBut(operand)),
  numeric: (operand) => anyElement(numeric(operand)),
  exists: (operand) => {
    if (typeof operand !== 'boolean') throw new Error('the operator exists takes true or false')
    // This operator sees only leaves, never objects.
    return (present, value) => (present && !isObject(value)) === operand
  },
}

const compileAlternative = (alternative: unknown): Rule => {
  if (!isObject(alternative)) return anyElement((value) => value === alternative)
  const [name = '', ...more] = Object.keys(alternative)
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (operator === undefined || more.length > 0) throw new Error(`unknown operator ${JSON.stringify(alternative)}`)
  return operator(alternative[name])
}

const compileField = (pattern: unknown): Rule => {
  if (Array.isArray(pattern)) {
    if (pattern.length === 0) throw new Error('an empty list of alternatives matches nothing')
    const alternatives = pattern.map(compileAlternative)
    return (present, value) => alternatives.some((rule) => rule(present, value))
  }
  if (!isObject(pattern)) throw new Error(`a field’s pattern is a list or an object, not ${JSON.stringify(pattern)}`)
  const matches = compileObject(pattern)
  return (_, value) => matches(isObject(value) ? value : {})
}

const compileObject = (pattern: Json): ((event: Json) => boolean) => {
  const rules = Object.entries(pattern).map(([name, part]): ((event: Json) => boolean) => {
    if (name === '$or') {
      if (!Array.isArray(part) || !part.every(isObject)) throw new Error('$or takes a list of patterns')
      const alternatives = part.map(compileObject)
      return (event) => alternatives.some((matches) => matches(event))
    }
    const rule = compileField(part)
    return (event) => rule(Object.hasOwn(event, name), event[name])
  })
  return (event) => rules.every((matches) => matches(event))
}

/**
 * Compiles a filter pattern with the operators of Lambda's event filtering.
 *
 * @throws Error for any other operator, because a guess would match too much or too little
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html#filtering-syntax
 */
export const compileEventPattern = (pattern: string): ((event: object) => boolean) => {
  const parsed: unknown = JSON.parse(pattern)
  if (!isObject(parsed)) throw new Error('an event pattern is an object')
  const matches = compileObject(parsed)
  return (event) => matches(event as Json)
}
