import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type AlertBasisReader, alertBasisReader } from '../../alerts/alertBasis.ts'
import type { AlertBasis } from '../../alerts/raiseAlerts.ts'
import type { Item } from '../../contract/write.ts'
import { batchGet } from '../../store/batchGet.ts'
import type { StoredPayment } from '../payment.ts'
import { type HistoryPlace, likelyPlace, type PlaceablePayment, placeablePayment, placeOf } from './historyPlace.ts'
import type { RegisteredAction } from './paidActions.ts'

/** A payment and everything that depends on it, as they are now. */
export interface ProjectionState {
  readonly payment: PlaceablePayment
  readonly place: HistoryPlace
  /** The history item at that place. */
  readonly item: Item | undefined
  readonly basis: AlertBasis
  readonly registered: ReadonlyMap<string, RegisteredAction>
}

/** The due ones of the requested payments, and those whose other items have changed and have to be read. */
interface ReadProjections {
  readonly states: readonly ProjectionState[]
  readonly changed: readonly PlaceablePayment[]
}

/**
 * Payments of one recipient that are read together: one transaction holds them with three items each, and two with five
 * videos more each.
 */
const mostTogether = 24

export interface ProjectionTables {
  readonly payments: string
  readonly history: string
  readonly alerts: string
  readonly recipients: string
  readonly configs: string
  readonly actions: string
  readonly deliveries: string
  readonly streamEvents: string
  readonly endpointMessages: string
}

/** The version of its payment that a history item shows; 0 where it did not come from a payment. */
export const shownVersion = (item: Item | undefined): number => Number(item?.['paymentVersion'] ?? 0)

/** Whether nothing is left to do for a payment, which was not postponed either. */
const isProjected = ({ projection, version, dueAt }: StoredPayment, item: Item | undefined): boolean =>
  projection === 'done' || (dueAt === undefined && shownVersion(item) >= version)

/** The keys of the other items that a projection reads. */
const belongings = (payment: PlaceablePayment): string =>
  JSON.stringify([likelyPlace(payment), payment.actions?.map(({ actionId }) => actionId)])

/** Actions that one read takes besides payments: `BatchGetItem` takes 100 keys. */
const mostActions = 75

const distinct = (ids: Iterable<string>): readonly string[] => [...new Set(ids)]

const actionIdsOf = (payments: readonly StoredPayment[]): readonly string[] =>
  distinct(payments.flatMap(({ actions = [] }) => actions.map(({ actionId }) => actionId)))

/** As many of a recipient's payments as one read takes, at least one. */
export const readableTogether = <Due extends StoredPayment>(payments: readonly Due[]): readonly Due[] => {
  const fits = (part: readonly Due[]) => part.length <= mostTogether && actionIdsOf(part).length <= mostActions
  let end = 1
  while (end < payments.length && fits(payments.slice(0, end + 1))) end++
  return payments.slice(0, end)
}

/** Reads payments with the items that their projections depend on. */
export const projectionRepository = (client: DynamoDBDocumentClient, tables: ProjectionTables) => {
  const bases: Pick<AlertBasisReader, 'read'> = alertBasisReader(client, { ...tables, mayLevelsBeOld: true })

  const readBeside = async (recipientId: string, known: readonly PlaceablePayment[]) => {
    const keysOf = (ids: Iterable<string>) => distinct(ids).map((id) => ({ recipientId, id }))
    const actionKeys = keysOf(actionIdsOf(known))
    const found = await batchGet(client, {
      [tables.payments]: { Keys: keysOf(known.map(({ id }) => id)), ConsistentRead: true },
      ...(actionKeys.length > 0 && { [tables.actions]: { Keys: actionKeys, ConsistentRead: true } }),
    })
    const actions = (found[tables.actions] ?? []) as unknown as readonly RegisteredAction[]
    const payments = new Map((found[tables.payments] ?? []).map((item) => [String(item['id']), placeablePayment(item)]))
    return { payments, registered: new Map(actions.map((action) => [action.id, action])) }
  }

  /**
   * The history items at the places of payments. Those whose preferred place another payment has taken, which is rare,
   * need one more round trip.
   */
  const placed = async (
    recipientId: string,
    payments: readonly PlaceablePayment[],
    likely: ReadonlyMap<string, Item>,
  ): Promise<ReadonlyMap<string, Item>> => {
    const ids = distinct(payments.map((payment) => placeOf(payment, likely).id))
    const unread = ids.filter((id) => !payments.some((payment) => likelyPlace(payment) === id))
    if (unread.length === 0) return likely
    const Keys = unread.map((id) => ({ recipientId, id }))
    const found = await batchGet(client, { [tables.history]: { Keys, ConsistentRead: true } })
    return new Map([...likely, ...(found[tables.history] ?? []).map((item) => [String(item['id']), item] as const)])
  }

  return {
    /**
     * The states of payments of one recipient, in one round trip of two calls. `known` are images of them that may be
     * older, and name the other items to read. The rare report that changes these leaves its payment out: `changed` has
     * its newer image, by which it has to be read again.
     */
    read: async (recipientId: string, known: readonly PlaceablePayment[]): Promise<ReadProjections> => {
      const [{ payments, registered }, { items: likely, ...basis }] = await Promise.all([
        readBeside(recipientId, known),
        bases.read(recipientId, distinct(known.map(likelyPlace))),
      ])
      const items = await placed(recipientId, [...payments.values()], likely)
      const states: ProjectionState[] = []
      const changed: PlaceablePayment[] = []
      for (const image of known) {
        const payment = payments.get(image.id)
        if (payment === undefined) continue
        if (belongings(payment) !== belongings(image)) {
          changed.push(payment)
          continue
        }
        const place = placeOf(payment, items)
        const item = items.get(place.id)
        if (!isProjected(payment, item)) states.push({ payment, place, item, basis, registered })
      }
      return { states, changed }
    },
  }
}

export type ProjectionRepository = ReturnType<typeof projectionRepository>
