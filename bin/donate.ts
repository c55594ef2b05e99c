import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exponentOf, isCurrency } from '../shared/money/currency.ts'
import { moneyFromDecimal } from '../shared/money/decimal.ts'
import type { Money } from '../shared/money/money.ts'
import { donate } from '../test/demo/donation.ts'
import { runningApis } from '../test/harness/cli/runningApis.ts'
import { chosenApi } from '../test/harness/cli/tokenCommand.ts'

const usage =
  'usage: npm run donate -- --recipient alice --amount 12.34 --currency EUR --message "…" [--nickname bob] [--api URL] [--test]'

const amountFrom = (decimal: string, currency: string): Money => {
  if (!isCurrency(currency)) throw new Error(`${currency} is not a currency: expected a code of ISO 4217, such as EUR`)
  const amount = moneyFromDecimal(decimal, currency)
  if (amount !== undefined) return amount
  const example = `12${exponentOf(currency) === 0 ? '' : `.${'345'.slice(0, exponentOf(currency))}`}`
  throw new Error(`${decimal} ${currency} is not an amount: expected one such as ${example}`)
}

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
  if (!values.recipient) throw new Error('--recipient is missing')
  const amount = amountFrom(values.amount, values.currency.toUpperCase())
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
