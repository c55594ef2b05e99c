import { table } from '../../../infra/documents/tables.ts'
import { listPrices, priceOfRequest } from '../../local/runner/aws/prices.ts'
import type { BenchCounts } from './counts.ts'
import type { DeployedFacts } from './deployedFacts.ts'
import { freeUsers, hoursOfMonth, idlePolls, monthPrices } from './monthPrices.ts'

/** The activity of a month. */
export interface Load {
  readonly name: string
  readonly streamers: number
  /** Of all streamers together. */
  readonly donations: number
  /** Hours that each streamer is on air, with an open overlay. */
  readonly hoursOnAir: number
}

const idle: Load = { name: 'idle', streamers: 0, donations: 0, hoursOnAir: 0 }

export const loads: readonly Load[] = [
  idle,
  { name: 'one streamer, 100 donations', streamers: 1, donations: 100, hoursOnAir: 120 },
  { name: '1,000 streamers of that kind', streamers: 1_000, donations: 100_000, hoursOnAir: 120 },
  { name: '10,000 streamers, a million donations', streamers: 10_000, donations: 1_000_000, hoursOnAir: 120 },
]

/** The partitions that a scheduled worker asks in a run that finds nothing; a test counts those of the real ones. */
export const idleQueries: Readonly<Record<string, number>> = {
  askSources: 1,
  retryPostponed: 10,
  wakeDueAnnouncements: 12,
  watchVkLive: 4,
}

/** A run that finds nothing to do: it asks its partitions, half a unit each, and writes a line. */
const idleRun = (worker: string): number =>
  priceOfRequest({
    entrance: 'none',
    durationMilliseconds: 10,
    memoryMegabytes: 512,
    logBytes: 170,
    calls: [{ readUnits: (idleQueries[worker] ?? 4) / 2, writeUnits: 0 }],
  })

/** Requests of a streamer's toolset in a month, at the prices of a plain read and of a single write. */
export const toolset = { reads: 1_000, readDollars: 1.54e-6, writes: 100, writeDollars: 2.04e-6, bytes: 2_000 } as const

/** Bytes of the headers of an answer or of a message to an overlay, and of the alert in it. */
const messageBytes = 1_000

/**
 * One in so many invocations finds no environment and is charged for its start: assumed, as its time is, because no
 * account has measured them. AWS charges for starts since August 2025.
 */
const coldStarts = { share: 0.01, seconds: 0.3, gigabytes: 0.5 } as const
/** Invocations of a streamer's month besides those of donations: the toolset's, and those of the panel's lists. */
const invocationsOf = ({ streamers, donations }: Load, { donationInvocations }: BenchCounts): number =>
  streamers * (toolset.reads + toolset.writes) + donations * (donationInvocations + 2 + 9)

/** Hours of a stream, whose start is announced in a chat, and whose end deletes the post. */
export const hoursOfStream = 4
const announcementsOfStream = 2

const months = 12
const gigabyte = 2 ** 30

export interface Month {
  readonly idle: number
  readonly logMetrics: number
  readonly donations: number
  readonly overlays: number
  /** The shipped panel, open as long as the overlay. */
  readonly panel: number
  /** The page on which each donation is begun. */
  readonly donorPage: number
  readonly announcements: number
  readonly toolset: number
  readonly coldStarts: number
  readonly transfer: number
  readonly users: number
  /** After a year of such months. */
  readonly storage: number
}

/** The cost of a deployment that nobody calls, part by part. */
export const idleParts = ({ keys, alarmMetrics, schedules, queues }: DeployedFacts) => ({
  keys: keys * monthPrices.key,
  alarms: alarmMetrics * monthPrices.alarmMetric,
  schedules: schedules.reduce((sum, [worker, runs]) => sum + runs * idleRun(worker), 0),
  queues: queues * idlePolls * monthPrices.queueRequest,
})

/** The deployment after two years: a rotation adds key material, and the first two are billed like a key. */
export const rotated = (facts: DeployedFacts): DeployedFacts => ({
  ...facts,
  keys: facts.keys + 2 * facts.rotatingKeys,
  rotatingKeys: 0,
})

/** Bytes that leave AWS: of the panel, the donor's page, the toolset, and the messages of a donation. */
const sentBytes = ({ streamers, donations, hoursOnAir }: Load, counts: BenchCounts): number =>
  streamers * (toolset.reads + toolset.writes) * toolset.bytes +
  (streamers * hoursOnAir * counts.panelPageBytes) / hoursOfStream +
  donations * (counts.panelBatchBytes + counts.donorVisitBytes + (counts.donationMessages + 11) * messageBytes)

/** Gigabytes of donations with their indexes, after a year. */
export const storedGigabytes = ({ donations }: Load, { donationBytes }: BenchCounts): number =>
  (donations * months * donationBytes) / gigabyte

export const monthOf = (load: Load, facts: DeployedFacts, counts: BenchCounts): Month => {
  const { streamers, donations, hoursOnAir } = load
  const idle = Object.values(idleParts(facts)).reduce((sum, part) => sum + part, 0)
  const busyShare = Math.min(1, (streamers * hoursOnAir) / hoursOfMonth)
  const gigabytes = storedGigabytes(load, counts)
  return {
    idle,
    logMetrics: facts.logMetrics * monthPrices.logMetric * busyShare,
    donations: donations * counts.donationDollars,
    overlays: streamers * hoursOnAir * counts.overlayHourDollars,
    panel: streamers * hoursOnAir * counts.panelHourDollars + donations * counts.panelBatchDollars,
    donorPage: donations * counts.donorVisitDollars,
    announcements: ((streamers * hoursOnAir) / hoursOfStream) * announcementsOfStream * counts.announcementDollars,
    toolset: streamers * (toolset.reads * toolset.readDollars + toolset.writes * toolset.writeDollars),
    coldStarts:
      coldStarts.share *
      invocationsOf(load, counts) *
      coldStarts.seconds *
      coldStarts.gigabytes *
      listPrices.gigabyteSecond,
    transfer: sentBytes(load, counts) * monthPrices.sentByte,
    users: Math.max(0, streamers - freeUsers) * monthPrices.user,
    storage: gigabytes * (monthPrices.storedGigabyte + monthPrices.backedUpGigabyte),
  }
}

const dollars = (amount: number): string => (amount === 0 ? '–' : amount.toFixed(2))

const partsOf = (month: Month): readonly number[] => Object.values(month)

export const sumOf = (month: Month): number => partsOf(month).reduce((sum, part) => sum + part, 0)

const rowOf = (name: string, month: Month): readonly string[] => [
  name,
  ...partsOf(month).map(dollars),
  dollars(sumOf(month)),
]

/** Markdown table of the bill: a row for each load. */
export const billTable = (facts: DeployedFacts, counts: BenchCounts): string => {
  const rows = loads.map((load) => rowOf(load.name, monthOf(load, facts, counts)))
  const later = rowOf('idle, after two years', monthOf(idle, rotated(facts), counts))
  return table(
    [
      'A month, in USD of us-east-1',
      'Idle',
      'Log metrics',
      'Donations',
      'Overlays',
      'Panel',
      'Donor’s page',
      'Announcements',
      'Toolset',
      'Cold starts',
      'Data transfer',
      'Users',
      'Storage and backup, after a year',
      'Sum',
    ],
    [...rows, later],
  )
}
