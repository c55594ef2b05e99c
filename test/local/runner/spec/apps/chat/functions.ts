import { ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import { DeleteItemCommand, DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'

interface SocketEvent {
  readonly body: string
  readonly requestContext: { readonly connectionId: string; readonly domainName: string; readonly stage: string }
}

const tables = new DynamoDBClient()
const TableName = process.env['TABLE']
const keyOf = ({ requestContext }: SocketEvent) => ({ id: { S: requestContext.connectionId } })

export const connect = async (event: SocketEvent) => {
  await tables.send(new PutItemCommand({ TableName, Item: keyOf(event) }))
  return { statusCode: 200 }
}

export const disconnect = async (event: SocketEvent) => {
  await tables.send(new DeleteItemCommand({ TableName, Key: keyOf(event) }))
  return { statusCode: 200 }
}

/** Sends a message to everybody in the room, by the host of the event as most public examples do. */
export const say = async ({ body, requestContext: { domainName, stage } }: SocketEvent) => {
  const client = new ApiGatewayManagementApiClient({ endpoint: `https://${domainName}/${stage}` })
  const { Items = [] } = await tables.send(new ScanCommand({ TableName }))
  const Data = Buffer.from(JSON.parse(body).text)
  await Promise.all(Items.map(({ id }) => client.send(new PostToConnectionCommand({ ConnectionId: id?.S, Data }))))
  return { statusCode: 200 }
}
