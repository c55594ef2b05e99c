import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '<digest>'],
  [/\b(?:kick|vk)-(?:access|refresh)-[\w-]+/g, '<token>'],
  [/\d{6,}/g, '<number>'],
]

/** A value without what differs from run to run: ids, times, digests, ciphertexts, and the names that a scene has made. */
export const comparable = (value: unknown, names: RegExp): unknown => {
  if (typeof value === 'string')
    return patterns.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), value.replaceAll(names, '<name>'))
  if (typeof value === 'number') return value > 1e9 ? '<number>' : value
  if (value instanceof Uint8Array) return '<bytes>'
  if (Array.isArray(value)) return value.map((member) => comparable(member, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [
        comparable(key, names),
        // Shards are drawn from ids.
        /shard$/i.test(key) ? '<shard>' : comparable(member, names),
      ]),
  )
}

/** What stands in the tables: one line an item, sorted, equal for two runs with the same effect. */
export const storedState = async (
  client: DynamoDBDocumentClient,
  tables: readonly string[],
  names: RegExp,
): Promise<readonly string[]> => {
  const contents = await Promise.all(
    tables.map(async (table) => {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }))
      // The recorded answer of a keyed request is compared where it is answered.
      return Items.map(({ body: _answer, ...item }) => `${table} ${JSON.stringify(comparable(item, names))}`)
    }),
  )
  return contents.flat().sort()
}
