import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Option } from 'commander'
import { lineOf, localTables, type Replayed, replayDue } from '../infra/operators/replayDue.ts'
import { stackTables } from '../infra/operators/stackTables.ts'
import { localApi } from './commandLine/localApi.ts'
import { nonEmpty, pastTime } from './commandLine/optionValues.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

/** The store of the running local API, or with `--aws` that of the AWS environment's account and region. */
const clientOf = ({ aws, api }: { readonly aws: boolean; readonly api?: string | undefined }): DynamoDBClient => {
  if (aws) return new DynamoDBClient()
  const { dynamodb } = localApi(api)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return new DynamoDBClient({ endpoint: dynamodb, region: 'us-east-1', credentials })
}

/** The dead-letter queue keeps messages for so long. */
const keptDays = 14

interface Flags {
  readonly since?: Date
  readonly recipient?: string
  readonly all?: true
  readonly api?: string
  readonly aws?: boolean
  readonly stack: string
  readonly json?: true
}

const description =
  'Brings items that were given up to their workers again: run it after the cause is removed, then npm run dead-letters -- --delete'

const program = createProgram('npm run replay --', description)
  .option('--api <url>', 'which of several running local APIs (default: the one started last)')
  .option('--aws', 'uses the stack in the account and region of the AWS environment')
  .option('--stack <name>', "the stack's name", 'streaming-support')
  .addOption(
    new Option('--since <time>', 'items reported since then, with its zone (default: 14 days, which the queue keeps)')
      .argParser(pastTime)
      .conflicts('all'),
  )
  .option('--recipient <id>', 'only items of this recipient', nonEmpty)
  .option('--all', 'reads whole tables: it also finds refunds and disputes of payments that are older')
  .option('--json', 'prints one JSON object')
  .action(async ({ api, aws = false, stack, since, recipient, all, json }: Flags) => {
    const range = { recipient, since: all ? undefined : (since ?? new Date(Date.now() - keptDays * 86_400_000)) }
    const client = clientOf({ api, aws })
    const tables = aws ? stackTables(new CloudFormationClient(), stack) : localTables(client)
    const replayed: Replayed[] = []
    for await (const each of replayDue(client, tables, range)) {
      replayed.push(each)
      if (!json) process.stdout.write(`${lineOf(each)}\n`)
    }
    if (json) process.stdout.write(`${JSON.stringify({ replayed })}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
