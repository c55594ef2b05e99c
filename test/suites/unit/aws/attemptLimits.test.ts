import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import { ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { ListAliasesCommand } from '@aws-sdk/client-kms'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { GetParametersCommand } from '@aws-sdk/client-ssm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectionsUrlVariable } from '../../../../shared/contract/environmentNames.ts'

// Another file of this process may have used the clients at addresses of its own.
beforeAll(() => void vi.resetModules())

interface Client {
  /** The variable that holds the address of its service. */
  readonly variable: string
  /** What its service answers. */
  readonly body: string
  /** Makes a call; what the caller has of the answer. */
  readonly call: () => Promise<unknown>
  readonly expected: unknown
}

const clients: Readonly<Record<string, Client>> = {
  connectionsClient: {
    variable: connectionsUrlVariable,
    body: '{"posted":true}',
    call: async () => {
      const { connectionsClient } = await import('../../../../shared/mechanisms/aws/connectionsClient.ts')
      const { $metadata } = await connectionsClient.send(new PostToConnectionCommand({ ConnectionId: 'id', Data: '' }))
      return $metadata.httpStatusCode
    },
    expected: 200,
  },
  documentClient: {
    variable: 'AWS_ENDPOINT_URL_DYNAMODB',
    body: '{"TableNames":["table"]}',
    call: async () => {
      const { dynamoDbClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
      return (await dynamoDbClient.send(new ListTablesCommand({}))).TableNames
    },
    expected: ['table'],
  },
  kmsClient: {
    variable: 'AWS_ENDPOINT_URL_KMS',
    body: '{"Aliases":[{"AliasName":"key"}]}',
    call: async () => {
      const { kmsClient } = await import('../../../../shared/mechanisms/aws/kmsClient.ts')
      return (await kmsClient.send(new ListAliasesCommand({}))).Aliases
    },
    expected: [{ AliasName: 'key' }],
  },
  s3Client: {
    variable: 'AWS_ENDPOINT_URL_S3',
    body: 'an object',
    call: async () => {
      const { s3Client } = await import('../../../../shared/mechanisms/aws/s3Client.ts')
      const { Body } = await s3Client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'key' }))
      return Body?.transformToString()
    },
    expected: 'an object',
  },
  sqsClient: {
    variable: 'AWS_ENDPOINT_URL_SQS',
    body: '{"MessageId":"id","MD5OfMessageBody":"6f8f57715090da2632453988d9a1501b"}',
    call: async () => {
      const { sqsClient } = await import('../../../../shared/mechanisms/aws/sqsClient.ts')
      // The host of a queue's URL is not asked.
      const command = new SendMessageCommand({ QueueUrl: 'https://queue.invalid/1/queue', MessageBody: 'm' })
      return (await sqsClient.send(command)).MessageId
    },
    expected: 'id',
  },
  ssmClient: {
    variable: 'AWS_ENDPOINT_URL_SSM',
    body: '{"Parameters":[{"Name":"name"}]}',
    call: async () => {
      const { ssmClient } = await import('../../../../shared/mechanisms/aws/ssmClient.ts')
      return (await ssmClient.send(new GetParametersCommand({ Names: ['name'] }))).Parameters
    },
    expected: [{ Name: 'name' }],
  },
}

/** A server whose first answer stops after five bytes of its body, and whose later ones are whole. */
const serveWithStop = async (body: string): Promise<string> => {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.1\r\ncontent-length: ${body.length}\r\n\r\n`
  let isFirst = true
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (!/^(?:GET|POST) /.test(data.toString('latin1'))) return
      socket.write(head + (isFirst ? body.slice(0, 5) : body))
      isFirst = false
    })
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('every client is tried here', () => {
  const files = readdirSync(new URL('../../../../shared/mechanisms/aws', import.meta.url))
  expect(Object.keys(clients).map((name) => `${name}.ts`)).toEqual(files.filter((file) => file.endsWith('Client.ts')))
})

test.each(Object.entries(clients))(
  '%s asks again when an answer stops in its body, regression: it waited until the invocation ended',
  async (_name, client) => {
    for (const variable of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(variable, 'local')
    vi.stubEnv(client.variable, await serveWithStop(client.body))
    onTestFinished(() => void vi.unstubAllEnvs())

    const found = await client.call()

    expect(found).toEqual(client.expected)
  },
)
