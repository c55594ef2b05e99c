import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { InvalidArgumentError } from 'commander'
import { awsCall } from '../infra/operators/awsCall.ts'
import { lineOf, replayDue } from '../infra/operators/replayDue.ts'
import { watchChanges } from '../infra/operators/restore/changeWatch.ts'
import { lastingTables } from '../infra/operators/restore/restoredTables.ts'
import { type RestoreReport, restoreTables } from '../infra/operators/restore/restoreTables.ts'
import { type Partition, serviceGate } from '../infra/operators/restore/serviceGate.ts'
import { stackResources } from '../infra/operators/stackResources.ts'
import { stackTables, type TableNames } from '../infra/operators/stackTables.ts'
import { isPartitioned, partitionKeyOf, partitionOf } from '../shared/areas/personalData/personalTables.ts'
import { type TableName, tables as tableDefinitions } from '../shared/contract/resources.ts'
import { nonEmpty, pastTime, repeated } from './commandLine/optionValues.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

interface Flags {
  readonly stack: string
  readonly at?: Date
  readonly table: readonly TableName[]
  readonly recipient?: string
  readonly erased?: readonly string[]
  readonly dryRun: boolean
  readonly open?: true
  readonly json?: true
}

const waits = { pollingMs: 5_000, settlingMs: 120_000 }

const tableFrom = (name: string, before: readonly TableName[]): readonly TableName[] => {
  if (name in tableDefinitions) return [...before, name as TableName]
  throw new InvalidArgumentError(`There is no such table; there are ${Object.keys(tableDefinitions).join(', ')}.`)
}

/** Of one recipient's restoration: the partition in each table that has one for each recipient. */
const partitionsOf = async (
  tables: readonly TableName[],
  recipient: string | undefined,
  tableNameOf: TableNames,
): Promise<ReadonlyMap<string, Partition>> => {
  const own = recipient === undefined ? [] : tables.filter(isPartitioned)
  return new Map(
    await Promise.all(
      own.map(
        async (table): Promise<[string, Partition]> => [
          await tableNameOf(table),
          { key: partitionKeyOf(table), value: partitionOf(table, recipient ?? '') },
        ],
      ),
    ),
  )
}

const addErased = (name: string, before: readonly string[] = []) => repeated(name, before)

/** One `none` means that nobody has erased anything. */
const erasedFrom = (names: readonly string[] | undefined): readonly string[] | undefined =>
  names?.filter((name) => name !== 'none')

const print = ({ tables, wrongTotals, replayed }: RestoreReport): void => {
  for (const { table, put, deleted, unchanged } of tables)
    process.stdout.write(`${table.padEnd(20)} ${put} put, ${deleted} deleted, ${unchanged} unchanged\n`)
  for (const each of replayed) process.stdout.write(`${lineOf(each)}\n`)
  for (const { recipientId, list, stored, counted } of wrongTotals)
    process.stdout.write(`${recipientId}: the total of ${list} is ${stored}, and there are ${counted}\n`)
}

const description = `Brings point-in-time copies back into the tables of a deployed stack, whose names stay. It compares while the service is open. To write, it closes the
service (its functions answer 503, which gateways take for "again later"); it prints for how long before. The workers never see what comes back. What
was stored since that time is gone.`

const program = createProgram('npm run restore --', description)
  .requiredOption('--stack <name>', "the stack's name, in the account and region of the AWS environment", nonEmpty)
  .option('--at <time>', 'the time to go back to, with its zone: within the last 35 days', pastTime)
  .option('--table <name>', 'only this table; may be repeated (default: all tables with lasting data)', tableFrom, [])
  .option('--recipient <id>', 'only the items of this recipient', nonEmpty)
  .option(
    '--erased <recipient>',
    'a recipient whose data were erased since then and stay erased; may be repeated, or none',
    addErased,
  )
  .option(
    '--dry-run',
    'makes the copies, counts what would change, and prints for how long the service would be closed',
    false,
  )
  .option('--open', 'opens the service that an interrupted restoration left closed')
  .option('--json', 'prints one JSON object')
  .action(async ({ stack, at, table, recipient, erased, dryRun, open, json }: Flags) => {
    const cloudFormation = new CloudFormationClient()
    const tables = table.length > 0 ? [...new Set(table)] : lastingTables
    if (at === undefined && !open) throw new UsageError("error: required option '--at <time>' not specified")
    const [client, tableNameOf] = [new DynamoDBClient(), stackTables(cloudFormation, stack)]
    const closed = {
      resources: await stackResources(cloudFormation, stack),
      tables: open ? ('all' as const) : await Promise.all(tables.map(tableNameOf)),
      partitions: await partitionsOf(tables, recipient, tableNameOf),
    }
    const gate = await serviceGate(awsCall, closed, waits)
    const opened = async (): Promise<RestoreReport> => {
      await gate.open()
      // A run that died while it closed the service has kept what was due since from its workers.
      return { tables: [], wrongTotals: [], replayed: await Array.fromAsync(replayDue(client, tableNameOf)) }
    }
    const restored = (time: Date): Promise<RestoreReport> =>
      restoreTables({
        client,
        tableNameOf,
        gate,
        tables,
        at: time,
        recipient,
        erased: erasedFrom(erased),
        watch: (watched) => watchChanges(client, awsCall, watched, waits.pollingMs),
        dryRun,
        waits,
        progress: (line) => void process.stderr.write(`${line}\n`),
      })
    const report = at === undefined || open ? await opened() : await restored(at)
    if (json) process.stdout.write(`${JSON.stringify({ stack, at, dryRun, ...report })}\n`)
    else print(report)
    if (report.wrongTotals.length > 0) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
