import { setTimeout as sleep } from 'node:timers/promises'
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import { keyNames } from '../../../shared/areas/personalData/personalTables.ts'
import type { TableName } from '../../../shared/contract/resources.ts'
import { type Clock, systemClock } from '../../../shared/runtime/time/clock.ts'
import { type Replayed, replayDue } from '../replayDue.ts'
import type { TableNames } from '../stackTables.ts'
import { checkTotals, type WrongTotal } from './checkTotals.ts'
import { type CopyCounts, copyItems } from './copyItems.ts'
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
  readonly dryRun: boolean
  readonly waits: Waits
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

const copyAll = async (
  { client, tableNameOf, erased = [], progress, clock = systemClock }: Restoration,
  copies: ReadonlyMap<TableName, string>,
  dryRun: boolean,
): Promise<readonly RestoredTable[]> => {
  const now = new Date(clock())
  const restored: RestoredTable[] = []
  for (const [table, copy] of copies) {
    const counts = await copyItems(client, {
      copy,
      target: await tableNameOf(table),
      keys: keyNames(table),
      isWanted: isToRestore(table, erased, now),
      dryRun,
    })
    progress(`  ${table}: ${counts.put} put, ${counts.deleted} deleted, ${counts.unchanged} unchanged`)
    restored.push({ table, ...counts })
  }
  return restored
}

/** @throws Error that names the tables that are not as their copies */
const verify = async (restoration: Restoration, copies: ReadonlyMap<TableName, string>): Promise<void> => {
  restoration.progress('Comparing again')
  const compared = await copyAll({ ...restoration, progress: () => {} }, copies, true)
  const differing = compared.filter(({ put, deleted }) => put + deleted > 0).map(({ table }) => table)
  if (differing.length > 0) throw new Error(`${differing.join(', ')}: written by somebody else meanwhile`)
}

const copyBehindClosedDoors = async (
  restoration: Restoration,
  copies: ReadonlyMap<TableName, string>,
): Promise<readonly RestoredTable[]> => {
  const { gate, waits, progress } = restoration
  progress(`Closing the service: ${gate.functions} functions run no more, ${gate.mappings} streams are read past`)
  try {
    await gate.close()
    await sleep(waits.settlingMs)
    progress('Bringing the items back')
    const restored = await copyAll(restoration, copies, false)
    await verify(restoration, copies)
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
  const { client, tableNameOf, dryRun, progress } = restoration
  await refuseErased(restoration)
  const copies = await makeCopies(restoration)
  if (dryRun) {
    progress('Comparing; nothing is changed')
    return { tables: await copyAll(restoration, copies, true), wrongTotals: [], replayed: [] }
  }
  const tables = await copyBehindClosedDoors(restoration, copies)
  const replayed = await Array.fromAsync(replayDue(client, tableNameOf))
  const wrongTotals = await checkTotals(client, tableNameOf)
  for (const copy of copies.values()) await deleteCopy(client, copy)
  return { tables, wrongTotals, replayed }
}
