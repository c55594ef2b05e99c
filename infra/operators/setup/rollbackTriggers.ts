import { isDeepStrictEqual } from 'node:util'
import type { AwsCall } from '../awsCall.ts'

/** The alarms after which a deployment is taken back: users are let down, whatever the reason. */
const triggering = ['failing', 'live-failing']

/** CloudFormation watches for this long after an update: both alarms need two periods of five minutes. */
export const monitoringMinutes = 15

/** The capabilities that the CDK's command line gives. */
const Capabilities = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND']

interface Configuration {
  readonly RollbackTriggers?: readonly { readonly Arn: string; readonly Type: string }[]
  readonly MonitoringTimeInMinutes?: number
}

interface Stack {
  readonly Parameters?: readonly { readonly ParameterKey: string }[]
  readonly RollbackConfiguration?: Configuration
}

const isSame = (left: Configuration, right: Configuration): boolean =>
  left.MonitoringTimeInMinutes === right.MonitoringTimeInMinutes &&
  isDeepStrictEqual(new Set(left.RollbackTriggers), new Set(right.RollbackTriggers))

const alarmsOf = async (call: AwsCall, stackName: string): Promise<readonly string[]> => {
  const AlarmNames = triggering.map((name) => `${stackName}-${name}`)
  const { MetricAlarms = [] } = (await call('cloudwatch', 'describe-alarms', { AlarmNames })) as {
    readonly MetricAlarms?: readonly { readonly AlarmArn: string }[]
  }
  return MetricAlarms.map(({ AlarmArn }) => AlarmArn)
}

const setTriggers = async (call: AwsCall, StackName: string): Promise<string> => {
  const alarms = await alarmsOf(call, StackName)
  // A trigger that is missing would fail every later update.
  if (alarms.length < triggering.length) return 'not set: the stack has no alarms'
  const { Stacks = [] } = await call('cloudformation', 'describe-stacks', { StackName })
  const [{ Parameters = [], RollbackConfiguration = {} } = {}] = Stacks as readonly Stack[]
  const wanted = {
    RollbackTriggers: alarms.map((Arn) => ({ Arn, Type: 'AWS::CloudWatch::Alarm' })),
    MonitoringTimeInMinutes: monitoringMinutes,
  }
  if (isSame(RollbackConfiguration, wanted)) return 'there'
  await call('cloudformation', 'update-stack', {
    StackName,
    UsePreviousTemplate: true,
    Parameters: Parameters.map(({ ParameterKey }) => ({ ParameterKey, UsePreviousValue: true })),
    Capabilities,
    RollbackConfiguration: wanted,
  })
  return 'set'
}

/**
 * Lets CloudFormation take back an update during which an alarm begins. Later updates keep this, unless they bring
 * triggers of their own.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_RollbackConfiguration.html
 */
export const setRollbackTriggers = (call: AwsCall, stackName: string): Promise<string> =>
  setTriggers(call, stackName).catch((error: Error) => `not set: ${error.message}`)
