import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fireTrigger } from '../test/demo/streamEvent.ts'
import { runningApis } from '../test/harness/cli/runningApis.ts'
import { chosenApi } from '../test/harness/cli/tokenCommand.ts'

const usage =
  'usage: npm run stream -- --recipient alice [--trigger STREAM_STARTED | STREAM_ENDED | …] [--stream 1] [--api URL]'

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      recipient: { type: 'string' },
      trigger: { type: 'string', default: 'STREAM_STARTED' },
      stream: { type: 'string', default: '1' },
      api: { type: 'string' },
    },
  })
  if (!values.recipient) throw new Error('--recipient is missing')
  return { ...values, recipient: values.recipient }
}

const optionsOrUsage = () => {
  try {
    return readOptions()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    return undefined
  }
}

/** Tells the running local API that a stream has started or ended, as a bot would, and prints what the messengers get for it. */
const main = async (): Promise<number> => {
  const options = optionsOrUsage()
  if (options === undefined) return 2
  try {
    const api = chosenApi(runningApis(resolve(import.meta.dirname, '..')), options.api)
    for await (const line of fireTrigger(api, options)) process.stdout.write(`${line}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

process.exitCode = await main()
