import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import { videoRepository } from '../../../../shared/areas/media/videoRepository.ts'
import type { StoredPayment } from '../../../../shared/areas/payments/payment.ts'
import {
  type HistoryIdentity,
  type IdentifiedPayment,
  identifiedPayment,
  identityOf,
} from '../../../../shared/areas/payments/projection/historyIdentity.ts'
import type { RegisteredAction } from '../../../../shared/areas/payments/projection/paidActions.ts'
import type { ProjectionState } from '../../../../shared/areas/payments/projection/projectionRepository.ts'
import type { Item, Write } from '../../../../shared/contract/write.ts'

export const now = new Date('2026-03-01T18:30:00.000Z')
export const nowSeconds = now.getTime() / 1000
export const daySeconds = 24 * 60 * 60

export const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })

export const tables = {
  payments: 'payments',
  history: 'history',
  alerts: 'alerts',
  recipients: 'recipients',
  configs: 'configs',
  actions: 'actions',
  deliveries: 'deliveries',
  streamEvents: 'streamEvents',
  endpointMessages: 'endpointMessages',
}
export const videos = videoRepository({} as DynamoDBDocumentClient, { videos: 'videos', recipients: 'recipients' })

/** A completed payment, the first version of which is due. */
export const paymentWith = ({ actions, ...more }: Partial<StoredPayment> = {}): IdentifiedPayment => ({
  ...identifiedPayment({
    recipientId: 'alice',
    id: 'p',
    gateway: 'manual',
    gatewayId: 'order-1',
    gatewayCredentialId: 'g',
    system: 'Manual',
    createdAt: '2026-03-01T18:00:00.000Z',
    receivedAt: '2026-03-01T18:00:01.000Z',
    test: false,
    version: 1,
    projection: 'due',
    amount: euros(12, 34),
    completedAt: '2026-03-01T18:01:00.000Z',
    ...more,
  }),
  ...(actions && { actions }),
})

export const registeredAction = (id: string, more: Partial<RegisteredAction> = {}): RegisteredAction => ({
  id,
  name: `name of ${id}`,
  game: 'mine',
  category: 'mobs',
  price: euros(5),
  enabled: true,
  payload: '{"cmd":1}',
  parameters: [],
  ...more,
})

interface Beside {
  readonly item?: Item | undefined
  readonly identity?: HistoryIdentity
  readonly basis?: Partial<ProjectionState['basis']>
  readonly registered?: readonly RegisteredAction[]
}

export const totals = {
  history: 3,
  payments: 3,
  alerts: 3,
  newestAlertAt: '2026-03-01T18:00:00.000Z',
  lastDelivery: alertSequence(3),
}

/** The state of a payment of a recipient to whom three alerts were shown. */
export const stateOf = (
  payment: IdentifiedPayment,
  { item, identity, basis, registered = [] }: Beside = {},
): ProjectionState => ({
  payment,
  identity: identity ?? identityOf(payment, new Map()),
  item,
  basis: { totals, levels: [], ...basis },
  registered: new Map(registered.map((action) => [action.id, action])),
})

/** The items that writes put into a table. */
export const putsInto = (table: string, writes: readonly Write[]): readonly Item[] =>
  writes.flatMap(({ operation }) =>
    'Put' in operation && operation.Put.TableName === table ? [operation.Put.Item] : [],
  )

/** The keys of the items that writes update in a table, each with the attributes by their names, and the rest of the expression. */
export const updatesOf = (table: string, writes: readonly Write[]) =>
  writes.flatMap(({ operation }) => {
    if (!('Update' in operation) || operation.Update.TableName !== table) return []
    const { Key, UpdateExpression, ConditionExpression, ExpressionAttributeValues = {} } = operation.Update
    return [{ Key, UpdateExpression, ConditionExpression, values: ExpressionAttributeValues }]
  })
