import { randomBytes, randomUUID } from 'node:crypto'
import type { Deployment, ScheduleResource } from '../deployment.ts'

const inSeconds = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html */
const withContext = (input: string, arn: string, at: number): string => {
  const context: Readonly<Record<string, string>> = {
    'schedule-arn': arn,
    'scheduled-time': inSeconds(at),
    'execution-id': randomBytes(8).toString('hex'),
    'attempt-number': '1',
  }
  return input.replace(/<aws\.scheduler\.([a-z-]+)>/g, (keyword, name) => context[name] ?? keyword)
}

/**
 * The event of a run: the input of the schedule, or what its service sends without one. EventBridge Scheduler sends the detail as a text.
 *
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-run-lambda-schedule.html,
 * https://github.com/aws/aws-lambda-dotnet/issues/1864
 *
 * @throws Error for an input that is not JSON
 */
export const scheduledEvent = (
  { logicalId, kind, arn, input }: ScheduleResource,
  { region, accountId }: Pick<Deployment, 'region' | 'accountId'>,
  at: number,
): unknown => {
  if (input !== undefined) {
    try {
      return JSON.parse(kind === 'rule' ? input : withContext(input, arn, at)) as unknown
    } catch (cause) {
      throw new Error(`${logicalId}: its input is not JSON`, { cause })
    }
  }
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: kind === 'rule' ? 'aws.events' : 'aws.scheduler',
    account: accountId,
    time: inSeconds(at),
    region,
    resources: [arn],
    detail: kind === 'rule' ? {} : '{}',
  }
}
