import { setTimeout as sleep } from 'node:timers/promises'
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import {
  isPartitioned,
  keyNames,
  partitionKeyOf,
  partitionOf,
} from '../../../shared/areas/personalData/personalTables.ts'
import { tables as definitions, type TableName } from '../../../shared/contract/resources.ts'
import { type Clock, systemClock } from '../../../shared/runtime/time/clock.ts'
import { type Replayed, replayDue } from '../replayDue.ts'
import type { TableNames } from '../stackTables.ts'
import type { ChangeWatch, WatchedTable } from './changeWatch.ts'
import { checkTotals, type WrongTotal } from './checkTotals.ts'
import { closedMinutes } from './closedTime.ts'
import {
  type CopyCounts,
  copyItems,
  differingKeys,
  type ItemReads,
  type ItemTables,
  type Key,
  keyText,
  onePartition,
  wholeTable,
} from './copyItems.ts'
import { deleteCopy, pointInTimeCopy } from './pointInTimeCopy.ts'
import { isToRestore } from './restoredTables.ts'
import type { ServiceGate, Waits } from './serviceGate.ts'

export interface Restoration {
  readonly client: DynamoDBClient
  readonly tableNameOf: TableNames
  readonly gate: ServiceGate
  readonly tables: readonly TableName[]
  readonly at: Date
  /** The recipients whose data were erased since; undefined when the operator has said nothing about them. */
  readonly erased: readonly string[] | undefined
  /** Only the items of this recipient. */
  readonly recipient?: string | undefined
  readonly dryRun: boolean
  readonly waits: Waits
  /** Begins to watch the changes of tables. */
  readonly watch: (tables: readonly WatchedTable[]) => Promise<ChangeWatch>
  readonly progress: (line: string) => void
  readonly clock?: Clock
}

export interface RestoredTable extends CopyCounts {
  readonly table: TableName
}

export interface RestoreReport {
  readonly tables: readonly RestoredTable[]
  readonly wrongTotals: readonly WrongTotal[]
  /** Items that were due at that time, and go to their workers now. */
  readonly replayed: readonly Replayed[]
}

/** The erasures since a time. Their receipts name nobody, so only the operator can name the recipients. */
const erasuresSince = async ({ client, tableNameOf, at }: Restoration): Promise<number> => {
  let erasures = 0
  const pages = paginateScan(
    { client },
    {
      TableName: await tableNameOf('erasureReceipts'),
      FilterExpression: 'finishedAt > :at',
      ExpressionAttributeValues: { ':at': { S: at.toISOString() } },
      Select: 'COUNT',
    },
  )
  for await (const { Count = 0 } of pages) erasures += Count
  return erasures
}

const refuseErased = async (restoration: Restoration): Promise<void> => {
  if (restoration.erased !== undefined) return
  const erasures = await erasuresSince(restoration)
  if (erasures > 0)
    throw new Error(
      `${erasures === 1 ? 'A recipient has' : `${erasures} recipients have`} erased their data since then, and the restore would bring the data back. ` +
        `Name each with --erased <recipient>, or give --erased none`,
    )
}

const makeCopies = (restoration: Restoration): Promise<ReadonlyMap<TableName, string>> => {
  const { client, tableNameOf, tables, at, waits, progress } = restoration
  progress(`Copying ${tables.length} tables as they were at ${at.toISOString()}: some minutes, whatever their size`)
  return Promise.all(
    tables.map(async (table) => {
      const name = await pointInTimeCopy(client, await tableNameOf(table), at, waits.pollingMs)
      progress(`  ${table}: ${name}`)
      return [table, name] as const
    }),
  ).then((copies) => new Map(copies))
}

const isStreamed = (table: TableName): boolean => 'stream' in definitions[table]

/** A table that is brought back, with its copy. */
interface Restored extends ItemTables {
  readonly table: TableName
  readonly reads: ItemReads
}

/**
 * A recipient's items are a partition, or are found by their member where a table has others' between them. A
 * membership is two items, one with each side, which come back together.
 */
const readsOf = (table: TableName, recipient: string | undefined): ItemReads => {
  if (recipient === undefined) return wholeTable()
  const found = (FilterExpression: string) =>
    wholeTable({ FilterExpression, ExpressionAttributeValues: { ':recipient': { S: recipient } } })
  if (table === 'members') return found('ownerId = :recipient OR memberId = :recipient')
  if (isPartitioned(table)) return onePartition(partitionKeyOf(table), partitionOf(table, recipient))
  return found('recipientId = :recipient')
}

/** Tells items that are not the recipient's: an account or a chat may have become another's since. */
const isOthersIn = (table: TableName, recipient: string | undefined): ItemTables['isWanted'] =>
  recipient === undefined || isPartitioned(table) ? () => false : ({ recipientId }) => recipientId?.S !== recipient

const restoredTables = (restoration: Restoration, copies: ReadonlyMap<TableName, string>): Promise<Restored[]> => {
  const { tableNameOf, erased = [], recipient, clock = systemClock } = restoration
  const now = new Date(clock())
  return Promise.all(
    [...copies].map(async ([table, copy]) => {
      const [isLasting, isOthers] = [isToRestore(table, erased, now), isOthersIn(table, recipient)]
      return {
        table,
        copy,
        target: await tableNameOf(table),
        keys: keyNames(table),
        isWanted: (item) => isLasting(item) && !isOthers(item),
        isOthers,
        reads: readsOf(table, recipient),
      }
    }),
  )
}

/**
 * What changes during the comparison. The items of one recipient are few enough to be compared anew while the service
 * is closed; a stream would report those of everybody.
 */
const watchOf = async (
  { client, recipient, watch }: Restoration,
  tables: readonly Restored[],
): Promise<ChangeWatch> => {
  if (recipient === undefined)
    return watch(tables.map(({ table, target }) => ({ name: target, isStreamed: isStreamed(table) })))
  const compare = async (restored: Restored) => {
    const { differing } = await differingKeys(client, restored, restored.reads)
    return [restored.target, [...differing.values()]] as const
  }
  return { read: async () => new Map(await Promise.all(tables.map(compare))), end: async () => {} }
}

/** A table with the keys that have to be looked at, and what is known of them. */
interface Compared {
  readonly restored: Restored
  readonly keys: Map<string, Key>
  readonly counts: CopyCounts
}

const itemsIn = ({ put, deleted, unchanged }: CopyCounts): number => put + deleted + unchanged

const compareAll = async (
  { client, progress }: Restoration,
  tables: readonly Restored[],
): Promise<readonly Compared[]> => {
  const compared: Compared[] = []
  for (const restored of tables) {
    const { differing, counts } = await differingKeys(client, restored, restored.reads)
    progress(`  ${restored.table}: ${counts.put} to put, ${counts.deleted} to delete, ${counts.unchanged} unchanged`)
    compared.push({ restored, keys: new Map(differing), counts })
  }
  return compared
}

/** Adds what has changed since to the keys that have to be looked at. */
const addChanges = async (compared: readonly Compared[], watch: ChangeWatch): Promise<void> => {
  const changed = await watch.read()
  for (const { restored, keys } of compared)
    for (const key of changed.get(restored.target) ?? []) keys.set(keyText(key, restored.keys), key)
}

/** @throws Error that names the tables that are not as their copies */
const verify = async (restoration: Restoration, compared: readonly Compared[], watch: ChangeWatch): Promise<void> => {
  restoration.progress('Comparing again')
  await addChanges(compared, watch)
  const differing: TableName[] = []
  for (const { restored, keys } of compared) {
    const { put, deleted } = await copyItems(restoration.client, restored, keys, true)
    if (put + deleted > 0) differing.push(restored.table)
  }
  if (differing.length > 0) throw new Error(`${differing.join(', ')}: written by somebody else meanwhile`)
}

const write = async (
  { client, progress }: Restoration,
  compared: readonly Compared[],
): Promise<readonly RestoredTable[]> => {
  const written: RestoredTable[] = []
  for (const { restored, keys, counts } of compared) {
    const { put, deleted } = await copyItems(client, restored, keys)
    progress(`  ${restored.table}: ${put} put, ${deleted} deleted, ${counts.unchanged} unchanged`)
    written.push({ table: restored.table, put, deleted, unchanged: counts.unchanged })
  }
  return written
}

/** Compares while the service is open; resolves to the items that were read in a second. */
const compareOpen = async (restoration: Restoration, tables: readonly Restored[]) => {
  const { progress, clock = systemClock } = restoration
  progress('Comparing; nothing is changed, and the service is open')
  const startedAt = clock()
  const compared = await compareAll(restoration, tables)
  const items = compared.reduce((sum, { counts }) => sum + itemsIn(counts), 0)
  // Each item is read in both tables and in both directions.
  return { compared, itemsPerSecond: (4 * items) / Math.max(0.001, (clock() - startedAt) / 1000) }
}

const sizeOf = (compared: readonly Compared[]): number => compared.reduce((sum, { keys }) => sum + keys.size, 0)

const announce = (restoration: Restoration, compared: readonly Compared[], itemsPerSecond: number): void => {
  const { gate, waits, progress } = restoration
  const read = sizeOf(compared)
  const written = compared.reduce((sum, { counts }) => sum + counts.put + counts.deleted, 0)
  const { functions, mappings } = gate
  const minutes = closedMinutes({ read, written, itemsPerSecond, functions, mappings, settlingMs: waits.settlingMs })
  progress(`Expected to be closed: ${minutes} minutes, for ${read} items of which ${written} differed`)
}

const copyBehindClosedDoors = async (
  restoration: Restoration,
  tables: readonly Restored[],
  watch: ChangeWatch,
): Promise<readonly RestoredTable[]> => {
  const { gate, waits, progress } = restoration
  const { compared, itemsPerSecond } = await compareOpen(restoration, tables)
  await addChanges(compared, watch)
  announce(restoration, compared, itemsPerSecond)
  progress(`Closing the service: ${gate.functions} functions run no more, ${gate.mappings} streams are read past`)
  try {
    await gate.close()
    await sleep(waits.settlingMs)
    progress('Bringing the items back')
    await addChanges(compared, watch)
    const restored = await write(restoration, compared)
    await verify(restoration, compared, watch)
    await sleep(waits.settlingMs)
    progress('Opening the service')
    await gate.open()
    return restored
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(
      `${reason}\nThe service is closed. Run the same command again, which goes on; --open opens the service as it is.`,
      { cause },
    )
  }
}

/**
 * Brings tables back to a time. The copies stay beside them until everything agrees; a dry run makes and keeps them
 * too, and changes nothing else.
 *
 * @throws Error when the service stays closed, with the next step
 */
export const restoreTables = async (restoration: Restoration): Promise<RestoreReport> => {
  const { client, tableNameOf, dryRun, recipient } = restoration
  await refuseErased(restoration)
  const copies = await makeCopies(restoration)
  const tables = await restoredTables(restoration, copies)
  if (dryRun) {
    const { compared, itemsPerSecond } = await compareOpen(restoration, tables)
    announce(restoration, compared, itemsPerSecond)
    const counted = compared.map(({ restored: { table }, counts }) => ({ table, ...counts }))
    return { tables: counted, wrongTotals: [], replayed: [] }
  }
  const watch = await watchOf(restoration, tables)
  const restored = await copyBehindClosedDoors(restoration, tables, watch)
  const replayed = await Array.fromAsync(replayDue(client, tableNameOf, { recipient }))
  const wrongTotals = await checkTotals(client, tableNameOf, recipient)
  for (const copy of copies.values()) await deleteCopy(client, copy)
  await watch.end()
  return { tables: restored, wrongTotals, replayed }
}
