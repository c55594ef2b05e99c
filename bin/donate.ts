import { Option } from 'commander'
import { exponentOf, isCurrency } from '../shared/runtime/money/currency.ts'
import { moneyFromDecimal } from '../shared/runtime/money/decimal.ts'
import type { Money } from '../shared/runtime/money/money.ts'
import { donate } from '../test/local/demo/donation.ts'
import { type EmptyEvent, emptyEvents, sendEmptyEvent } from '../test/local/demo/emptyEvent.ts'
import { donationServices, giveAtService } from '../test/local/demo/serviceDonation.ts'
import type { DonationStandIn } from '../test/local/sandbox/donationServices.ts'
import { localApi } from './commandLine/localApi.ts'
import { nonEmpty, wholeNumber } from './commandLine/optionValues.ts'
import { createProgram, runProgram } from './commandLine/runProgram.ts'
import { UsageError } from './commandLine/usageError.ts'

const amountFrom = (decimal: string, currency: string): Money => {
  if (!isCurrency(currency))
    throw new UsageError(`${currency} is not a currency: expected a code of ISO 4217, such as EUR`)
  const amount = moneyFromDecimal(decimal, currency)
  if (amount !== undefined) return amount
  const example = `12${exponentOf(currency) === 0 ? '' : `.${'345'.slice(0, exponentOf(currency))}`}`
  throw new UsageError(`${decimal} ${currency} is not an amount: expected one such as ${example}`)
}

interface Flags {
  readonly recipient: string
  readonly amount: string
  readonly currency: string
  readonly message: string
  readonly nickname: string
  readonly api?: string
  readonly test: boolean
  readonly service?: DonationStandIn
  readonly approved?: string
  readonly status?: string
  readonly deleted?: boolean
  readonly decide?: number
  readonly event?: EmptyEvent
}

const description =
  'Sends a signed webhook to the running local API, as a payment processor would, and prints its effects'

const program = createProgram('npm run donate --', description)
  .requiredOption('--recipient <id>', 'the recipient of the donation', nonEmpty)
  .option('--amount <decimal>', 'the amount, in units of the currency', '10.00')
  .option('--currency <code>', 'the currency code of ISO 4217', 'EUR')
  .option('--message <text>', "the donor's message", '')
  .option('--nickname <name>', "the donor's nickname", 'A viewer')
  .option('--test', 'makes it a test, which is shown but not counted', false)
  .addOption(
    new Option(
      '--service <name>',
      'gives at the stand-in of a donation service instead, which the recipient has linked by then',
    ).choices(donationServices),
  )
  .addOption(
    new Option('--approved <state>', "a moderator's state of a tip at streamElements").choices([
      'pending',
      'allowed',
      'rejected',
    ]),
  )
  .addOption(
    new Option('--status <state>', 'the state of the payment of a tip at streamElements').choices([
      'success',
      'pending',
      'refunded',
    ]),
  )
  .option('--deleted', 'streamElements lists the tip as deleted')
  .option(
    '--decide <number>',
    'gives nothing: --approved becomes the state of the tip of this number',
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  )
  .addOption(
    new Option('--event <name>', 'sends an event of Stripe that contains no payment instead').choices(emptyEvents),
  )
  .option('--api <url>', 'which of several running APIs (default: the one started last)')
  .action(async ({ currency, amount, api, service, approved, status, deleted, decide, event, ...rest }: Flags) => {
    const money = amountFrom(amount, currency.toUpperCase())
    const running = localApi(api)
    if (event !== undefined) {
      if (service !== undefined) throw new UsageError('--event is no donation at a --service')
      for await (const line of sendEmptyEvent(running, rest.recipient, event)) process.stdout.write(`${line}\n`)
      return
    }
    if (service !== undefined) {
      const given = { ...rest, amount, currency: currency.toUpperCase(), approved, status, deleted, decide }
      for await (const line of giveAtService(running, service, given)) process.stdout.write(`${line}\n`)
      return
    }
    if ([approved, status, deleted, decide].some((each) => each !== undefined))
      throw new UsageError('--approved, --status, --deleted and --decide need --service')
    for await (const line of donate(running, { ...rest, amount: money })) process.stdout.write(`${line}\n`)
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
