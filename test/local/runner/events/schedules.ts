import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deployment, ScheduleResource } from '../deployment.ts'
import type { InvocationResult, InvokeFunction } from '../lambda/invocation.ts'
import { type NextDue, parseScheduleExpression } from './scheduleExpression.ts'

export interface SchedulesOptions {
  readonly deployment: Pick<Deployment, 'region' | 'accountId' | 'schedules'>
  readonly invoke: InvokeFunction
  onLog(line: string): void
  now(): number
  readonly stopping: AbortSignal
}

/** Lambda retries an asynchronous invocation after one minute, and after two more. */
const retryDelays = [60_000, 120_000]

/** The longest time in milliseconds between two looks at the clock, because a timer stops while the machine sleeps. */
const longestTimer = 500

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-run-lambda-schedule.html */
export const scheduledEvent = (
  { logicalId }: ScheduleResource,
  { region, accountId }: SchedulesOptions['deployment'],
  at: number,
) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: accountId,
  time: new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'),
  region,
  resources: [`arn:aws:events:${region}:${accountId}:rule/${logicalId.split('/').at(-1)}`],
  detail: {},
})

const nextDueOf = ({ logicalId, expression }: ScheduleResource): NextDue => {
  try {
    return parseScheduleExpression(expression)
  } catch (cause) {
    throw new Error(`${logicalId}: schedule: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Invokes functions at their times, as EventBridge does: without waiting for the previous invocation, and with Lambda's retries.
 *
 * @throws Error naming the schedule whose expression is not imitated
 */
export const startSchedules = (options: SchedulesOptions) => {
  const { deployment, onLog, now, stopping } = options
  const running = new Set<Promise<InvocationResult>>()
  let started = 0

  const eventOf = (schedule: ScheduleResource): unknown =>
    schedule.input === undefined ? scheduledEvent(schedule, deployment, now()) : JSON.parse(schedule.input)

  const invoke = (schedule: ScheduleResource, event: unknown): Promise<InvocationResult> => {
    started++
    const invocation = options.invoke(schedule.functionLogicalId, event).finally(() => running.delete(invocation))
    running.add(invocation)
    return invocation
  }

  const invokeWithRetries = async (schedule: ScheduleResource) => {
    const event = eventOf(schedule)
    for (const delay of [...retryDelays, undefined]) {
      const result = await invoke(schedule, event)
      if (result.kind === 'success') return
      onLog(`${schedule.logicalId}: ${result.kind}, ${delay === undefined ? 'given up' : `again in ${delay / 1000} s`}`)
      if (delay !== undefined) await sleep(delay, undefined, { signal: stopping, ref: false })
    }
  }

  const follow = async (schedule: ScheduleResource, nextDue: NextDue) => {
    for (let due = nextDue(now()); ; due = nextDue(Math.max(due, now()))) {
      while (due > now()) await sleep(Math.min(due - now(), longestTimer), undefined, { signal: stopping })
      invokeWithRetries(schedule).catch((error: unknown) => {
        if (!stopping.aborted) onLog(`${schedule.logicalId}: ${error}`)
      })
    }
  }

  const parsed = deployment.schedules.map((schedule) => [schedule, nextDueOf(schedule)] as const)
  for (const [schedule, nextDue] of parsed) follow(schedule, nextDue).catch(() => undefined)
  return {
    /** Invokes a schedule's function once, now, as the schedule would. */
    async run(logicalId: string): Promise<InvocationResult> {
      const schedule = deployment.schedules.find((each) => each.logicalId === logicalId)
      if (schedule === undefined) throw new Error(`the template has no schedule ${logicalId}`)
      return invoke(schedule, eventOf(schedule))
    },
    /** Resolves once no invocation of a schedule is under way. */
    drained: async (): Promise<void> => void (await Promise.allSettled(running)),
    /** The number of started invocations. */
    activity: () => started,
  }
}
