import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { dynamoDbClient } from './dynamoDbClient.ts'

/** The DynamoDB client in terms of plain values. */
export const documentClient = DynamoDBDocumentClient.from(dynamoDbClient, {
  marshallOptions: { removeUndefinedValues: true },
})
