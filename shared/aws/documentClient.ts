import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { dynamoDbClient } from './dynamoDbClient.ts'

/** The DynamoDB client for plain JavaScript values. */
export const documentClient = DynamoDBDocumentClient.from(dynamoDbClient, {
  marshallOptions: { removeUndefinedValues: true },
})
