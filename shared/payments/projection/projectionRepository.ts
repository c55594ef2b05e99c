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

/** What is due of the payments that were asked for, and those of which other things have to be read. */
interface ReadProjections {
  readonly states: readonly ProjectionState[]
  readonly changed: readonly StoredPayment[]
}

/** Payments of one recipient that are read together: one transaction holds them with three items each, and two with five videos more each. */
const mostTogether = 24

export interface ProjectionTables {
  readonly payments: string
  readonly history: string
  readonly alerts: string
  readonly recipients: string
  readonly configs: string
  readonly actions: string
  readonly deliveries: string
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

/** History items that one read takes besides what alerts are made from, and actions besides payments: `BatchGetItem` takes 100 keys. */
const mostKeys = 75

const distinct = (ids: Iterable<string>): readonly string[] => [...new Set(ids)]

const actionIdsOf = (payments: readonly StoredPayment[]): readonly string[] =>
  distinct(payments.flatMap(({ actions = [] }) => actions.map(({ actionId }) => actionId)))

/** As many of a recipient's payments as one read takes, at least one. */
export const readableTogether = (payments: readonly StoredPayment[]): readonly StoredPayment[] => {
  const fits = (part: readonly StoredPayment[]) =>
    part.length <= mostTogether && actionIdsOf(part).length <= mostKeys && part.flatMap(idsOf).length <= mostKeys
  let end = 1
  while (end < payments.length && fits(payments.slice(0, end + 1))) end++
  return payments.slice(0, end)
}

/** Reads what projections depend on. */
export const projectionRepository = (client: DynamoDBDocumentClient, tables: ProjectionTables) => {
  const bases: Pick<BasisRepository, 'read'> = basisRepository(client, tables)

  const readBeside = async (recipientId: string, known: readonly StoredPayment[]) => {
    const keysOf = (ids: Iterable<string>) => distinct(ids).map((id) => ({ recipientId, id }))
    const actionKeys = keysOf(actionIdsOf(known))
    const found = await batchGet(client, {
      [tables.payments]: { Keys: keysOf(known.map(({ id }) => id)), ConsistentRead: true },
      ...(actionKeys.length > 0 && { [tables.actions]: { Keys: actionKeys, ConsistentRead: true } }),
    })
    const actions = (found[tables.actions] ?? []) as unknown as readonly RegisteredAction[]
    const payments = new Map((found[tables.payments] ?? []).map((item) => [String(item['id']), storedPayment(item)]))
    return { payments, registered: new Map(actions.map((action) => [action.id, action])) }
  }

  return {
    /**
     * The states of payments of one recipient, in one round trip of two calls. `known`, images of them that may be older, say what
     * belongs to them; the rare report that changes that leaves its payment out, to be read again by its newer image in `changed`.
     */
    read: async (recipientId: string, known: readonly StoredPayment[]): Promise<ReadProjections> => {
      const [{ payments, registered }, { items, ...basis }] = await Promise.all([
        readBeside(recipientId, known),
        bases.read(recipientId, distinct(known.flatMap(idsOf))),
      ])
      const states: ProjectionState[] = []
      const changed: StoredPayment[] = []
      for (const image of known) {
        const payment = payments.get(image.id)
        if (payment === undefined || payment.projection === 'done') continue
        if (belongings(payment) !== belongings(image)) {
          changed.push(payment)
          continue
        }
        const place = placeOf(payment, items)
        states.push({ payment, place, item: items.get(place.id), basis, registered })
      }
      return { states, changed }
    },
  }
}

export type ProjectionRepository = ReturnType<typeof projectionRepository>
