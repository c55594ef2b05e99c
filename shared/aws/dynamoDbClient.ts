import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { retryStrategy } from './retryStrategy.ts'

/**
 * The one DynamoDB client of a function. An attempt that hangs is given up after 1.5 s and repeated: the item-level calls of this
 * service answer in milliseconds, and every write is safe to repeat (see `Write.repeatable`).
 */
export const dynamoDbClient = new DynamoDBClient({
  retryStrategy,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1500, throwOnRequestTimeout: true },
})
