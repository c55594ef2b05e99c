import { keepAliveMs, resumeEvery } from '../../../shared/web/client/live/connection.ts'
import measured from '../bench/counts.json' with { type: 'json' }

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const { announcement, donation, donorVisit, overlayHour, panelHour } = measured
const roundTripsOf = (id: string): number =>
  donation.long.find(({ functionId }) => functionId === id)?.roundTrips ?? Number.NaN

/** Dollars and units of one of each, as `npm run bench -- --only announcement,donation,overlayHour,panelHour,donorVisit` has counted them. */
export const benchCounts = {
  /** A donation whose credential had none in the ten minutes before. */
  donationDollars: sum(donation.first.map(({ dollars }) => dollars)),
  /** One whose credential had another a moment before, with long texts. */
  donationInRowDollars: sum(donation.long.map(({ dollars }) => dollars)),
  donationWrites: sum(donation.long.map(({ writeUnits }) => writeUnits)),
  donationInvocations: sum(donation.long.map(({ invocations }) => invocations)),
  /** Requests and messages of API Gateway: the webhook, the alert, its acknowledgement. */
  donationMessages: 3,
  donationBytes: donation.bytes,
  projectionRoundTrips: roundTripsOf('projectPayments'),
  announcementDollars: announcement.dollars,
  announcementInvocations: announcement.invocations,
  panelHourDollars: panelHour.hour,
  /** Of an open panel, for each batch of changes. */
  panelBatchDollars: panelHour.batch,
  panelBatchReads: panelHour.reads,
  panelBatchBytes: panelHour.bytes,
  panelPageBytes: panelHour.pageBytes,
  donorVisitDollars: donorVisit.dollars,
  donorVisitBytes: donorVisit.bytes,
  overlayHourDollars: overlayHour.open + overlayHour.connections,
  /** Signs of life of an open overlay in a second, and those of them that are a `resume`. */
  signsPerSecond: 1000 / keepAliveMs,
  resumesPerSecond: 1000 / keepAliveMs / resumeEvery,
} as const

export type BenchCounts = typeof benchCounts
