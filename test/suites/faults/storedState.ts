import { type Access, type TableName, tables } from '../../../shared/contract/resources.ts'
import { itemsOf } from '../../support/itemsOf.ts'
import type { LocalAws } from '../../support/localAws.ts'

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/\b[0-9a-f]{64}\b/g, '<digest>'],
  [/\bwhsec_[\w+/]{43}=/g, '<secret>'],
  [/\bcs_test_[0-9a-f]{32}\b/g, '<session>'],
  [/\b[0-9A-F]{17}\b/g, '<order>'],
  [/\bWyJ[\w-]+\.[\w-]{43}/g, '<signed>'],
  [/(?<![\w-])(?:[\w-]{16})?[\w-]{43}(?![\w-])/g, '<digest>'],
  [/\b(?:donationalerts|kick|streamlabs|twitch|vk)-(?:access|refresh)-[\w-]+/g, '<token>'],
  [/\b[0-9a-f]{24}\b/g, '<number>'],
  [/\d{6,}/g, '<number>'],
]

/** Members that derive from an id or a duration, come from a provider, count attempts, or list what each adds anew. */
const incidental: ReadonlySet<string> = new Set([
  'shard',
  'dueShard',
  'messageId',
  'attempts',
  'failures',
  'isQuick',
  'owner',
  'endpoints',
])

/** A busy machine decides whether an answer takes over a second; after a failure, `failingSince` is beside it. */
const timed = 'pausedUntil'

/** A value without the parts that differ between runs: ids, times, digests, ciphertexts, and names of a scene. */
export const comparable = (value: unknown, names: RegExp): unknown => {
  if (typeof value === 'string')
    return patterns.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), value.replaceAll(names, '<name>'))
  if (typeof value === 'number') return Math.abs(value) > 1e5 ? '<number>' : value
  if (value instanceof Uint8Array) return '<bytes>'
  if (Array.isArray(value)) return value.map((member) => comparable(member, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== timed)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [comparable(key, names), incidental.has(key) ? '<any>' : comparable(member, names)]),
  )
}

/** The tables that an access names. */
export const tablesOf = (access: Access): readonly TableName[] => {
  const names = Object.keys(access).map((name) => name.split('.')[0] as TableName)
  return [...new Set(names)].filter((name) => Object.hasOwn(tables, name))
}

/** The number of items that one request may delete. */
const batchSize = 25

/** Deletes what was put into the tables: by its keys, past the SDK, because every play begins with it. */
export const emptyTables = async (
  { engines, table, written }: LocalAws,
  names: readonly TableName[],
): Promise<void> => {
  const keys = names.flatMap((name) =>
    [...(written.get(name)?.values() ?? [])].map((key) => [table(name), key] as const),
  )
  for (const name of names) written.delete(name)
  for (let start = 0; start < keys.length; start += batchSize) {
    const byTable = Map.groupBy(keys.slice(start, start + batchSize), ([tableName]) => tableName)
    const removals = [...byTable].map(([name, those]) => [name, those.map(([, Key]) => ({ DeleteRequest: { Key } }))])
    const answer = await engines.dynamodb({
      method: 'POST',
      target: '/',
      headers: { 'x-amz-target': 'DynamoDB_20120810.BatchWriteItem' },
      body: Buffer.from(JSON.stringify({ RequestItems: Object.fromEntries(removals) })),
    })
    const said = answer === 'reset' ? answer : String(answer.body)
    if (!/"UnprocessedItems":\s*{}/.test(said)) throw new Error(`the engine left items: ${said}`)
  }
}

/** The content of the tables, one line for each item, sorted. Two runs with the same effect give equal lines. */
export const storedState = async (
  aws: LocalAws,
  names: readonly TableName[],
  madeTexts: RegExp,
): Promise<readonly string[]> => {
  const contents = await Promise.all(
    // The counters of rates count attempts, and are not an effect of a request.
    names
      .filter((name) => name !== 'rates')
      .map(async (name) => {
        const items = await itemsOf(aws, name)
        // The recorded answer of a keyed request is compared where it is answered.
        return items.map(({ body: _answer, ...item }) => `${name} ${JSON.stringify(comparable(item, madeTexts))}`)
      }),
  )
  return contents.flat().sort()
}
