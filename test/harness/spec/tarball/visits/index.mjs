import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'

const tables = DynamoDBDocumentClient.from(new DynamoDBClient())

export const handler = async ({ pathParameters }) => {
  const { Attributes } = await tables.send(
    new UpdateCommand({
      TableName: process.env.TABLE,
      Key: pathParameters,
      UpdateExpression: 'ADD visits :one',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'ALL_NEW',
    }),
  )
  return { visits: Attributes.visits }
}
