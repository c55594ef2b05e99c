import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { lineOf, localTables, type Replayed, replayDue } from '../infra/operators/replayDue.ts'
import { stackTables } from '../infra/operators/stackTables.ts'
import { localApi } from './commandLine/localApi.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'

/** The store of the running local API, or with `--aws` that of the AWS environment's account and region. */
const clientOf = ({ aws, api }: { readonly aws: boolean; readonly api?: string | undefined }): DynamoDBClient => {
  if (aws) return new DynamoDBClient()
  const { dynamodb } = localApi(api)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return new DynamoDBClient({ endpoint: dynamodb, region: 'us-east-1', credentials })
}

interface Flags {
  readonly api?: string
  readonly aws?: boolean
  readonly stack: string
  readonly json?: true
}

const description =
  'Brings items that were given up to their workers again: run it after the cause is removed, then purge the dead-letter queue'

const program = createProgram('npm run replay --', description)
  .option('--api <url>', 'which of several running local APIs (default: the one started last)')
  .option('--aws', 'uses the stack in the account and region of the AWS environment')
  .option('--stack <name>', "the stack's name", 'streaming-support')
  .option('--json', 'prints one JSON object')
  .action(async ({ api, aws = false, stack, json }: Flags) => {
    const client = clientOf({ api, aws })
    const tables = aws ? stackTables(new CloudFormationClient(), stack) : localTables(client)
    const replayed: Replayed[] = []
    for await (const each of replayDue(client, tables)) {
      replayed.push(each)
      if (!json) process.stdout.write(`${lineOf(each)}\n`)
    }
    if (json) process.stdout.write(`${JSON.stringify({ replayed })}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
