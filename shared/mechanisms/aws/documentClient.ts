import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { attemptLimits } from './attemptLimits.ts'
import { EarlyAgent } from './earlyAgent.ts'
import { rehearse } from './rehearse.ts'
import { retryStrategy } from './retryStrategy.ts'

const httpsAgent = new EarlyAgent({ keepAlive: true, maxSockets: 50 })

/**
 * The function's only DynamoDB client. An attempt whose answer does not come, or stops, is repeated after 1.5 s:
 * item-level calls answer in milliseconds, and every write is safe to repeat (see `Write.repeatable`).
 */
export const dynamoDbClient = new DynamoDBClient({
  retryStrategy,
  requestHandler: { ...attemptLimits(1500), httpsAgent },
})

/** The DynamoDB client for plain JavaScript values. */
export const documentClient = DynamoDBDocumentClient.from(dynamoDbClient, {
  marshallOptions: { removeUndefinedValues: true },
})

void rehearse(documentClient, httpsAgent)
