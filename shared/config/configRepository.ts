import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { newId } from '../ids.ts'
import { reservationFor } from '../limits/limits.ts'
import type { Growth } from '../limits/quotaRepository.ts'
import { moneyFromItem } from '../money/money.ts'
import { type Condition, type Precondition, revisionAmong, stale } from '../store/precondition.ts'
import { queryAll } from '../store/query.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { setExpression } from '../store/setExpression.ts'
import type { ConfigRecord as ConfigRecordSchema } from './contract.ts'
import { configId, departure, isFirstName, isRetired, release, reservedBy } from './retiredNames.ts'
import { type NewConfig, paymentPage } from './rules.ts'

export type ConfigRecord = z.input<typeof ConfigRecordSchema>

/** The name that was asked for does not lead to the record that was expected there. */
export class OtherRecord extends Error {
  override readonly name = 'OtherRecord'
  /** The id of the record that has the name; undefined where none has. */
  readonly id: string | undefined
  readonly found: Item | undefined

  constructor(found: Item | undefined) {
    super('another record has this name')
    this.id = found?.['id'] as string | undefined
    this.found = found
  }
}

export const recordFromItem = (item: Item): ConfigRecord => {
  const { id, name, recipientId, url, actions, gateway, revision } = item as Record<string, string> & {
    actions: ConfigRecord['actions']
  }
  const value = JSON.parse(String(item['value'])) as Record<string, unknown>
  return {
    id: String(id),
    name: String(name),
    ownerId: String(recipientId),
    url: String(url),
    value: gateway === undefined ? value : { ...value, gateway },
    actions: actions.map((action) => ({
      id: action.id,
      name: action.name,
      price: moneyFromItem(action.price),
      category: action.category,
      game: action.game,
    })),
    revision: String(revision),
  }
}

const contentOf = ({ url, value, actions }: NewConfig, revision: string) => ({
  url,
  actions,
  value: JSON.stringify(value),
  revision,
})

/** Bytes that a record reserves; its name and the gateway of an agreement are small beside a step of the reservation. */
const bytesOf = ({ url, value, actions }: NewConfig): number => reservationFor([url, value, actions])

/** The record is as the precondition asks, or already has the revision that this write gives it. */
const unchanged = (precondition: Precondition | undefined, revision: string): Condition | undefined =>
  precondition === undefined || precondition === 'exists'
    ? undefined
    : revisionAmong(precondition === 'absent' ? [] : precondition, revision)

const isUnchanged = (found: Item, precondition: Precondition | undefined, revision: string): boolean =>
  precondition === undefined ||
  precondition === 'exists' ||
  found['revision'] === revision ||
  (precondition !== 'absent' && precondition.includes(String(found['revision'])))

const nameTaken = (): Problem => new Problem('name_taken', 'Another record of the caller has this name.')

/** A write of a record, and what the collection grows by. */
interface Storing {
  readonly write: Write
  readonly growth: Growth
}

/** Writes that belong together, and what the collection grows by. */
interface Storings {
  readonly writes: readonly Write[]
  readonly growth: Growth
}

/** What holds a name: a record, the trace of one that was renamed (without an id), or nothing. */
export interface Seen {
  readonly found: Item | undefined
}

/**
 * Configuration records, one item each, by recipient and name. The free-form value is kept as JSON text, so that it returns unchanged.
 * Each keeps the bytes that it has reserved: a change within them is one conditional write.
 */
export const configRepository = (client: DynamoDBDocumentClient, table: string) => {
  /** A record under a name that nothing holds, or only the trace of a renamed one. */
  const put = (recipientId: string, item: Item, seen: Item | undefined, refusal: Write['refusal']): Write => ({
    operation: {
      Put: {
        TableName: table,
        Item:
          isRetired(seen) && !isFirstName(recipientId, item['id'], item['name']) ? { ...item, retired: true } : item,
        ConditionExpression: isRetired(seen)
          ? 'attribute_exists(retired) AND attribute_not_exists(id)'
          : 'attribute_not_exists(id) AND attribute_not_exists(retired)',
      },
    },
    repeatable: false,
    ...(refusal && { refusal }),
  })

  return {
    /**
     * Stores the record under its name. Without having `seen` what holds the name, it expects the record `id` with bytes enough, and
     * raises `Conflict` with what there is instead; `OtherRecord` when that is a record of another id or cannot be.
     */
    replacement: (
      recipientId: string,
      id: string,
      config: NewConfig,
      revision: string,
      precondition: Precondition | undefined,
      seen?: Seen,
    ): Storing => {
      const { name } = config
      const bytes = bytesOf(config)
      const refusal = (found: Item | undefined): Error => {
        if (found?.['id'] === id) return isUnchanged(found, precondition, revision) ? new Conflict(found) : stale()
        if (found?.['id'] !== undefined || config.id !== undefined) return new OtherRecord(found)
        if (precondition !== undefined && precondition !== 'absent') return stale()
        return isRetired(found) && id === configId(recipientId, name) ? new OtherRecord(found) : new Conflict(found)
      }
      if (seen !== undefined && seen.found?.['id'] === undefined) {
        const item = { recipientId, name, id, ...contentOf(config, revision), reserved: bytes }
        return {
          write: put(recipientId, item, seen.found, refusal),
          growth: { items: seen.found === undefined ? 1 : 0, bytes },
        }
      }
      const grown = Math.max(0, bytes - (seen === undefined ? bytes : reservedBy(seen.found)))
      const set = setExpression({ ...contentOf(config, revision), reserved: grown > 0 ? bytes : undefined })
      const still = unchanged(precondition, revision)
      const reservation = grown > 0 ? '#reserved = :seen' : 'reserved >= :bytes'
      const write: Write = {
        operation: {
          Update: {
            TableName: table,
            Key: { recipientId, name },
            UpdateExpression: `${set?.UpdateExpression} REMOVE gateway`,
            ConditionExpression: ['id = :id', reservation, ...(still ? [still.ConditionExpression] : [])].join(' AND '),
            ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
            ExpressionAttributeValues: {
              ...set?.ExpressionAttributeValues,
              ...still?.ExpressionAttributeValues,
              ':id': id,
              ...(grown > 0 ? { ':seen': reservedBy(seen?.found) } : { ':bytes': bytes }),
            },
          },
        },
        repeatable: grown === 0,
        refusal,
      }
      return { write, growth: { bytes: grown } }
    },

    /** Moves a record from its old name to a new one, with its reservation. Raises `Conflict` when either was changed. */
    renaming: (
      recipientId: string,
      own: Item,
      names: readonly Item[],
      config: NewConfig,
      revision: string,
      precondition: Precondition | undefined,
    ): Storings => {
      const target = names.find(({ name }) => name === config.name)
      if (target?.['id'] !== undefined) throw isUnchanged(own, precondition, revision) ? nameTaken() : stale()
      const { id } = own
      const reserved = Math.max(reservedBy(own), bytesOf(config))
      const item = { recipientId, name: config.name, id, ...contentOf(config, revision), reserved }
      const { write, items } = departure(
        table,
        recipientId,
        own,
        isRetired(own) || isFirstName(recipientId, id, own['name']),
        (found) => (found !== undefined && !isUnchanged(found, precondition, revision) ? stale() : new Conflict(found)),
        unchanged(precondition, revision),
      )
      return {
        writes: [
          write,
          put(recipientId, item, target, (found) => (found?.['id'] === undefined ? new Conflict(found) : nameTaken())),
        ],
        growth: { items: items + (target === undefined ? 1 : 0), bytes: reserved - reservedBy(own) },
      }
    },

    /** Deletes a record, with the trace under its first name. Raises `Conflict` when either was changed. */
    removal: (recipientId: string, own: Item, names: readonly Item[]): Storings => {
      const first = names.find((each) => each !== own && isFirstName(recipientId, own['id'], each['name']))
      const changes = [
        departure(table, recipientId, own, isRetired(own), (found) => new Conflict(found)),
        ...(first === undefined ? [] : [release(table, recipientId, first)]),
      ]
      const items = changes.reduce((sum, change) => sum + change.items, 0)
      return { writes: changes.map(({ write }) => write), growth: { items, bytes: -reservedBy(own) } }
    },

    /**
     * Chooses the gateway of the payment page, whatever else its record holds. Raises `Conflict` when there is no record, and then
     * makes one in its place.
     */
    agreement: (recipientId: string, gateway: string, revision: string, seen?: Seen): Storing => {
      const refusal = (found: Item | undefined) => new Conflict(found)
      if (seen !== undefined && seen.found?.['id'] === undefined) {
        // A renamed record has kept the id that follows from the name.
        const id = isRetired(seen.found) ? newId() : configId(recipientId, paymentPage)
        const empty = { name: paymentPage, url: '', value: {}, actions: [] }
        const reserved = bytesOf(empty)
        const item = { recipientId, name: paymentPage, id, ...contentOf(empty, revision), gateway, reserved }
        const growth = { items: seen.found === undefined ? 1 : 0, bytes: reserved }
        return { write: put(recipientId, item, seen.found, refusal), growth }
      }
      const write: Write = {
        operation: {
          Update: {
            TableName: table,
            Key: { recipientId, name: paymentPage },
            UpdateExpression: 'SET gateway = :gateway, revision = :revision',
            ConditionExpression: 'attribute_exists(id)',
            ExpressionAttributeValues: { ':gateway': gateway, ':revision': revision },
          },
        },
        repeatable: true,
        refusal,
      }
      return { write, growth: {} }
    },

    /** What holds the names of a recipient: records, and traces of those that were renamed. */
    names: (recipientId: string): Promise<readonly Item[]> =>
      queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ProjectionExpression: '#name, id, retired, reserved, revision',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      }),

    /** A recipient's records, or the one of a name. */
    list: async (recipientId: string, name?: string): Promise<ConfigRecord[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression:
          name === undefined ? 'recipientId = :recipientId' : 'recipientId = :recipientId AND #name = :name',
        ...(name !== undefined && { ExpressionAttributeNames: { '#name': 'name' } }),
        ExpressionAttributeValues: { ':recipientId': recipientId, ...(name !== undefined && { ':name': name }) },
        ConsistentRead: true,
      })
      return items.filter((item) => item['id'] !== undefined).map(recordFromItem)
    },
  }
}

export type ConfigRepository = ReturnType<typeof configRepository>
