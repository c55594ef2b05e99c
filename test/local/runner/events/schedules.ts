import { setTimeout as sleep } from 'node:timers/promises'
import type { Deployment, ScheduleResource } from '../deployment.ts'
import type { LocalQueues } from '../engines/queues.ts'
import type { InvocationResult, InvokeFunction } from '../lambda/invocation.ts'
import { asynchronousInvoker } from './asynchronousInvoker.ts'
import { scheduledEvent } from './scheduledEvent.ts'
import { type NextDue, parseScheduleExpression } from './scheduleExpression.ts'

export interface SchedulesOptions {
  readonly deployment: Pick<Deployment, 'region' | 'accountId' | 'functions' | 'schedules'>
  readonly queues: LocalQueues
  readonly invoke: InvokeFunction
  onLog(line: string): void
  now(): number
  readonly stopping: AbortSignal
}

/** The longest time in milliseconds between two looks at the clock, because a timer stops while the machine sleeps. */
const longestTimer = 500

const nextDueOf = ({ logicalId, expression }: ScheduleResource): NextDue => {
  try {
    return parseScheduleExpression(expression)
  } catch (cause) {
    throw new Error(`${logicalId}: schedule: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Invokes functions at their times, as EventBridge does: without waiting for the previous invocation.
 *
 * @throws Error naming the schedule whose expression is not imitated, or whose input is not JSON
 */
export const startSchedules = (options: SchedulesOptions) => {
  const { deployment, onLog, now, stopping } = options
  const running = new Set<Promise<InvocationResult>>()
  let started = 0

  const eventOf = (schedule: ScheduleResource, at: number): unknown => scheduledEvent(schedule, deployment, at)

  const invoke: InvokeFunction = (...given) => {
    started++
    const invocation = options.invoke(...given).finally(() => running.delete(invocation))
    running.add(invocation)
    return invocation
  }
  const invokeAsynchronously = asynchronousInvoker({ ...options, functions: deployment.functions, invoke })

  const follow = async (schedule: ScheduleResource, nextDue: NextDue) => {
    for (let due = nextDue(now()); ; due = nextDue(Math.max(due, now()))) {
      while (due > now()) await sleep(Math.min(due - now(), longestTimer), undefined, { signal: stopping })
      invokeAsynchronously(schedule.logicalId, schedule.functionLogicalId, eventOf(schedule, due)).catch(
        (error: unknown) => {
          if (!stopping.aborted) onLog(`${schedule.logicalId}: ${error}`)
        },
      )
    }
  }

  // An input that is not JSON is found before it is due.
  for (const schedule of deployment.schedules) eventOf(schedule, now())
  const parsed = deployment.schedules.map((schedule) => [schedule, nextDueOf(schedule)] as const)
  for (const [schedule, nextDue] of parsed) follow(schedule, nextDue).catch(() => undefined)
  return {
    /** Invokes a schedule's function once, now, as the schedule would. */
    async run(logicalId: string): Promise<InvocationResult> {
      const schedule = deployment.schedules.find((each) => each.logicalId === logicalId)
      if (schedule === undefined) throw new Error(`the template has no schedule ${logicalId}`)
      return invoke(schedule.functionLogicalId, eventOf(schedule, now()))
    },
    /** Resolves once no invocation of a schedule is under way. */
    drained: async (): Promise<void> => void (await Promise.allSettled(running)),
    /** The number of started invocations. */
    activity: () => started,
  }
}
