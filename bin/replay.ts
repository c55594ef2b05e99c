import { resolve } from 'node:path'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { localTables, replayDue } from '../infra/maintenance/replayDue.ts'
import { stackTables } from '../infra/maintenance/stackTables.ts'
import { runningApis } from '../test/harness/cli/runningApis.ts'
import { createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { chosenApi } from '../test/harness/cli/tokenCommand.ts'

/** The store of the running local API, or with `--aws` that of the account and region that the AWS environment names. */
const clientOf = ({ aws, api }: { readonly aws: boolean; readonly api?: string | undefined }): DynamoDBClient => {
  if (aws) return new DynamoDBClient()
  const { dynamodb } = chosenApi(runningApis(resolve(import.meta.dirname, '..')), api)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return new DynamoDBClient({ endpoint: dynamodb, region: 'us-east-1', credentials })
}

interface Flags {
  readonly api?: string
  readonly aws?: boolean
  readonly stack: string
}

const description =
  'Brings to their workers again what was given up: run it once the reason is gone, then purge the dead-letter queue'

const program = createProgram('npm run replay --', description)
  .option('--api <url>', 'of several local APIs that run (default: the one started last)')
  .option('--aws', 'the stack in the account and region that the AWS environment names')
  .option('--stack <name>', 'which stack', 'streaming-support')
  .action(async ({ api, aws = false, stack }: Flags) => {
    const client = clientOf({ api, aws })
    const tables = aws ? stackTables(new CloudFormationClient(), stack) : localTables(client)
    for await (const line of replayDue(client, tables)) process.stdout.write(`${line}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
