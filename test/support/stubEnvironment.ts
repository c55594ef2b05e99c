import { vi } from 'vitest'
import { providers } from '../../shared/contract/providers.ts'
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
import {
  bucketVariable,
  connectionsUrlVariable,
  keyVariable,
  publicUrlVariable,
  queueVariable,
  tableVariable,
  urlVariable,
  webSocketUrlVariable,
} from '../../shared/contract/variables.ts'

/** The environment of a function that is called without an engine: each table, bucket, queue, key and provider has its own name, and no address answers. */
export const stubEnvironment = (): void => {
  for (const table of Object.keys(tables)) vi.stubEnv(tableVariable(table as TableName), table)
  for (const bucket of Object.keys(buckets)) vi.stubEnv(bucketVariable(bucket as BucketName), `bucket-of-${bucket}`)
  for (const key of Object.keys(keys)) vi.stubEnv(keyVariable(key as KeyName), `key of ${key}`)
  for (const queue of Object.keys(queues)) vi.stubEnv(queueVariable(queue as QueueName), `https://sqs.test/${queue}`)
  for (const [provider, { urls }] of Object.entries(providers))
    for (const url of Object.keys(urls))
      vi.stubEnv(urlVariable(provider as keyof typeof providers, url), 'http://127.0.0.1:1')
  vi.stubEnv(publicUrlVariable, 'https://api.test')
  vi.stubEnv(webSocketUrlVariable, 'wss://live.test')
  vi.stubEnv(connectionsUrlVariable, 'http://127.0.0.1:1')
  vi.stubEnv('ISSUER', 'https://issuer.test')
  vi.stubEnv('AUDIENCE', 'streaming')
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1')
}
