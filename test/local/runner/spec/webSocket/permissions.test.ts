import { ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import { afterEach, expect, test } from 'vitest'
import { type AwsEndpoint, startAwsEndpoint } from '../../aws/awsEndpoint.ts'
import type { PolicyStatement } from '../../deployment.ts'
import { startWebSocketApi, type WebSocketApi } from '../../webSocket/webSocketApi.ts'
import { allow, deploymentAllowing } from '../aws/exampleDeployment.ts'
import { openRoute } from '../gateway/literalDeployment.ts'
import { success } from '../gateway/servedApi.ts'
import { nextMessage, openSocket } from './servedSocketApi.ts'

const owner = { accessKeyId: 'ADDANNOUNCER', secretAccessKey: 'its own secret' }
const connections = 'arn:aws:execute-api:us-east-1:123456789012:abcdefghij/live'

let endpoint: AwsEndpoint
let api: WebSocketApi
let client: ApiGatewayManagementApiClient

afterEach(async () => {
  client.destroy()
  await api.stop()
  await endpoint.stop()
})

/** Posts to an open connection with the given permissions; resolves to what the connection was sent. */
const post = async (statements: readonly PolicyStatement[], credentials = owner): Promise<string> => {
  const deployment = deploymentAllowing(...statements)
  let connectionId = ''
  api = await startWebSocketApi({
    deployment: {
      ...deployment,
      webSocketApi: {
        logicalId: 'LiveApi',
        apiId: 'abcdefghij',
        stage: 'live',
        routeSelectionExpression: '$request.body.action',
        routes: [openRoute('$connect')],
        mockRoutes: [],
        throttle: undefined,
        routeThrottles: {},
      },
    },
    port: 0,
    invoke: async (_name, event) => {
      connectionId = (event as { requestContext: { connectionId: string } }).requestContext.connectionId
      return success({ statusCode: 200 })
    },
    manage: (request) => endpoint.answer(request),
  })
  endpoint = await startAwsEndpoint({
    deployment,
    credentials: new Map([
      [owner.accessKeyId, { secretAccessKey: owner.secretAccessKey, functionLogicalId: 'addAnnouncerFunction' }],
    ]),
    engines: { dynamodb: { endpoint: 'http://127.0.0.1:1', accessKeyId: 'none' }, 'execute-api': api.handle },
    log: () => undefined,
  })
  client = new ApiGatewayManagementApiClient({
    endpoint: `${api.managementUrl}/live`,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  })
  const socket = await openSocket(`${api.url}/live`)
  const received = nextMessage(socket)
  try {
    await client.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: 'hello' }))
    return await received
  } finally {
    socket.close()
  }
}

const forbidden = { name: 'ForbiddenException', $metadata: { httpStatusCode: 403 } }

test('a function with the permission posts', async () => {
  expect(await post([allow(['execute-api:ManageConnections'], [`${connections}/POST/@connections/*`])])).toBe('hello')
})

test('a function with a permission for another verb is refused', async () => {
  const statement = allow(['execute-api:ManageConnections'], [`${connections}/DELETE/@connections/*`])
  await expect(post([statement])).rejects.toMatchObject(forbidden)
})

test('a stranger is refused, whatever the function may', async () => {
  const statements = [allow(['execute-api:ManageConnections'], ['*'])]

  await expect(post(statements, { accessKeyId: 'STRANGER', secretAccessKey: 'x' })).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  })
})

test('a wrong secret is refused', async () => {
  const statements = [allow(['execute-api:ManageConnections'], ['*'])]

  await expect(post(statements, { ...owner, secretAccessKey: 'guessed' })).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  })
})
