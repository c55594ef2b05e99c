import { TemplateError } from './templateError.ts'

/** What an expression may refer to; each throws a {@link TemplateError} for what it does not know. */
export interface Scope {
  /** A resource, a parameter or a pseudo parameter; {@link noValue} for `AWS::NoValue`. */
  ref(name: string, place: string): unknown
  attribute(logicalId: string, name: string, place: string): string
  condition(name: string, place: string): boolean
  mapping(map: string, first: string, second: string, place: string): unknown
  /** The value of an export of any stack. */
  imported(name: string, place: string): string
  /** Replaces AWS addresses in a resolved text by the local ones. */
  localise(text: string): string
}

/** The value of `AWS::NoValue`: a member with it is left out. */
export const noValue = Symbol('AWS::NoValue')

type Intrinsic = (argument: unknown, scope: Scope, place: string) => unknown

/**
 * The value of a template expression with every intrinsic function resolved.
 *
 * @param place the path of the expression, for the message of a {@link TemplateError}
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
export const evaluate = (expression: unknown, scope: Scope, place: string): unknown => {
  if (typeof expression === 'string') return literal(expression, place)
  if (Array.isArray(expression)) {
    return expression
      .map((item, index) => evaluate(item, scope, `${place}[${index}]`))
      .filter((item) => item !== noValue)
  }
  if (typeof expression !== 'object' || expression === null) return expression
  const name = intrinsicName(expression)
  if (name === undefined) return members(expression, scope, place)
  return intrinsicOf(name, place)(Object.values(expression)[0], scope, place)
}

/** Refuses unknown intrinsic functions anywhere in the expression, even if its value has no local effect. */
export const checkIntrinsics = (expression: unknown, place: string): void => {
  if (typeof expression !== 'object' || expression === null) return
  const name = intrinsicName(expression)
  if (name !== undefined) intrinsicOf(name, place)
  for (const [key, value] of Object.entries(expression)) checkIntrinsics(value, `${place}.${key}`)
}

const intrinsicOf = (name: string, place: string): Intrinsic => {
  const intrinsic = intrinsics[name]
  if (!intrinsic) throw new TemplateError(place, `the intrinsic function ${name} is not imitated`)
  return intrinsic
}

const members = (expression: object, scope: Scope, place: string): Record<string, unknown> => {
  const entries = Object.entries(expression).map(
    ([key, value]) => [key, evaluate(value, scope, `${place}.${key}`)] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== noValue))
}

/** The name of the function that an object calls: its only key; undefined for a plain object. */
const intrinsicName = (expression: object): string | undefined => {
  const keys = Object.keys(expression)
  const name = keys.find((key) => key === 'Ref' || key === 'Condition' || key.startsWith('Fn::'))
  if (name === undefined || keys.length > 1) return name?.startsWith('Fn::') ? `${name} beside other keys` : undefined
  // A policy statement has a member `Condition` too, but only the intrinsic's argument is a text.
  if (name === 'Condition' && typeof Object.values(expression)[0] !== 'string') return undefined
  return name
}

const literal = (text: string, place: string): string => {
  if (!text.includes('{{resolve:')) return text
  throw new TemplateError(place, `the dynamic reference ${text} is not imitated`)
}

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope, place) => scope.ref(textOf(argument, place), place),
  Condition: (argument, scope, place) => scope.condition(textOf(argument, place), place),
  'Fn::GetAtt': (argument, scope, place) => {
    const [logicalId, ...name] = typeof argument === 'string' ? argument.split('.') : textsOf(argument, place)
    return scope.attribute(textOf(logicalId, place), name.join('.'), place)
  },
  'Fn::Join': (argument, scope, place) => {
    const [separator, values] = pairOf(argument, place)
    const texts = listOf(evaluate(values, scope, place), place).map((value) => scalarOf(value, place))
    return scope.localise(texts.join(textOf(separator, place)))
  },
  'Fn::Sub': (argument, scope, place) => scope.localise(substitute(argument, scope, place)),
  'Fn::Select': (argument, scope, place) => {
    const [index, values] = pairOf(argument, place)
    const selected = listOf(evaluate(values, scope, place), place)[Number(evaluate(index, scope, place))]
    if (selected === undefined) throw new TemplateError(place, 'Fn::Select has an index outside of its list')
    return selected
  },
  'Fn::Split': (argument, scope, place) => {
    const [separator, value] = pairOf(argument, place)
    return textOf(evaluate(value, scope, place), place).split(textOf(separator, place))
  },
  'Fn::ImportValue': (argument, scope, place) => scope.imported(textOf(evaluate(argument, scope, place), place), place),
  'Fn::FindInMap': (argument, scope, place) => {
    const [map, first, second] = textsOf(evaluate(argument, scope, place), place)
    return scope.mapping(textOf(map, place), textOf(first, place), textOf(second, place), place)
  },
  'Fn::If': (argument, scope, place) => {
    const [condition, ifTrue, ifFalse] = listOf(argument, place)
    return evaluate(scope.condition(textOf(condition, place), place) ? ifTrue : ifFalse, scope, place)
  },
  'Fn::Equals': (argument, scope, place) => {
    const [left, right] = listOf(evaluate(argument, scope, place), place)
    return scalarOf(left, place) === scalarOf(right, place)
  },
  'Fn::Not': (argument, scope, place) => !truthsOf(argument, scope, place)[0],
  'Fn::And': (argument, scope, place) => truthsOf(argument, scope, place).every(Boolean),
  'Fn::Or': (argument, scope, place) => truthsOf(argument, scope, place).some(Boolean),
}

const substitute = (argument: unknown, scope: Scope, place: string): string => {
  const [text, variables] = Array.isArray(argument) ? argument : [argument, {}]
  const own = new Map(Object.entries(members(variables ?? {}, scope, place)))
  return textOf(text, place).replace(/\$\{(!?)([^}]+)\}/g, (_, exclamation: string, name: string) => {
    if (exclamation) return `\${${name}}`
    if (own.has(name)) return scalarOf(own.get(name), place)
    const [logicalId, ...attribute] = name.split('.')
    if (attribute.length === 0) return scalarOf(scope.ref(name, place), place)
    return scope.attribute(textOf(logicalId, place), attribute.join('.'), place)
  })
}

const truthsOf = (argument: unknown, scope: Scope, place: string): boolean[] =>
  listOf(evaluate(argument, scope, place), place).map((value) => value === true || value === 'true')

const scalarOf = (value: unknown, place: string): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return textOf(value, place)
}

const textOf = (value: unknown, place: string): string => {
  if (typeof value === 'string') return value
  throw new TemplateError(place, 'an intrinsic function has an argument that is not a text')
}

const textsOf = (value: unknown, place: string): string[] => listOf(value, place).map((item) => textOf(item, place))

const listOf = (value: unknown, place: string): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new TemplateError(place, 'an intrinsic function has an argument that is not a list')
}

const pairOf = (value: unknown, place: string): readonly [unknown, unknown] => {
  const [first, second] = listOf(value, place)
  return [first, second]
}
