import { table } from '../../../infra/documents/tables.ts'
import type { BenchCounts } from './counts.ts'
import type { DeployedFacts } from './deployedFacts.ts'
import { announceEvening, rushPerSecond } from './streamStarts.ts'

/** The peak of an evening: a tenth is on air, each with an open overlay and a donation a minute. */
export interface Peak {
  readonly streamers: number
  readonly onAir: number
  readonly donationsPerSecond: number
  readonly startsPerSecond: number
}

export const sizes = [100, 1_000, 10_000, 100_000] as const

export const peakOf = (streamers: number): Peak => {
  const onAir = streamers / 10
  return { streamers, onAir, donationsPerSecond: onAir / 60, startsPerSecond: rushPerSecond(onAir) }
}

export interface Limit {
  readonly name: string
  /** Where it is documented, if it is not one of the template. */
  readonly page?: string
  readonly limit: number
  readonly used: (peak: Peak) => number
  readonly lifted: string
}

/** Seconds of an invocation with all that it waits for: many times the milliseconds that the bench counts. */
const invocationSeconds = 0.1
/** Milliseconds of a round trip to DynamoDB, as the bench counts them. */
const roundTripSeconds = 0.005
/** Partitions, and so shards, of a new table. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html */
const firstShards = 4
/** Seconds of a page of a hundred subscriptions, of which an account has two. */
const pageSeconds = 0.2
const subscriptionsOfAccount = 2
/** Seconds of an answer about fifty channels of VK Video Live, of a run that begins none in its last ten of 58. */
const channels = { batch: 50, answerSeconds: 0.5, runSeconds: 48 } as const

const gatewayPage = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html'
const socketPage =
  'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html'

/** The limits, AWS's by their defaults. https://docs.aws.amazon.com/general/latest/gr/aws-service-information.html */
export const limitsOf = (facts: DeployedFacts, counts: BenchCounts): readonly Limit[] => [
  {
    name: 'Lambda: functions that run at a time',
    page: 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html',
    limit: 1_000,
    used: ({ donationsPerSecond, startsPerSecond, onAir }) =>
      invocationSeconds *
      (donationsPerSecond * counts.donationInvocations +
        startsPerSecond * counts.announcementInvocations +
        onAir * counts.resumesPerSecond),
    lifted: 'the quota "Concurrent executions", tens of thousands on request; a new account begins with 10',
  },
  {
    name: 'API Gateway: requests and messages a second, of all APIs',
    page: gatewayPage,
    limit: 10_000,
    used: ({ donationsPerSecond, startsPerSecond, onAir }) =>
      donationsPerSecond * counts.donationMessages + startsPerSecond + onAir * counts.signsPerSecond * 2,
    lifted: 'the quota "Throttle rate"; 2,500 in some regions',
  },
  {
    name: "`rateLimit` of overlays' messages: acknowledgements and `resume`",
    limit: facts.routeRate,
    used: ({ donationsPerSecond, onAir }) => donationsPerSecond + onAir * counts.resumesPerSecond,
    lifted: '`rateLimit`, up to the quota of the account',
  },
  {
    name: '`connectRateLimit` of overlays that connect in the rush',
    limit: facts.connectRate,
    used: ({ startsPerSecond }) => startsPerSecond,
    lifted: '`connectRateLimit`, up to the 500 of API Gateway',
  },
  {
    name: 'API Gateway: new WebSocket connections a second',
    page: socketPage,
    limit: 500,
    used: ({ startsPerSecond }) => startsPerSecond,
    lifted: 'a quota, on request; there is none of open connections',
  },
  {
    name: '`webhookRateLimit` of donations',
    limit: facts.webhookRate,
    used: ({ donationsPerSecond }) => donationsPerSecond,
    lifted: '`webhookRateLimit`, up to the quota of the account',
  },
  {
    name: 'DynamoDB: write units a second of a table, were all of a donation in one',
    limit: facts.tableWrites,
    used: ({ donationsPerSecond }) => donationsPerSecond * counts.donationWrites,
    lifted: 'the limit of the template, which guards the bill; 40,000 by the quota, more on request',
  },
  {
    name: 'DynamoDB: write units a second of a partition, by one streamer',
    page: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
    limit: 1_000,
    used: () => counts.donationWrites / 60,
    lifted: 'nothing; one streamer may get a hundred donations a second',
  },
  {
    name: 'DynamoDB: read units a second of the alerts, a panel open for each streamer on air',
    limit: facts.tableReads,
    used: ({ donationsPerSecond }) => donationsPerSecond * counts.panelBatchReads,
    lifted: 'the limit of the template, which guards the bill; 40,000 by the quota, more on request',
  },
  {
    name: 'DynamoDB: read units a second of a partition, by one streamer with 100,000 donations an hour and three panels',
    page: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
    limit: 3_000,
    // A panel reads once a second, however many changes come in it.
    used: () => 3 * counts.panelBatchReads,
    lifted: 'nothing; the changes of a second are one batch',
  },
  {
    name: 'Payments a second that the lanes of the stream take, one after the other',
    limit: (firstShards * facts.paymentLanes) / (counts.projectionRoundTrips * roundTripSeconds),
    used: ({ donationsPerSecond }) => donationsPerSecond,
    lifted: 'shards, which DynamoDB adds with the load; a batch of several recipients also takes less',
  },
  {
    name: 'KMS: requests a second, were no secret opened twice',
    page: 'https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html',
    limit: 5_500,
    used: ({ donationsPerSecond }) => donationsPerSecond,
    lifted: 'a quota, on request; large regions begin higher',
  },
  {
    name: 'Twitch: cost of subscriptions',
    page: 'https://dev.twitch.tv/docs/eventsub/manage-subscriptions/#subscription-limits',
    limit: 10_000,
    used: () => 0,
    lifted: 'nothing: accounts that were linked cost 0',
  },
  {
    name: 'Seconds of the daily comparison of subscriptions, had all linked one account',
    limit: facts.comparingSeconds,
    used: ({ streamers }) => ((streamers * subscriptionsOfAccount) / 100) * pageSeconds,
    lifted: 'the worker’s timeout (900 s), then a comparison in parts',
  },
  {
    name: 'Channels of VK Video Live that are asked in a minute, had all linked one',
    limit: (channels.runSeconds / channels.answerSeconds) * channels.batch,
    used: ({ streamers }) => streamers,
    lifted: 'a change: several calls at a time, as far as the platform allows',
  },
  {
    name: 'Telegram: turns of one bot a second, one chat for each start',
    page: 'https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this',
    limit: 20,
    used: ({ startsPerSecond }) => startsPerSecond,
    lifted: 'more bots; posts wait meanwhile, see below',
  },
]

const percent = (share: number): string => {
  if (share === 0) return '0'
  if (share < 0.01) return '< 1 %'
  return share > 1 ? `**${Math.round(share * 100)} %**` : `${Math.round(share * 100)} %`
}

/** Streamers at which a limit is reached. Usage grows with them, so one size is enough. */
export const fullAt = ({ limit, used }: Limit): number => {
  const [one, two] = [used(peakOf(1)), used(peakOf(2))]
  return two > one ? limit / one : Number.POSITIVE_INFINITY
}

/** Two digits of a number of streamers. */
const rounded = (streamers: number): string =>
  streamers === Number.POSITIVE_INFINITY ? 'never' : Number(streamers.toPrecision(2)).toLocaleString('en')

const nameOf = ({ name, page }: Limit): string => (page === undefined ? name : `[${name}](${page})`)

/** Markdown table of how far a deployment goes: the limit that is reached first is in the first row. */
export const reachTable = (facts: DeployedFacts, counts: BenchCounts): string =>
  table(
    ['Limit', 'Of it', ...sizes.map((size) => size.toLocaleString('en')), 'Full at', 'Lifted by'],
    limitsOf(facts, counts)
      .toSorted((one, other) => fullAt(one) - fullAt(other))
      .map((limit) => [
        nameOf(limit),
        Math.round(limit.limit).toLocaleString('en'),
        ...sizes.map((size) => percent(limit.used(peakOf(size)) / limit.limit)),
        rounded(fullAt(limit)),
        limit.lifted,
      ]),
  )

const chatsOfStart = [1, 3] as const

/** Markdown table of the simulated waits of announced starts: an evening of each size, with few and with more chats. */
export const startsTable = (): string =>
  table(
    [
      'Streams that start in the hour',
      ...chatsOfStart.map((chats) => `${chats} ${chats === 1 ? 'chat' : 'chats'} each`),
    ],
    sizes.map((size) => {
      const { onAir: starts } = peakOf(size)
      const waits = chatsOfStart.map((chats) => announceEvening({ starts, chats }))
      return [
        starts.toLocaleString('en'),
        ...waits.map(({ median, longest }) => `half within ${Math.ceil(median)} s, all within ${Math.ceil(longest)} s`),
      ]
    }),
  )
