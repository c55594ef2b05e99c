import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../../contract/write.ts'
import { batchGet } from '../../../mechanisms/store/batchGet.ts'
import { type AlertBasisReader, alertBasisReader } from '../../alerts/alertBasis.ts'
import type { AlertBasis } from '../../alerts/raiseAlerts.ts'
import type { StoredPayment } from '../payment.ts'
import { statusOf } from '../paymentStatus.ts'
import {
  type HistoryIdentity,
  type IdentifiedPayment,
  identifiedPayment,
  identityOf,
  isShownAlready,
  likelyItemId,
} from './historyIdentity.ts'
import type { RegisteredAction } from './paidActions.ts'

/** A payment and everything that depends on it, as they are now. */
export interface ProjectionState {
  readonly payment: IdentifiedPayment
  readonly identity: HistoryIdentity
  /** The history item with that identity. */
  readonly item: Item | undefined
  /** The history shows it under another credential that has reported it. */
  readonly isKnown?: boolean
  readonly basis: AlertBasis
  readonly registered: ReadonlyMap<string, RegisteredAction>
}

/** The due ones of the requested payments, and those whose other items have changed and have to be read. */
interface ReadProjections {
  readonly states: readonly ProjectionState[]
  readonly changed: readonly IdentifiedPayment[]
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

/**
 * Whether a payment's history item has to be read as it is now. An older one is enough for a payment that changes
 * it, or takes a free id: that write requires what was read. Not for one that may end without a write of the item.
 */
const reliesOnItem = (payment: IdentifiedPayment, items: ReadonlyMap<string, Item>): boolean => {
  const { id } = identityOf(payment, items)
  if (id !== likelyItemId(payment) || ['inited', 'failed'].includes(statusOf(payment))) return true
  return payment.historyItemId !== undefined && !items.has(id)
}

/** The keys of the other items that a projection reads. */
const belongings = (payment: IdentifiedPayment): string =>
  JSON.stringify([likelyItemId(payment), payment.actions?.map(({ actionId }) => actionId)])

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
  const bases: Pick<AlertBasisReader, 'read'> = alertBasisReader(client, {
    ...tables,
    mayLevelsBeOld: true,
    mayItemsBeOld: true,
  })

  const readBeside = async (recipientId: string, known: readonly IdentifiedPayment[]) => {
    const keysOf = (ids: Iterable<string>) => distinct(ids).map((id) => ({ recipientId, id }))
    const actionKeys = keysOf(actionIdsOf(known))
    const found = await batchGet(client, {
      [tables.payments]: { Keys: keysOf(known.map(({ id }) => id)), ConsistentRead: true },
      ...(actionKeys.length > 0 && { [tables.actions]: { Keys: actionKeys, ConsistentRead: true } }),
    })
    const actions = (found[tables.actions] ?? []) as unknown as readonly RegisteredAction[]
    const payments = new Map(
      (found[tables.payments] ?? []).map((item) => [String(item['id']), identifiedPayment(item)]),
    )
    return { payments, registered: new Map(actions.map((action) => [action.id, action])) }
  }

  /**
   * The history items with the ids of payments. Those on which a projection relies are read as they are now, which
   * needs one more round trip: for payments that are not completed yet, and where another one has the preferred id.
   */
  const placed = async (
    recipientId: string,
    payments: readonly IdentifiedPayment[],
    likely: ReadonlyMap<string, Item>,
  ): Promise<ReadonlyMap<string, Item>> => {
    const items = new Map(likely)
    const present = new Set<string>()
    for (;;) {
      const ids = distinct(
        payments.filter((payment) => reliesOnItem(payment, items)).map((payment) => identityOf(payment, items).id),
      ).filter((id) => !present.has(id))
      if (ids.length === 0) return items
      const Keys = ids.map((id) => ({ recipientId, id }))
      const found = await batchGet(client, { [tables.history]: { Keys, ConsistentRead: true } })
      for (const id of ids) {
        present.add(id)
        items.delete(id)
      }
      for (const item of found[tables.history] ?? []) items.set(String(item['id']), item)
    }
  }

  return {
    /**
     * The states of payments of one recipient, in one round trip of two calls. `known` are images of them that may be
     * older, and name the other items to read. The rare report that changes these leaves its payment out: `changed` has
     * its newer image, by which it has to be read again.
     */
    read: async (recipientId: string, known: readonly IdentifiedPayment[]): Promise<ReadProjections> => {
      const [{ payments, registered }, { items: likely, ...basis }] = await Promise.all([
        readBeside(recipientId, known),
        bases.read(recipientId, distinct(known.map(likelyItemId))),
      ])
      const items = await placed(recipientId, [...payments.values()], likely)
      const states: ProjectionState[] = []
      const changed: IdentifiedPayment[] = []
      for (const image of known) {
        const payment = payments.get(image.id)
        if (payment === undefined) continue
        if (belongings(payment) !== belongings(image)) {
          changed.push(payment)
          continue
        }
        const identity = identityOf(payment, items)
        const item = items.get(identity.id)
        if (isProjected(payment, item)) continue
        const isKnown = isShownAlready(payment, items)
        states.push({ payment, identity, item, isKnown, basis, registered })
      }
      return { states, changed }
    },
  }
}

export type ProjectionRepository = ReturnType<typeof projectionRepository>
