import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { connectionsUrlVariable, webSocketUrlVariable } from '../../shared/contract/resources.ts'
import type { WebSocketApiResource } from '../harness/deployment.ts'
import { startIssuer } from '../harness/identity/issuer.ts'
import type { WebSocketLimits } from '../harness/webSocket/limits.ts'
import { startWebSocketApi } from '../harness/webSocket/webSocketApi.ts'
import { type LocalAws, startLocalAws } from './localAws.ts'
import { streamEvent } from './streamEvent.ts'

/** The real functions behind an imitated WebSocket API, all in this process. */
export interface LiveApi {
  readonly aws: LocalAws
  /** Where connections are opened. */
  readonly url: string
  token(recipient: string): Promise<string>
  /** Stores an alert with a delivery of it, and tells nobody. */
  store(sequence: number, delivery?: DeliveryFields): Promise<StoredDelivery>
  /** Lets the worker of the deliveries' stream have these. */
  push(...deliveries: readonly StoredDelivery[]): Promise<unknown>
  stop(): Promise<void>
}

interface DeliveryFields {
  readonly recipient?: string
  readonly nickname?: string
  readonly hidden?: boolean
  readonly force?: boolean
  readonly alertId?: string
}

type StoredDelivery = Readonly<Record<string, unknown>> & { readonly recipientId: string; readonly sequence: number }

type Handler = (event: unknown) => Promise<unknown>

const routeKeys = { openConnection: '$connect', closeConnection: '$disconnect', receiveMessage: '$default' } as const

const webSocketApi: WebSocketApiResource = {
  logicalId: 'LiveApi',
  apiId: 'live123456',
  stage: 'live',
  routeSelectionExpression: '$request.body.action',
  routes: Object.entries(routeKeys).map(([functionLogicalId, routeKey]) => ({
    routeKey,
    functionLogicalId,
    authorizer: undefined,
    scopes: [],
  })),
  throttle: undefined,
  routeThrottles: {},
}

const handlerOf = async (folder: 'realtime' | 'workers', id: string): Promise<Handler> =>
  ((await import(`../../functions/${folder}/${id}.ts`)) as { handler: Handler }).handler

const alertItem = (recipientId: string, id: string, { nickname = 'bob', hidden = false }: DeliveryFields) => ({
  recipientId,
  id,
  historyItemId: `history-of-${id}`,
  system: 'Manual',
  event: 'payment',
  createdAt: '2026-03-01T18:30:00.000Z',
  hidden,
  nickname,
  message: 'Great stream!',
  amount: { major: 12, minor: 34, currency: 'EUR' },
  media: { url: '' },
  levelName: 'gold',
  count: 1,
})

/** Starts everything; import function modules only after it. */
export const startLiveApi = async (limits: Partial<WebSocketLimits> = {}): Promise<LiveApi> => {
  const aws = await startLocalAws()
  const issuer = await startIssuer({ audience: 'local', dataFolder: 'memory' })
  const api = await startWebSocketApi({
    deployment: { accountId: '123456789012', region: 'us-east-1', webSocketApi },
    port: 0,
    limits,
    invoke: async (name, event) => {
      const handler = await handlerOf('realtime', name)
      return { kind: 'success', requestId: 'test', payload: await handler(event) }
    },
    manage: ({ method, target, headers, body }) =>
      api.handle({
        method,
        url: new URL(target, api.managementUrl),
        headers,
        body,
        accessKeyId: 'test',
        authorize: () => undefined,
      }),
  })
  const url = `${api.url}/${webSocketApi.stage}`
  Object.assign(process.env, {
    [webSocketUrlVariable]: url,
    [connectionsUrlVariable]: `${api.managementUrl}/${webSocketApi.stage}`,
    ISSUER: issuer.issuer,
    AUDIENCE: 'local',
  })
  return {
    aws,
    url,
    token: async (recipient) => (await issuer.token({ recipient })).accessToken,
    store: async (sequence, fields = {}) => {
      const { recipient = 'alice', force = false, alertId = `alert-${sequence}` } = fields
      const delivery = { recipientId: recipient, sequence, alertId, force }
      const put = (table: 'alerts' | 'deliveries', Item: Record<string, unknown>) =>
        aws.client.send(new PutCommand({ TableName: aws.table(table), Item }))
      await put('alerts', alertItem(recipient, alertId, fields))
      await put('deliveries', delivery)
      return delivery
    },
    push: async (...deliveries) => {
      const handler = await handlerOf('workers', 'pushDeliveries')
      return handler(
        streamEvent(
          ...deliveries.map((newImage) => ({
            keys: { recipientId: newImage.recipientId, sequence: newImage.sequence },
            newImage,
          })),
        ),
      )
    },
    stop: async () => {
      await api.stop()
      await issuer.stop()
      await aws.stop()
    },
  }
}
