import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type BasisRepository, basisRepository } from '../../alerts/basisRepository.ts'
import type { AlertBasis } from '../../alerts/raiseAlerts.ts'
import type { Item } from '../../contract/write.ts'
import { batchGet } from '../../store/batchGet.ts'
import { type StoredPayment, storedPayment } from '../payment.ts'
import { type HistoryPlace, placeOf, placesOf } from './historyPlace.ts'
import type { RegisteredAction } from './paidActions.ts'

/** A payment and everything that depends on it, as they are now. */
export interface ProjectionState {
  readonly payment: StoredPayment
  readonly place: HistoryPlace
  /** The history item at that place. */
  readonly item: Item | undefined
  readonly basis: AlertBasis
  readonly registered: ReadonlyMap<string, RegisteredAction>
}

export interface ProjectionTables {
  readonly payments: string
  readonly history: string
  readonly alerts: string
  readonly recipients: string
  readonly configs: string
  readonly actions: string
  readonly deliveries: string
  readonly videos: string
}

const idsOf = (payment: StoredPayment): readonly string[] => [
  ...new Set([
    ...(payment.historyItemId === undefined ? [] : [payment.historyItemId]),
    ...placesOf(payment).map(({ id }) => id),
  ]),
]

/** Everything that says what has to be read beside a payment. */
const belongings = (payment: StoredPayment): string =>
  JSON.stringify([idsOf(payment), payment.actions?.map(({ actionId }) => actionId)])

/** Reads what a projection depends on. */
export const projectionRepository = (client: DynamoDBDocumentClient, tables: ProjectionTables) => {
  const bases: Pick<BasisRepository, 'read'> = basisRepository(client, tables)

  const readBeside = async (known: StoredPayment) => {
    const { recipientId, id, actions = [] } = known
    const keysOf = (ids: Iterable<string>) => [...new Set(ids)].map((each) => ({ recipientId, id: each }))
    const actionKeys = keysOf(actions.map(({ actionId }) => actionId))
    return batchGet(client, {
      [tables.payments]: { Keys: keysOf([id]), ConsistentRead: true },
      ...(actionKeys.length > 0 && { [tables.actions]: { Keys: actionKeys, ConsistentRead: true } }),
    })
  }

  return {
    /**
     * The state of a payment, in one round trip of two calls. `known`, an image of it that may be older, says what belongs to it; the
     * rare report that changes that costs a second round trip. Undefined when the payment is gone.
     */
    read: async (recipientId: string, known: StoredPayment): Promise<ProjectionState | undefined> => {
      for (let image = known; ; ) {
        const [found, { items, ...basis }] = await Promise.all([
          readBeside(image),
          bases.read(recipientId, idsOf(image)),
        ])
        const [item] = found[tables.payments] ?? []
        if (item === undefined) return undefined
        const payment = storedPayment(item)
        if (belongings(payment) !== belongings(image)) {
          image = payment
          continue
        }
        const place = placeOf(payment, items)
        const actions = (found[tables.actions] ?? []) as unknown as readonly RegisteredAction[]
        return {
          payment,
          place,
          item: items.get(place.id),
          basis,
          registered: new Map(actions.map((action) => [action.id, action])),
        }
      }
    },
  }
}

export type ProjectionRepository = ReturnType<typeof projectionRepository>
