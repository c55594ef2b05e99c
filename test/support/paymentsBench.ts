import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb'
import { alertSequence } from '../../shared/areas/alerts/sequences.ts'
import { paymentOfItem } from '../../shared/areas/payments/projection/historyIdentity.ts'
import { shownVersion } from '../../shared/areas/payments/projection/projectionRepository.ts'
import { connectionsUrlVariable } from '../../shared/contract/environmentNames.ts'
import type { TableName } from '../../shared/contract/resources.ts'
import { type FaultProxy, startFaultProxy } from '../local/runner/spec/aws/faultProxy.ts'
import { type Sandbox, startSandbox } from '../local/sandbox/sandbox.ts'
import { type SignedWebhook, standardSecret, standardWebhook } from './gatewayWebhooks.ts'
import { type LocalAws, startLocalAws } from './localAws.ts'
import { type Answer, operationCaller } from './operationCaller.ts'
import { queueEvent } from './queueEvent.ts'
import { streamEvent } from './streamEvent.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into items of every shape
type AnyItem = Record<string, any>
type BatchHandler = (
  event: unknown,
  context?: unknown,
) => Promise<{ readonly batchItemFailures: readonly { readonly itemIdentifier: string }[] }>

/** A credential of the gateway `manual`, with the secret that signs its webhooks. */
export interface ManualGateway {
  readonly recipient: string
  readonly id: string
  readonly secret: string
}

/** An item as the stream of its table delivers it. */
const changeOf = (item: AnyItem) => ({
  eventName: 'MODIFY' as const,
  keys: { recipientId: item['recipientId'], id: item['id'] },
  newImage: item,
})

/** Payments from webhook to projection in this process. Faults can be put between functions and store. */
export const openPaymentsBench = async () => {
  const sandbox: Sandbox = await startSandbox()
  const aws: LocalAws = await startLocalAws(sandbox.parameters)
  const faults: FaultProxy = await startFaultProxy({ target: aws.endpoints.dynamodb })
  Object.assign(process.env, sandbox.urls, {
    AWS_ENDPOINT_URL_DYNAMODB: faults.endpoint,
    [connectionsUrlVariable]: 'https://live.test',
  })
  const call = operationCaller()
  const run = `${Date.now()}`
  let recipients = 0

  const itemsOf = async (table: TableName, recipientId: string): Promise<AnyItem[]> => {
    const query = {
      TableName: aws.table(table),
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
    }
    const pages = await Array.fromAsync(paginateQuery({ client: aws.client }, query), ({ Items = [] }) => Items)
    return pages.flat()
  }

  const scanned = async (table: TableName, filter: object = {}): Promise<AnyItem[]> => {
    const items: AnyItem[] = []
    const pages = paginateScan({ client: aws.client }, { TableName: aws.table(table), ...filter })
    for await (const { Items = [] } of pages) items.push(...Items)
    return items
  }

  const dueItems = (table: TableName, attribute: string, value: string): Promise<AnyItem[]> =>
    scanned(table, {
      FilterExpression: '#attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    })

  /** Payments that are due and that no history item shows as they are. */
  const duePayments = async (): Promise<AnyItem[]> => {
    const shown = new Map((await scanned('history')).map((item) => [paymentOfItem(item).paymentId, shownVersion(item)]))
    const due = await dueItems('payments', 'projection', 'due')
    return due.filter(({ id, version, dueAt }) => dueAt !== undefined || (shown.get(id) ?? 0) < version)
  }

  const workerNamed = async (name: string): Promise<BatchHandler> =>
    ((await import(`../../functions/workers/${name}.ts`)) as { handler: BatchHandler }).handler

  const deliver = async (name: string, items: readonly AnyItem[], context?: unknown) =>
    (await workerNamed(name))(streamEvent(...items.map(changeOf)), context)

  const wake = async (recipient: string) =>
    (await workerNamed('wakePostponed'))(queueEvent(aws.queue('wakeUps'), recipient))

  const setGateway = async (recipient: string, body: object): Promise<string> =>
    (await call('setGateway', { recipient, body: { type: 'fiat', ...body } })).body.id

  const send = (recipient: string, gatewayId: string, { body, headers }: SignedWebhook): Promise<Answer> =>
    call('receiveWebhook', { params: { recipientId: recipient, gatewayId }, headers, body })

  return {
    aws,
    call,
    faults,
    sandbox,
    send,
    setGateway,
    itemsOf,
    someone: () => `recipient-${run}-${++recipients}`,

    manual: async (recipient: string): Promise<ManualGateway> => {
      const secret = standardSecret(recipient)
      return { recipient, secret, id: await setGateway(recipient, { gateway: 'manual', secret }) }
    },

    /** Sends a message of a manual gateway. */
    tell: (
      { recipient, id, secret }: ManualGateway,
      type: string,
      data: object,
      options?: { id?: string; at?: number },
    ) =>
      send(
        recipient,
        id,
        standardWebhook(
          secret,
          {
            type: `payment.${type}`,
            timestamp: new Date().toISOString(),
            data: { amount: { major: 12, minor: 34, currency: 'EUR' }, ...data },
          },
          options,
        ),
      ),

    /** Does what the schedule does: postponed items that are due go back to the streams. */
    retry: async () => (await workerNamed('retryPostponed'))({}),
    /** Delivers the messages of the delay queue that are about a recipient, whether their time has come or not. */
    wake,
    /** Delivers the goals that are due, and then their wake-ups, whether their second is over or not. */
    wakeGoals: async (recipient: string) => {
      const due = (await itemsOf('deliveries', recipient)).filter(({ kind }) => kind === 'goalsDue')
      const keysOf = ({ sequence }: AnyItem) => ({ recipientId: recipient, sequence })
      const records = due.map((newImage) => ({ keys: keysOf(newImage), newImage }))
      await (await workerNamed('pushDeliveries'))(streamEvent(...records))
      return wake(recipient)
    },
    /** The records that the stream of payments would deliver. */
    duePayments,
    /** The items that wait for the schedule. */
    postponedPayments: () => dueItems('payments', 'projection', 'postponed'),
    deliver,
    /** Projects what is due, and then prepares the requested media. */
    project: async () => {
      const failures = await deliver('projectPayments', await duePayments())
      await deliver('readyVideos', await dueItems('videos', 'status', 'prepared'))
      return failures
    },

    /** Everything that a recipient sees. `deliveries` has all messages of overlays in their order, alerts included. */
    view: async (recipient: string) => {
      const read = async (id: string) => (await call(id, { recipient, query: { size: '100' } })).body
      const [history, alerts, payments] = await Promise.all(['listHistory', 'listAlerts', 'listPayments'].map(read))
      const stored = await itemsOf('alerts', recipient)
      const shown = stored.map((alert) => ({ ...alert, kind: 'alert', sequence: alertSequence(alert['position']) }))
      const others = await itemsOf('deliveries', recipient)
      const all: AnyItem[] = [...shown, ...others]
      const deliveries = all.toSorted((left, right) => left['sequence'] - right['sequence'])
      return { history, alerts, payments, deliveries }
    },

    stop: async () => {
      await faults.stop()
      await aws.stop()
      await sandbox.stop()
    },
  }
}
