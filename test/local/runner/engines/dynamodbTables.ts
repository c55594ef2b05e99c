import type { TableResource } from '../deployment.ts'
import { type DynamoDbEngine, engineHeaders } from './dynamodb.ts'

/** The definition of a table to create: of a template, or written out in a test. */
export type TableDefinition = Omit<TableResource, 'logicalId' | 'arn'>

interface KeyElement {
  readonly AttributeName: string
  readonly KeyType: 'HASH' | 'RANGE'
}

interface IndexDescription {
  readonly IndexName: string
  readonly KeySchema: readonly KeyElement[]
  readonly Projection: { readonly ProjectionType?: string; readonly NonKeyAttributes?: readonly string[] }
}

interface TableDescription {
  readonly TableStatus: string
  readonly KeySchema: readonly KeyElement[]
  readonly AttributeDefinitions: readonly { readonly AttributeName: string; readonly AttributeType: string }[]
  readonly GlobalSecondaryIndexes?: readonly (IndexDescription & { readonly IndexStatus?: string })[]
  readonly LocalSecondaryIndexes?: readonly IndexDescription[]
  readonly StreamSpecification?: { readonly StreamEnabled: boolean; readonly StreamViewType?: string }
}

/**
 * Creates the declared tables with keys, indexes, streams and time to live. Tables of an earlier run are kept with their
 * data and gain new global indexes; anything else that changed needs a fresh data folder.
 *
 * @throws Error that names the table, what changed and the data folder
 */
export const createTables = async (engine: DynamoDbEngine, tables: readonly TableDefinition[]): Promise<void> => {
  for (const table of tables) {
    const existing = await describe(engine, table.name)
    if (existing) await adjustTable(engine, table, existing)
    else await createTable(engine, table)
  }
}

const createTable = async (engine: DynamoDbEngine, table: TableDefinition): Promise<void> => {
  const answer = await call(engine, 'CreateTable', createTableInput(table))
  if (!isActive((answer as { TableDescription?: TableDescription }).TableDescription)) await active(engine, table.name)
  if (table.timeToLiveAttribute) await updateTimeToLive(engine, table, table.timeToLiveAttribute, true)
}

/** The input of CreateTable for a table of the template. */
const createTableInput = (table: TableDefinition) => {
  const indexes = (kind: 'global' | 'local') => table.indexes.filter((index) => index.kind === kind).map(indexInput)
  const [global, local] = [indexes('global'), indexes('local')]
  return {
    TableName: table.name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table),
    AttributeDefinitions: attributeDefinitions(table),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...streamInput(table),
  }
}

const streamInput = (table: TableDefinition) => {
  if (!table.streamViewType) return {}
  return { StreamSpecification: { StreamEnabled: true, StreamViewType: table.streamViewType } }
}

const attributeDefinitions = (table: TableDefinition) =>
  Object.entries(table.attributeTypes).map(([name, type]) => ({ AttributeName: name, AttributeType: type }))

const keySchema = (keys: { readonly partitionKey: string; readonly sortKey: string | undefined }): KeyElement[] => {
  const partition: KeyElement = { AttributeName: keys.partitionKey, KeyType: 'HASH' }
  return keys.sortKey === undefined ? [partition] : [partition, { AttributeName: keys.sortKey, KeyType: 'RANGE' }]
}

const indexInput = (index: TableDefinition['indexes'][number]) => {
  const { type, attributes } = index.projection
  return {
    IndexName: index.name,
    KeySchema: keySchema(index),
    Projection: { ProjectionType: type, ...(type === 'INCLUDE' && { NonKeyAttributes: attributes }) },
  }
}

const adjustTable = async (
  engine: DynamoDbEngine,
  table: TableDefinition,
  existing: TableDescription,
): Promise<void> => {
  const refuse = (what: string) => {
    throw new Error(
      `Table ${table.name}: ${what} changed since the data in ${engine.place} was written; delete that data to start anew`,
    )
  }
  if (!sameKeys(existing.KeySchema, keySchema(table))) refuse('its keys')
  for (const { AttributeName: name, AttributeType: type } of existing.AttributeDefinitions) {
    if ((table.attributeTypes[name] ?? type) !== type) refuse(`the type of ${name}`)
  }
  const present = new Map(
    [...(existing.GlobalSecondaryIndexes ?? []), ...(existing.LocalSecondaryIndexes ?? [])].map((index) => [
      index.IndexName,
      index,
    ]),
  )
  for (const index of table.indexes) {
    const earlier = present.get(index.name)
    if (earlier && !sameIndex(earlier, indexInput(index))) refuse(`the index ${index.name}`)
    if (!earlier && index.kind === 'local') refuse(`the local index ${index.name}`)
    if (!earlier) await addIndex(engine, table, index)
  }
  const streamed = existing.StreamSpecification?.StreamEnabled ? existing.StreamSpecification.StreamViewType : undefined
  if (streamed !== table.streamViewType) {
    if (streamed) refuse('its stream')
    await call(engine, 'UpdateTable', { TableName: table.name, ...streamInput(table) })
    await active(engine, table.name)
  }
  await adjustTimeToLive(engine, table)
}

const addIndex = async (engine: DynamoDbEngine, table: TableDefinition, index: TableDefinition['indexes'][number]) => {
  await call(engine, 'UpdateTable', {
    TableName: table.name,
    AttributeDefinitions: attributeDefinitions(table),
    GlobalSecondaryIndexUpdates: [{ Create: indexInput(index) }],
  })
  await active(engine, table.name)
}

const sameKeys = (left: readonly KeyElement[], right: readonly KeyElement[]): boolean => {
  const names = (keys: readonly KeyElement[]) => keys.map((key) => `${key.KeyType} ${key.AttributeName}`).join()
  return names(left) === names(right)
}

const sameIndex = (left: IndexDescription, right: IndexDescription): boolean => {
  const projection = ({ Projection: { ProjectionType, NonKeyAttributes } }: IndexDescription) =>
    `${ProjectionType} ${[...(NonKeyAttributes ?? [])].sort().join()}`
  return sameKeys(left.KeySchema, right.KeySchema) && projection(left) === projection(right)
}

const adjustTimeToLive = async (engine: DynamoDbEngine, table: TableDefinition): Promise<void> => {
  const answer = await call(engine, 'DescribeTimeToLive', { TableName: table.name })
  const { TimeToLiveDescription } = answer as {
    TimeToLiveDescription?: { TimeToLiveStatus?: string; AttributeName?: string }
  }
  const present =
    TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED' ? TimeToLiveDescription.AttributeName : undefined
  if (present === table.timeToLiveAttribute) return
  if (present) await updateTimeToLive(engine, table, present, false)
  if (table.timeToLiveAttribute) await updateTimeToLive(engine, table, table.timeToLiveAttribute, true)
}

const updateTimeToLive = (engine: DynamoDbEngine, table: TableDefinition, attribute: string, enabled: boolean) =>
  call(engine, 'UpdateTimeToLive', {
    TableName: table.name,
    TimeToLiveSpecification: { AttributeName: attribute, Enabled: enabled },
  })

const describe = async (engine: DynamoDbEngine, table: string): Promise<TableDescription | undefined> => {
  const answer = await call(engine, 'DescribeTable', { TableName: table }, 'ResourceNotFoundException')
  return (answer as { Table?: TableDescription } | undefined)?.Table
}

/** Creation is asynchronous in the interface, and takes some milliseconds in Amazon's engine. */
const active = async (engine: DynamoDbEngine, table: string): Promise<void> => {
  while (!isActive(await describe(engine, table))) await new Promise((resolve) => setTimeout(resolve, 5))
}

const isActive = ({ TableStatus, GlobalSecondaryIndexes = [] }: Partial<TableDescription> = {}): boolean =>
  TableStatus === 'ACTIVE' && GlobalSecondaryIndexes.every(({ IndexStatus = 'ACTIVE' }) => IndexStatus === 'ACTIVE')

const call = async (engine: DynamoDbEngine, operation: string, input: object, tolerated?: string): Promise<unknown> => {
  const headers = engineHeaders(engine, `DynamoDB_20120810.${operation}`)
  const answer = await fetch(engine.endpoint, { method: 'POST', headers, body: JSON.stringify(input) })
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text)
  if (tolerated && text.includes(tolerated)) return undefined
  throw new Error(`DynamoDB engine at ${engine.endpoint}: ${operation} answered ${answer.status}: ${text}`)
}
