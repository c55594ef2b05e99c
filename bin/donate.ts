import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { moneyFromDecimal } from '../shared/money/decimal.ts'
import { donate } from '../test/demo/donation.ts'
import { runningApis } from '../test/harness/cli/runningApis.ts'
import { chosenApi } from '../test/harness/cli/tokenCommand.ts'

const usage =
  'usage: npm run donate -- --recipient alice --amount 12.34 --currency EUR --message "…" [--nickname bob] [--api URL] [--test]'

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      recipient: { type: 'string' },
      amount: { type: 'string', default: '10.00' },
      currency: { type: 'string', default: 'EUR' },
      message: { type: 'string', default: '' },
      nickname: { type: 'string', default: 'A viewer' },
      api: { type: 'string' },
      test: { type: 'boolean', default: false },
    },
  })
  const amount = moneyFromDecimal(values.amount, values.currency.toUpperCase())
  if (values.recipient === undefined) throw new Error('--recipient is missing')
  if (amount === undefined) throw new Error(`${values.amount} ${values.currency} is not an amount`)
  return { ...values, recipient: values.recipient, amount }
}

const optionsOrUsage = () => {
  try {
    return readOptions()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    return undefined
  }
}

/** Sends a signed webhook to the running local API, as a payment processor would, and prints what becomes of it. */
const main = async (): Promise<number> => {
  const options = optionsOrUsage()
  if (options === undefined) return 2
  const { recipient, amount, message, nickname, test } = options
  try {
    const api = chosenApi(runningApis(resolve(import.meta.dirname, '..')), options.api)
    for await (const line of donate(api, { recipient, amount, message, nickname, test }))
      process.stdout.write(`${line}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

process.exitCode = await main()
