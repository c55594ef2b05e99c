import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { alertState } from '../../shared/areas/alerts/alert.ts'
import { alertSequence } from '../../shared/areas/alerts/sequences.ts'
import { connectionsUrlVariable, webSocketUrlVariable } from '../../shared/contract/environmentNames.ts'
import type { WebSocketApiResource } from '../local/runner/deployment.ts'
import { startIssuer } from '../local/runner/identity/issuer.ts'
import type { WebSocketLimits } from '../local/runner/webSocket/limits.ts'
import { startWebSocketApi } from '../local/runner/webSocket/webSocketApi.ts'
import { type LocalAws, startLocalAws } from './localAws.ts'
import { streamEvent } from './streamEvent.ts'

/** The real functions behind an imitated WebSocket API, all in this process. */
export interface LiveApi {
  readonly aws: LocalAws
  /** Where connections are opened. */
  readonly url: string
  token(recipient: string): Promise<string>
  /** Stores the delivery of a test alert, or of an alert that is shown again, without pushing it. */
  store(sequence: number, delivery?: DeliveryFields): Promise<Stored>
  /** Stores an alert without pushing it. */
  storeAlert(position: number, alert?: AlertFields): Promise<Stored>
  /** Decides what happens to calls of the management interface, instead of the interface itself; `undefined` leaves them to it. */
  manageWith(fate: ((method: string) => 'stalled' | 'passed') | undefined): void
  /** Runs the minute's schedule of what failed before. */
  runMinute(): Promise<unknown>
  /** Invokes the worker of their stream with these, all of one stream. */
  push(...items: readonly Stored[]): Promise<unknown>
  stop(): Promise<void>
}

interface AlertFields {
  readonly recipient?: string
  readonly nickname?: string
  readonly hidden?: boolean
  readonly createdAt?: string
}

interface DeliveryFields extends AlertFields {
  readonly force?: boolean
  /** The id of the alert that is shown again. */
  readonly position?: number
}

type Stored = Readonly<Record<string, unknown>> & { readonly recipientId: string }

type Handler = (event: unknown) => Promise<unknown>

const routeKeys = { openConnection: '$connect', closeConnection: '$disconnect', receiveMessage: '$default' } as const

const webSocketApi: WebSocketApiResource = {
  logicalId: 'LiveApi',
  apiId: 'live123456',
  stage: 'live',
  routeSelectionExpression: '$request.body.type',
  mockRoutes: [{ routeKey: 'ping', answer: '{"version":1,"type":"pong"}' }],
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

const alertOf = (
  recipientId: string,
  id: string,
  { nickname = 'bob', hidden = false, createdAt = new Date().toISOString() }: AlertFields,
) => ({
  id,
  recipientId,
  historyItemId: `history-of-${id}`,
  system: 'Manual',
  event: 'payment',
  createdAt,
  state: alertState(hidden),
  nickname,
  message: 'Great stream!',
  amount: { major: 12, minor: 34, currency: 'EUR' },
  media: { url: '' },
  levelName: 'gold',
  count: 1,
})

/** Starts everything. Function modules are imported after it. */
export const startLiveApi = async (limits: Partial<WebSocketLimits> = {}): Promise<LiveApi> => {
  const aws = await startLocalAws()
  const issuer = await startIssuer({ audience: 'local', dataFolder: 'memory' })
  let fateOf: Parameters<LiveApi['manageWith']>[0]
  const api = await startWebSocketApi({
    deployment: { accountId: '123456789012', region: 'us-east-1', webSocketApi },
    port: 0,
    limits,
    invoke: async (name, event) => {
      const handler = await handlerOf('realtime', name)
      return { kind: 'success', requestId: 'test', payload: await handler(event) }
    },
    manage: async ({ method, target, headers, body }) => {
      if (fateOf?.(method) === 'stalled') return new Promise(() => undefined)
      return api.handle({
        method,
        url: new URL(target, api.managementUrl),
        headers,
        body,
        accessKeyId: 'test',
        authorize: () => undefined,
      })
    },
  })
  const url = `${api.url}/${webSocketApi.stage}`
  Object.assign(process.env, {
    [webSocketUrlVariable]: url,
    [connectionsUrlVariable]: `${api.managementUrl}/${webSocketApi.stage}`,
    ISSUER: issuer.issuer,
    AUDIENCE: 'local',
  })
  /** Makes a sequence the recipient's last one, and returns the one before. */
  const reach = async (recipientId: string, sequence: number): Promise<number> => {
    const { Attributes } = await aws.client.send(
      new UpdateCommand({
        TableName: aws.table('recipients'),
        Key: { recipientId },
        UpdateExpression: 'SET lastDelivery = :sequence',
        ExpressionAttributeValues: { ':sequence': sequence },
        ReturnValues: 'UPDATED_OLD',
      }),
    )
    return Number(Attributes?.['lastDelivery'] ?? 0)
  }
  const put = async (table: 'alerts' | 'deliveries', Item: Stored): Promise<Stored> => {
    await aws.client.send(new PutCommand({ TableName: aws.table(table), Item }))
    return Item
  }
  return {
    aws,
    url,
    token: async (recipient) => (await issuer.token({ recipient })).accessToken,
    store: async (sequence, fields = {}) => {
      const { recipient = 'alice', force = false, position } = fields
      const after = await reach(recipient, sequence)
      const of = position === undefined ? { alert: alertOf(recipient, `test-${sequence}`, fields) } : { position }
      const test = position === undefined
      return put('deliveries', { recipientId: recipient, sequence, after, kind: 'alert', force, test, ...of })
    },
    storeAlert: async (position, fields = {}) => {
      const { recipient = 'alice' } = fields
      const after = await reach(recipient, alertSequence(position))
      return put('alerts', { ...alertOf(recipient, `alert-${position}`, fields), position, after })
    },
    manageWith: (fate) => {
      fateOf = fate
    },
    runMinute: async () => (await handlerOf('workers', 'retryPostponed'))({}),
    push: async (...items) => {
      const [table, key] = items[0]?.['sequence'] === undefined ? ['Alerts', 'position'] : ['Deliveries', 'sequence']
      const handler = await handlerOf('workers', `push${table}`)
      return handler(
        streamEvent(
          ...items.map((newImage) => ({
            keys: { recipientId: newImage.recipientId, [key]: newImage[key] },
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
