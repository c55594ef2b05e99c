import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { reservationFor } from '../../mechanisms/limits/limits.ts'
import type { Growth } from '../../mechanisms/limits/quotaRepository.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { type Precondition, revisionAmong, stale } from '../../mechanisms/store/precondition.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { Conflict, conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, type Condition, put, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { newId } from '../../runtime/ids.ts'
import { moneyFromItem } from '../../runtime/money/money.ts'
import { paymentPage } from '../donors/donorPage.ts'
import type { ConfigRecord as ConfigRecordSchema } from './contract.ts'
import { configId, departure, isFirstName, isFree, isRetired, isTrace, release, reservedBy } from './retiredNames.ts'
import type { NewConfig } from './rules.ts'

export type ConfigRecord = z.input<typeof ConfigRecordSchema>

/** A request's name does not lead to the expected record. */
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

/** Bytes that a record reserves; its name and an agreement's gateway are small beside a step of the reservation. */
const bytesOf = ({ url, value, actions }: NewConfig): number => reservationFor([url, value, actions])

/** The condition that the record fulfils the precondition, or already has the revision of this write. */
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

/** A record as a request wants it, and the request's precondition. */
export interface Intent {
  readonly id: string
  readonly config: NewConfig
  readonly revision: string
  readonly precondition: Precondition | undefined
}

interface Storing {
  readonly write: Write
  readonly growth: Growth
}

/** Writes of one transaction, and the growth of the collection. */
interface Storings {
  readonly writes: readonly Write[]
  readonly growth: Growth
}

/** The holder of a name, as it was read: a record, the trace of a renamed one (without an id), or nothing. */
export interface Seen {
  readonly found: Item | undefined
}

/**
 * Configuration records, one item each, by recipient and name. The free-form value is kept as JSON text, so that it
 * returns unchanged. Each keeps its reserved bytes: a change within them is one conditional write.
 */
export const configRepository = (client: DynamoDBDocumentClient, table = tableName('configs')) => {
  /** A record under a name that nothing holds, or only the trace of a renamed record. */
  const recordPut = (recipientId: string, item: Item, seen: Item | undefined, refusal: Write['refusal']): Write => {
    const keepsFlag = isRetired(seen) && !isFirstName(recipientId, item['id'], item['name'])
    const when = isRetired(seen) ? isTrace : isFree
    return put(table, keepsFlag ? { ...item, retired: true } : item, { when, ...(refusal && { refusal }) })
  }

  /** The refusal of a write that expected the intent's record, or none, under its name. */
  const refusalOf =
    (recipientId: string, { id, config, revision, precondition }: Intent) =>
    (found: Item | undefined): Error => {
      if (found?.['id'] === id) return isUnchanged(found, precondition, revision) ? new Conflict(found) : stale()
      if (found?.['id'] !== undefined || config.id !== undefined) return new OtherRecord(found)
      if (precondition !== undefined && precondition !== 'absent') return stale()
      return isRetired(found) && id === configId(recipientId, config.name)
        ? new OtherRecord(found)
        : new Conflict(found)
    }

  /** The intent's record under a name without one. */
  const creation = (recipientId: string, intent: Intent, seen: Item | undefined): Storing => {
    const { id, config, revision } = intent
    const bytes = bytesOf(config)
    const item = { recipientId, name: config.name, id, ...contentOf(config, revision), reserved: bytes }
    return {
      write: recordPut(recipientId, item, seen, refusalOf(recipientId, intent)),
      growth: { items: seen === undefined ? 1 : 0, bytes },
    }
  }

  /** The intent's content in the place of its record's, whose reservation is `reserved`, or is expected to suffice. */
  const change = (recipientId: string, intent: Intent, reserved: number | undefined): Storing => {
    const { id, config, revision, precondition } = intent
    const bytes = bytesOf(config)
    const grown = Math.max(0, bytes - (reserved ?? bytes))
    const reservation: Condition =
      grown > 0
        ? { if: 'reserved = :seen', values: { seen: reserved } }
        : { if: 'reserved >= :bytes', values: { bytes } }
    const write = update(
      table,
      { recipientId, name: config.name },
      {
        set: { ...contentOf(config, revision), reserved: grown > 0 ? bytes : undefined },
        remove: ['gateway'],
        when: allOf({ if: 'id = :id', values: { id } }, reservation, unchanged(precondition, revision)),
        repeatable: grown === 0,
        refusal: refusalOf(recipientId, intent),
      },
    )
    return { write, growth: { bytes: grown } }
  }

  return {
    /**
     * Stores the record under its name. Without `seen`, the holder of the name as read, it expects the record `id` with
     * enough reserved bytes. Raises `Conflict` with the present holder, or `OtherRecord` when that is a record of
     * another id or cannot be the record.
     */
    change: (recipientId: string, intent: Intent, seen?: Seen): Storing => {
      if (seen === undefined) return change(recipientId, intent, undefined)
      return seen.found?.['id'] === undefined
        ? creation(recipientId, intent, seen.found)
        : change(recipientId, intent, reservedBy(seen.found))
    },

    /** Moves a record to a new name, with its reservation. Raises `Conflict` when either was changed. */
    renaming: (recipientId: string, intent: Intent, own: Item, names: readonly Item[]): Storings => {
      const { id, config, revision, precondition } = intent
      const target = names.find(({ name }) => name === config.name)
      if (target?.['id'] !== undefined) throw isUnchanged(own, precondition, revision) ? nameTaken() : stale()
      const reserved = Math.max(reservedBy(own), bytesOf(config))
      const item = { recipientId, name: config.name, id, ...contentOf(config, revision), reserved }
      const left = departure(table, recipientId, own, {
        leavesTrace: isRetired(own) || isFirstName(recipientId, id, own['name']),
        when: unchanged(precondition, revision),
        refusal: (found) =>
          found !== undefined && !isUnchanged(found, precondition, revision) ? stale() : new Conflict(found),
      })
      const taken = recordPut(recipientId, item, target, (found) =>
        found?.['id'] === undefined ? new Conflict(found) : nameTaken(),
      )
      return {
        writes: [left.write, taken],
        growth: { items: left.items + (target === undefined ? 1 : 0), bytes: reserved - reservedBy(own) },
      }
    },

    /** Deletes a record, with the trace under its first name. Raises `Conflict` when either was changed. */
    removal: (recipientId: string, own: Item, names: readonly Item[]): Storings => {
      const first = names.find((each) => each !== own && isFirstName(recipientId, own['id'], each['name']))
      const changes = [
        departure(table, recipientId, own, { leavesTrace: isRetired(own), refusal: conflicting }),
        ...(first === undefined ? [] : [release(table, recipientId, first)]),
      ]
      const items = changes.reduce((sum, change) => sum + change.items, 0)
      return { writes: changes.map(({ write }) => write), growth: { items, bytes: -reservedBy(own) } }
    },

    /**
     * Chooses the gateway of the payment page and leaves the rest of its record. Without a record it raises `Conflict`;
     * with the present holder of the name `seen`, it creates the record.
     */
    agreement: (recipientId: string, gateway: string, revision: string, seen?: Seen): Storing => {
      if (seen !== undefined && seen.found?.['id'] === undefined) {
        // A renamed record has kept the id that follows from the name.
        const id = isRetired(seen.found) ? newId() : configId(recipientId, paymentPage)
        const empty = { name: paymentPage, url: '', value: {}, actions: [] }
        const reserved = bytesOf(empty)
        const item = { recipientId, name: paymentPage, id, ...contentOf(empty, revision), gateway, reserved }
        const growth = { items: seen.found === undefined ? 1 : 0, bytes: reserved }
        return { write: recordPut(recipientId, item, seen.found, conflicting), growth }
      }
      const write = update(
        table,
        { recipientId, name: paymentPage },
        {
          set: { gateway, revision },
          when: { if: 'attribute_exists(id)' },
          repeatable: true,
          refusal: conflicting,
        },
      )
      return { write, growth: {} }
    },

    /** The holders of a recipient's names: records, and traces of renamed ones. */
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

/** Values of configuration records without the records. */
export const configValueStore = (client: DynamoDBDocumentClient, table = tableName('configs')) => ({
  /** The value of the record with the name; undefined without one. It may be a second old. */
  find: async (recipientId: string, name: string): Promise<unknown> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, name }, ConsistentRead: false })
    return item?.['value'] === undefined ? undefined : JSON.parse(String(item['value']))
  },

  /** The value of the payment page's record, and the gateway whose legal offer was chosen. */
  paymentPage: async (recipientId: string): Promise<{ readonly value: unknown; readonly gateway: string | null }> => {
    const key = { recipientId, name: paymentPage }
    const item = await getItem(client, { TableName: table, Key: key })
    const value: unknown = item?.['value'] === undefined ? undefined : JSON.parse(String(item['value']))
    return { value, gateway: item?.['gateway'] === undefined ? null : String(item['gateway']) }
  },
})

export type ConfigValueStore = ReturnType<typeof configValueStore>
