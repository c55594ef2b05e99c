import type { Item, Write, WriteOperation } from '../../contract/write.ts'

/**
 * The condition of a write. In its expression `#name` is the attribute `name`, which may be a reserved word, and
 * `:name` one of the values or, in an update, the new value of the attribute `name`.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 */
export interface Condition {
  readonly if: string
  readonly values?: Readonly<Record<string, unknown>>
}

interface Options extends Partial<Pick<Write, 'repeatable' | 'refusal'>> {
  readonly when?: Condition | undefined
}

/** The changes of an update; each attribute is in one of them. */
interface Changes {
  /** New values. Undefined ones are skipped. */
  readonly set?: Readonly<Record<string, unknown>>
  /** Assignments that are computed from the present item (`#count = #count + :one`), with their `values`. */
  readonly assign?: readonly string[]
  /** Numbers to add, where a missing attribute counts as 0, and members to add to a set. */
  readonly add?: Readonly<Record<string, number | ReadonlySet<string> | undefined>>
  /** Members to take out of a set; an empty set goes with its attribute. */
  readonly subtract?: Readonly<Record<string, ReadonlySet<string>>>
  readonly remove?: readonly string[]
  readonly values?: Readonly<Record<string, unknown>>
}

const joined = (conditions: readonly (Condition | undefined)[], operator: 'AND' | 'OR'): Condition => {
  const given = conditions.filter((condition) => condition !== undefined)
  return {
    if: given.length === 1 ? String(given[0]?.if) : given.map((condition) => `(${condition.if})`).join(` ${operator} `),
    values: Object.assign({}, ...given.map(({ values }) => values)),
  }
}

/** Holds when all of the given conditions do. Undefined ones are skipped; at least one has to be given. */
export const allOf = (...conditions: readonly (Condition | undefined)[]): Condition => joined(conditions, 'AND')

/** Holds when one of the given conditions does. */
export const anyOf = (...conditions: readonly Condition[]): Condition => joined(conditions, 'OR')

const defined = (attributes: Readonly<Record<string, unknown>> = {}): [string, unknown][] =>
  Object.entries(attributes).filter(([, value]) => value !== undefined)

const clause = (keyword: string, parts: readonly string[]): readonly string[] =>
  parts.length > 0 ? [`${keyword} ${parts.join(', ')}`] : []

/** The names and values that expressions need; DynamoDB refuses empty maps. */
const expressed = (when: Condition | undefined, expression: string, given: Readonly<Record<string, unknown>>) => {
  const names = [...`${expression} ${when?.if ?? ''}`.matchAll(/#(\w+)/g)].map(([alias, name]) => [alias, name])
  const values = Object.entries({ ...given, ...when?.values }).map(([name, value]) => [`:${name}`, value])
  return {
    ...(when && { ConditionExpression: when.if }),
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  }
}

const proposed = <Operation extends WriteOperation>(
  operation: Operation,
  { repeatable = false, refusal }: Options,
): Write & { readonly operation: Operation } => ({
  operation,
  repeatable,
  ...(refusal && { refusal }),
})

/** Writes a whole item in place of the one that is there. */
export const put = (TableName: string, Item: Item, options: Options = {}): Write =>
  proposed({ Put: { TableName, Item, ...expressed(options.when, '', {}) } }, options)

/**
 * Changes attributes of an item, and creates it where it is missing and the condition allows it.
 *
 * @example
 * update(table, { recipientId, id }, { set: { title }, remove: ['hidden'], when: { if: 'attribute_exists(id)' } })
 */
export const update = (
  TableName: string,
  Key: Item,
  { set, assign = [], add, subtract, remove = [], values, ...options }: Changes & Options,
) => {
  const [sets, adds, subtractions] = [defined(set), defined(add), defined(subtract)]
  const UpdateExpression = [
    ...clause('SET', [...sets.map(([name]) => `#${name} = :${name}`), ...assign]),
    ...clause(
      'ADD',
      adds.map(([name]) => `#${name} :${name}`),
    ),
    ...clause(
      'DELETE',
      subtractions.map(([name]) => `#${name} :${name}`),
    ),
    ...clause(
      'REMOVE',
      remove.map((name) => `#${name}`),
    ),
  ].join(' ')
  const given = { ...Object.fromEntries([...sets, ...adds, ...subtractions]), ...values }
  return proposed(
    { Update: { TableName, Key, UpdateExpression, ...expressed(options.when, UpdateExpression, given) } },
    options,
  )
}

export const remove = (TableName: string, Key: Item, options: Options = {}): Write =>
  proposed({ Delete: { TableName, Key, ...expressed(options.when, '', {}) } }, options)

/** Changes nothing, and holds the transaction to the condition of an item that it does not write. */
export const check = (TableName: string, Key: Item, when: Condition, refusal?: Write['refusal']): Write =>
  proposed(
    { ConditionCheck: { TableName, Key, ...expressed(when, '', {}), ConditionExpression: when.if } },
    { ...(refusal && { refusal }) },
  )
