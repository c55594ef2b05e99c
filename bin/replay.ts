import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { runningApis } from '../test/harness/cli/runningApis.ts'
import { chosenApi } from '../test/harness/cli/tokenCommand.ts'
import { localTables, replayDue } from './replayDue.ts'
import { stackTables } from './stackTables.ts'

const usage = 'usage: npm run replay -- [--api URL | --aws] [--stack streaming-support]'

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        api: { type: 'string' },
        aws: { type: 'boolean', default: false },
        stack: { type: 'string', default: 'streaming-support' },
      },
    }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    return undefined
  }
}

/** The store of the running local API, or with `--aws` that of the account and region that the AWS environment names. */
const clientOf = ({ aws, api }: { readonly aws: boolean; readonly api?: string | undefined }): DynamoDBClient => {
  if (aws) return new DynamoDBClient()
  const { dynamodb } = chosenApi(runningApis(resolve(import.meta.dirname, '..')), api)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return new DynamoDBClient({ endpoint: dynamodb, region: 'us-east-1', credentials })
}

/** Brings to their workers again what was given up: run it once the reason is gone, then purge the dead-letter queue. */
const main = async (): Promise<number> => {
  const options = readOptions()
  if (options === undefined) return 2
  try {
    const client = clientOf(options)
    const tables = options.aws ? stackTables(new CloudFormationClient(), options.stack) : localTables(client)
    for await (const line of replayDue(client, tables)) process.stdout.write(`${line}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

process.exitCode = await main()
