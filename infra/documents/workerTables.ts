import {
  aliases,
  paymentCompletedTrigger,
  streamEndedTrigger,
  streamStartedTrigger,
} from '../../shared/areas/platforms/triggers.ts'
import { alarmingAttempts, type Worker } from '../../shared/contract/worker.ts'
import { firstDelayMs, longestDelayMs } from '../../shared/mechanisms/store/postponedStore.ts'
import { duration, milliseconds } from '../../shared/runtime/time/duration.ts'
import { workers } from '../../shared/workers.ts'
import {
  evaluations,
  failureRate,
  fewestRequests,
  longestBacklogMs,
  periodMinutes,
  refusalPercent,
  slowestMs,
} from '../observability/alarmLimits.ts'
import { monitoringMinutes } from '../operators/setup/rollbackTriggers.ts'
import { count } from './quantities.ts'
import { table } from './tables.ts'

const runs = ({ source }: Worker): readonly [when: string, retries: string, age: string] => {
  if ('schedule' in source) return [`every ${source.schedule.slice('rate('.length, -1)}`, '–', '–']
  if ('queue' in source) return [`a message of the queue \`${source.queue}\``, 'by the queue', '–']
  return [
    `the stream of \`${source.stream}\``,
    count(source.maximumRetryAttempts),
    duration(source.maximumRecordAgeSeconds),
  ]
}

/** What starts each worker, and when it gives a record up. */
export const workersTable = (): string =>
  table(
    ['Worker', 'Task', 'Runs on', 'Retries', 'Gives up a record after', 'Timeout'],
    workers.map((worker) => [`\`${worker.id}\``, worker.summary, ...runs(worker), duration(worker.timeoutSeconds)]),
  )

const alarmCauses: Readonly<Record<keyof typeof evaluations, readonly [name: string, cause: string]>> = {
  failing: [
    'failing',
    `more than ${failureRate.percent} % of the requests are answered 5xx: at least ${failureRate.failures}, or all`,
  ],
  refused: ['refused', `more than ${refusalPercent} % of at least ${fewestRequests} requests are answered 4xx`],
  throttledWebhooks: ['throttled-webhooks', 'API Gateway refuses a webhook, because its route is over its rate'],
  slow: ['slow', `one request in ten takes longer than ${milliseconds(slowestMs)}`],
  liveFailing: ['live-failing', `the functions of the WebSocket API fail at least ${failureRate.failures} times`],
  givenUp: ['given-up', 'the dead-letter queue has a message'],
  postponed: ['postponed', `an item has failed at least ${alarmingAttempts} times`],
  backlog: [
    'backlog',
    `a worker of payments, videos, prints or data jobs is more than ${milliseconds(longestBacklogMs)} behind its stream`,
  ],
}

/** What raises each alarm. */
export const alarmsTable = (): string =>
  table(
    ['Alarm', `Looks at ${periodMinutes} minutes at a time, and counts them if`, 'Rings when that holds in'],
    Object.entries(evaluations).map(([id, evaluation]) => {
      const [name, cause] = alarmCauses[id as keyof typeof evaluations]
      const { periods, breaching = periods }: { readonly periods: number; readonly breaching?: number } = evaluation
      return [`[\`${name}\`](#${name})`, cause, `${breaching} of the last ${periods}`]
    }),
  )

/** How failed work comes again. */
export const retriesTable = (): string =>
  table(
    ['What', 'Value'],
    [
      ['A failed payment, video or event of the audience is tried again after', milliseconds(firstDelayMs)],
      ['That pause doubles with each failure, up to', milliseconds(longestDelayMs)],
      ['CloudFormation watches the alarms after an update for', `${monitoringMinutes} minutes`],
    ],
  )

const otherNames = (trigger: string): string =>
  Object.keys(aliases)
    .filter((alias) => aliases[alias] === trigger)
    .map((alias) => `\`${alias}\``)
    .join(', ') || '–'

/** The triggers that the service fires itself. */
export const triggersTable = (): string =>
  table(
    ['Trigger', 'Other names', 'It fires when'],
    [
      [streamStartedTrigger, 'a platform or a bot reports that a stream has started'],
      [streamEndedTrigger, 'a platform or a bot reports that a stream has ended'],
      [paymentCompletedTrigger, 'the alert of a donation may be shown'],
    ].map(([trigger = '', when = '']) => [`\`${trigger}\``, otherNames(trigger), when]),
  )
