import { ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import { DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

interface HttpEvent {
  readonly body?: string
  readonly pathParameters?: Readonly<Record<string, string>>
  readonly requestContext: { readonly authorizer: { readonly jwt: { readonly claims: { readonly sub: string } } } }
}

interface StreamEvent {
  readonly Records: readonly {
    readonly dynamodb: { readonly NewImage: Readonly<Record<'owner' | 'id' | 'text', { readonly S: string }>> }
  }[]
}

interface SocketEvent {
  readonly requestContext: {
    readonly connectionId: string
    readonly domainName: string
    readonly stage: string
  }
}

const tables = new DynamoDBClient()
const files = new S3Client()
const { TABLE: TableName, BUCKET: Bucket, CONNECTIONS_URL: endpoint = '' } = process.env

const ownerOf = ({ requestContext }: HttpEvent): string => requestContext.authorizer.jwt.claims.sub

export const addNote = async (event: HttpEvent) => {
  const { id, text } = JSON.parse(event.body ?? '{}') as { id: string; text: string }
  await tables.send(
    new PutItemCommand({ TableName, Item: { owner: { S: ownerOf(event) }, id: { S: id }, text: { S: text } } }),
  )
  return { statusCode: 201, body: JSON.stringify({ id }) }
}

export const getNote = async (event: HttpEvent) => {
  const Key = { owner: { S: ownerOf(event) }, id: { S: event.pathParameters?.['id'] ?? '' } }
  const { Item } = await tables.send(new GetItemCommand({ TableName, Key }))
  if (Item === undefined) return { statusCode: 404, body: JSON.stringify({ message: 'There is no such note' }) }
  const file = new GetObjectCommand({ Bucket, Key: `${ownerOf(event)}/${Key.id.S}.txt` })
  return { text: Item['text']?.S, file: await getSignedUrl(files, file, { expiresIn: 60 }) }
}

/** Handles the table's stream: writes each note to a file. */
export const exportNotes = async ({ Records }: StreamEvent) => {
  for (const { dynamodb } of Records) {
    const { owner, id, text } = dynamodb.NewImage
    await files.send(new PutObjectCommand({ Bucket, Key: `${owner.S}/${id.S}.txt`, Body: text.S }))
  }
}

/** Handles the schedule. */
export const countNotes = async () => {
  const { Count } = await tables.send(new ScanCommand({ TableName, Select: 'COUNT' }))
  console.log(`notes: ${Count}`)
}

export const connect = async () => ({ statusCode: 200 })

/** Answers through the connection. */
export const greet = async ({ requestContext }: SocketEvent) => {
  const client = new ApiGatewayManagementApiClient({ endpoint })
  const Data = Buffer.from(JSON.stringify({ hello: requestContext.stage }))
  await client.send(new PostToConnectionCommand({ ConnectionId: requestContext.connectionId, Data }))
  return { statusCode: 200 }
}
