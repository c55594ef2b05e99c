import { backupDays } from '../../../infra/backupPlan.ts'
import { table } from '../../../infra/documents/tables.ts'
import { mostBytes } from '../../../shared/areas/uploads/upload.ts'
import { caps } from '../../../shared/mechanisms/limits/limits.ts'
import { listPrices } from '../../local/runner/aws/prices.ts'
import type { BenchCounts } from './counts.ts'
import type { DeployedFacts, StackCount } from './deployedFacts.ts'
import { hoursOfStream, idleParts, loads, monthOf, storedGigabytes, sumOf, toolset } from './month.ts'
import { monthPrices } from './monthPrices.ts'

const dollars = (amount: number): string => amount.toFixed(2)
const perMillion = (amount: number): string => dollars(amount * 1e6)

/** A refused webhook: the request, and one read. */
const refusedDollars = toolset.readDollars
const floodOfHour = (rate: number): string => dollars(rate * 3600 * refusedDollars)

/** Markdown table of what a deployment costs in a month while nobody calls. */
export const idleTable = (facts: DeployedFacts): string => {
  const { keys, alarms, schedules, queues } = idleParts(facts)
  return table(
    ['A month without calls', 'Number', 'USD'],
    [
      ['KMS keys', String(facts.keys), dollars(keys)],
      ['metrics of alarms', String(facts.alarmMetrics), dollars(alarms)],
      ['scheduled workers', String(facts.schedules.length), dollars(schedules)],
      ['queues that Lambda polls', String(facts.queues), dollars(queues)],
      [
        'metrics of log lines, each in the hours that have such lines',
        String(facts.logMetrics),
        `up to ${dollars(facts.logMetrics * monthPrices.logMetric)}`,
      ],
    ],
  )
}

/** Markdown table of the prices of single acts. */
export const pricesTable = (facts: DeployedFacts, counts: BenchCounts): string =>
  table(
    ['Act', 'USD for a million'],
    [
      ['a request that reads', perMillion(toolset.readDollars)],
      ['a request that writes one item', perMillion(toolset.writeDollars)],
      ['a donation, from its webhook to the acknowledgement of an overlay', perMillion(counts.donationInRowDollars)],
      ['the same, if the gateway sent nothing in the minutes before', perMillion(counts.donationDollars)],
      ['an announcement', perMillion(counts.announcementDollars)],
      ['an hour of an open overlay', perMillion(counts.overlayHourDollars)],
      [
        `an upload of ${mostBytes / 1e6} MB that an overlay loads: once after its page was opened, when it is shown`,
        perMillion(mostBytes * monthPrices.sentByte + monthPrices.objectRead),
      ],
      [
        `${caps.uploads.bytes / 1e6} MB of uploads of a recipient, kept for a month`,
        perMillion((caps.uploads.bytes / 2 ** 30) * monthPrices.objectGigabyte),
      ],
      ['a message to an overlay', perMillion(listPrices.webSocketMessage)],
      ['a call of KMS', perMillion(listPrices.kmsRequest)],
      [`an hour of a flood at one webhook route, at \`webhookRateLimit\``, `${floodOfHour(facts.webhookRate)} in all`],
      [`an hour of a flood at another route, at \`rateLimit\``, `${floodOfHour(facts.routeRate)} in all`],
    ],
  )

/** Markdown table of a streamer's month, as the bill assumes it. */
export const loadTable = (): string => {
  const hours = loads.at(-1)?.hoursOnAir ?? 0
  return table(
    ["A streamer's month", 'Number'],
    [
      ['hours on air, with an open overlay', String(hours)],
      ['streams, each announced in one chat, and its post deleted', String(hours / hoursOfStream)],
      ['requests of the toolset that read', toolset.reads.toLocaleString('en')],
      ['requests of the toolset that write', toolset.writes.toLocaleString('en')],
    ],
  )
}

/** Markdown table of the sums of the bill, for the README. */
export const costTable = (facts: DeployedFacts, counts: BenchCounts): string =>
  table(
    ['A month', 'USD'],
    loads.map((load) => [load.name, dollars(sumOf(monthOf(load, facts, counts)))]),
  )

/** Markdown table of what daily backups in another account cost, which the bill leaves out. */
export const copiesTable = (counts: BenchCounts): string =>
  table(
    ['Tables after a year', 'GB', 'Daily backups and their copies, USD a month'],
    loads
      .filter(({ donations }) => donations > 0)
      .map((load) => {
        const gigabytes = storedGigabytes(load, counts)
        const kept = backupDays.here + backupDays.there
        return [load.name, gigabytes.toFixed(1), dollars(gigabytes * kept * monthPrices.vaultGigabyte)]
      }),
  )

/** Markdown table of the sizes of stacks, for which CloudFormation has limits. */
export const stacksTable = (stacks: readonly StackCount[]): string => {
  const nested = stacks.filter(({ isNested }) => isNested)
  const [largest] = nested.toSorted((one, other) => other.resources - one.resources)
  const roots = stacks.filter(({ isNested }) => !isNested)
  return table(
    ['Stack', 'Resources, of 500', 'Outputs, of 200'],
    [
      ...roots.map(({ name, resources, outputs }) => [`\`${name}\``, String(resources), String(outputs)]),
      [
        `the largest of the ${nested.length} nested stacks, one for each area`,
        String(largest?.resources),
        String(largest?.outputs),
      ],
    ],
  )
}
