import { isDeepStrictEqual } from 'node:util'

type Schema = Readonly<Record<string, unknown>>
interface Described {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Described
  readonly responses: Readonly<Record<string, Described>>
}
/** The parts of an OpenAPI document that are compared. */
export interface Interface {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
/** A change that a client of the interface before may notice. */
export interface InterfaceChange {
  readonly operation: string
  /** The status, parameter or member that has changed. */
  readonly subject: string
  readonly what: string
}
type Report = (subject: string, what: string) => void
/** What a client sends may lose nothing, and what it gets may not grow beyond what it knew. */
type Direction = 'request' | 'response'
const methods = ['get', 'post', 'put', 'delete', 'patch']
/** Keywords that limit values, downwards, upwards and otherwise. */
const [lower, upper] = ['min', 'max'].map((end) => [`${end}Length`, `${end}imum`, `${end}Items`])
const fixed = ['const', 'format', 'pattern']
/** The keywords by which a schema allows less than before. */
const narrowed = (was: Schema, is: Schema): readonly string[] => [
  ...missing([was['type']].flat(), [is['type']].flat()).map(() => 'type'),
  ...(lower ?? []).filter((name) => Number(is[name] ?? 0) > Number(was[name] ?? 0)),
  ...(upper ?? []).filter(
    (name) => Number(is[name] ?? Number.POSITIVE_INFINITY) < Number(was[name] ?? Number.POSITIVE_INFINITY),
  ),
  ...fixed.filter((name) => is[name] !== undefined && is[name] !== was[name]),
]
const found = (document: Interface, value: unknown): Schema => {
  const { $ref: reference } = (value ?? {}) as { readonly $ref?: string }
  if (reference === undefined) return (value ?? {}) as Schema
  const [, , kind = '', name = ''] = reference.split('/')
  return found(document, document.components?.[kind]?.[name])
}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const missing = (from: readonly unknown[], those: readonly unknown[]): readonly unknown[] =>
  from.filter((each) => !those.some((other) => isDeepStrictEqual(each, other)))

/** The comparison of two documents. */
class Comparison {
  readonly before: Interface
  readonly after: Interface
  readonly #seen = new Set<string>()

  constructor(before: Interface, after: Interface) {
    this.before = before
    this.after = after
  }

  /** Reports once for each pair of named schemas, which may contain themselves. */
  schemas(before: unknown, after: unknown, direction: Direction, subject: string, report: Report): void {
    const pair = JSON.stringify([before, after, direction, subject])
    if (this.#seen.has(pair)) return
    this.#seen.add(pair)
    const [was, is] = [found(this.before, before), found(this.after, after)]
    for (const union of ['oneOf', 'anyOf', 'allOf']) {
      const [ways, newWays] = [listOf(was[union]), listOf(is[union])]
      if (ways.length !== newWays.length)
        report(subject, `${direction}: ${union} had ${ways.length} and has ${newWays.length}`)
      if (ways.length !== newWays.length) return
      for (const [index, way] of ways.entries()) this.schemas(way, newWays[index], direction, subject, report)
    }
    const strict = direction === 'request'
    const [given, taken] = strict ? [was, is] : [is, was]
    const changedType =
      was['type'] === undefined ? [] : narrowed(given, taken).filter((name) => strict || name === 'type')
    for (const name of changedType)
      report(subject, `${direction}: ${name} was ${JSON.stringify(was[name])} and is ${JSON.stringify(is[name])}`)
    const [values, newValues] = [listOf(was['enum']), listOf(is['enum'])]
    const changed = strict ? missing(values, newValues) : missing(newValues, values)
    if (values.length > 0 && newValues.length > 0 && changed.length > 0)
      report(subject, `${direction}: the values ${changed.join(', ')} ${strict ? 'are gone' : 'are new'}`)
    if (was['items'] !== undefined) this.schemas(was['items'], is['items'], direction, subject, report)
    this.#members(was, is, direction, subject, report)
  }

  #members(was: Schema, is: Schema, direction: Direction, subject: string, report: Report): void {
    const [members, newMembers] = [was['properties'], is['properties']].map((all) => (all ?? {}) as Schema)
    const [required, newlyRequired] = [listOf(was['required']), listOf(is['required'])]
    for (const name of missing(
      direction === 'request' ? newlyRequired : required,
      direction === 'request' ? required : newlyRequired,
    ))
      report(String(name), `${direction}: it ${direction === 'request' ? 'is required now' : 'may be absent now'}`)
    for (const [name, member] of Object.entries(members ?? {}))
      if (newMembers?.[name] === undefined) report(name, `${direction}: it is gone`)
      else this.schemas(member, newMembers[name], direction, subject === '' ? name : `${subject}.${name}`, report)
  }

  operations(was: Operation, is: Operation, report: Report): void {
    const parametersOf = (document: Interface, { parameters = [] }: Operation) =>
      parameters.map((parameter) => found(document, parameter) as unknown as Parameter)
    const [parameters, newParameters] = [parametersOf(this.before, was), parametersOf(this.after, is)]
    for (const parameter of parameters) {
      const same = newParameters.find((each) => each.name === parameter.name && each.in === parameter.in)
      if (same === undefined) report(parameter.name, 'request: the parameter is gone')
      else this.schemas(parameter.schema, same.schema, 'request', parameter.name, report)
    }
    for (const { name, required } of newParameters)
      if (required && !parameters.some((each) => each.name === name)) report(name, 'request: it is required now')
    for (const status of missing(Object.keys(is.responses), Object.keys(was.responses)))
      report(String(status), 'response: the status is new')
    for (const [status, response] of Object.entries(was.responses)) {
      if (is.responses[status] === undefined) report(status, 'response: the status is gone')
      else this.#contents(response, is.responses[status], 'response', report)
    }
    this.#contents(was.requestBody, is.requestBody, 'request', report)
  }

  #contents(before: unknown, after: unknown, direction: Direction, report: Report): void {
    const [was, is] = [found(this.before, before) as Described, found(this.after, after) as Described]
    for (const [type, { schema }] of Object.entries(was.content ?? {}))
      if (is.content?.[type] !== undefined) this.schemas(schema, is.content[type].schema, direction, '', report)
      else report(type, `${direction}: the type of content is gone`)
  }
}

/** The changes that a client of the interface before may notice; additions that it ignores are none. */
export const interfaceChanges = (before: Interface, after: Interface): readonly InterfaceChange[] => {
  const changes: InterfaceChange[] = []
  const comparison = new Comparison(before, after)
  for (const [path, operations] of Object.entries(before.paths))
    for (const method of methods.filter((each) => operations[each] !== undefined)) {
      const operation = `${method.toUpperCase()} ${path}`
      const report: Report = (subject, what) => void changes.push({ operation, subject, what })
      const is = after.paths[path]?.[method]
      if (is === undefined) report(path, 'the operation is gone')
      else comparison.operations(operations[method] as Operation, is as Operation, report)
    }
  const [names, newNames] = [before, after].map(({ components }) => Object.keys(components?.['schemas'] ?? {}))
  // Programs import the types that a generator has made of them.
  for (const name of missing(names ?? [], newNames ?? []))
    changes.push({ operation: 'Generated clients', subject: String(name), what: 'the schema has lost this name' })
  return changes
}
