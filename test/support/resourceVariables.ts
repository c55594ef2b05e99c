import {
  bucketVariable,
  keyVariable,
  ownSystemVariable,
  queueVariable,
  streamEndDelayVariable,
  tableVariable,
  urlVariable,
} from '../../shared/contract/environmentNames.ts'
import { type ProviderName, providers } from '../../shared/contract/providers.ts'
import {
  type BucketName,
  buckets,
  type KeyName,
  keys,
  type QueueName,
  queues,
  type TableName,
  tables,
} from '../../shared/contract/resources.ts'

type Variables = Readonly<Record<string, string>>

const named = <Name extends string>(all: object, variable: (name: Name) => string, value: (name: Name) => string) =>
  Object.fromEntries((Object.keys(all) as Name[]).map((name) => [variable(name), value(name)]))

/** The variables of every function: each table, bucket, key and queue with these values by their names, and settings. */
export const resourceVariables = (values: {
  readonly table: (name: TableName) => string
  readonly bucket: (name: BucketName) => string
  readonly key: (name: KeyName) => string
  readonly queue: (name: QueueName) => string
}): Variables => ({
  ...named(tables, tableVariable, values.table),
  ...named(buckets, bucketVariable, values.bucket),
  ...named(keys, keyVariable, values.key),
  ...named(queues, queueVariable, values.queue),
  [ownSystemVariable]: 'ODA',
  [streamEndDelayVariable]: '120',
})

/** The variables by which functions know every address of a provider, with these in place of the real ones. */
export const providerVariables = (addressOf: (address: string) => string): Variables =>
  Object.fromEntries(
    Object.entries(providers).flatMap(([provider, { urls }]) =>
      Object.entries(urls).map(([url, address]) => [urlVariable(provider as ProviderName, url), addressOf(address)]),
    ),
  )
