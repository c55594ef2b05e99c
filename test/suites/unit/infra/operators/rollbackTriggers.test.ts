import { expect, test } from 'vitest'
import { setRollbackTriggers } from '../../../../../infra/operators/setup/rollbackTriggers.ts'

const arnOf = (name: string) => `arn:aws:cloudwatch:eu-central-1:123456789012:alarm:${name}`
const wanted = {
  RollbackTriggers: ['tools-failing', 'tools-live-failing'].map((name) => ({
    Arn: arnOf(name),
    Type: 'AWS::CloudWatch::Alarm',
  })),
  MonitoringTimeInMinutes: 15,
}

/** CloudFormation and CloudWatch with a stack that has these alarms; and its updates. */
const awsWith = (alarms: readonly string[]) => {
  const stack: Record<string, unknown> = { Parameters: [{ ParameterKey: 'BootstrapVersion', ParameterValue: '/cdk' }] }
  const updates: object[] = []
  const call = async (service: string, operation: string, input: object): Promise<Record<string, unknown>> => {
    expect(service).toBe(operation === 'describe-alarms' ? 'cloudwatch' : 'cloudformation')
    if (operation === 'describe-stacks') return { Stacks: Object(input).StackName === 'tools' ? [stack] : [] }
    if (operation === 'describe-alarms') {
      const { AlarmNames } = input as { readonly AlarmNames: readonly string[] }
      const found = alarms.filter((name) => AlarmNames.includes(name))
      return { MetricAlarms: found.map((name) => ({ AlarmArn: arnOf(name) })) }
    }
    expect(operation).toBe('update-stack')
    updates.push(input)
    const { RollbackTriggers, ...rest } = Object(input).RollbackConfiguration
    stack['RollbackConfiguration'] = { ...rest, RollbackTriggers: RollbackTriggers.toReversed() }
    return {}
  }
  return { call, updates, stack }
}

test('the alarms become rollback triggers once, in place of others, and nothing else of the stack changes', async () => {
  const { call, updates, stack } = awsWith(['tools-failing', 'tools-live-failing', 'tools-slow', 'tools-dev-failing'])

  expect(await setRollbackTriggers(call, 'tools')).toBe('set')
  expect(await setRollbackTriggers(call, 'tools')).toBe('there')

  expect(updates).toEqual([
    {
      StackName: 'tools',
      UsePreviousTemplate: true,
      Parameters: [{ ParameterKey: 'BootstrapVersion', UsePreviousValue: true }],
      Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'],
      RollbackConfiguration: wanted,
    },
  ])
  for (const other of [{ MonitoringTimeInMinutes: 5 }, { RollbackTriggers: [] }]) {
    stack['RollbackConfiguration'] = { ...wanted, ...other }
    expect(await setRollbackTriggers(call, 'tools')).toBe('set')
  }
})

test('a stack without one of the alarms keeps its updates, which a missing trigger would fail', async () => {
  const { call, updates } = awsWith(['tools-failing'])

  expect(await setRollbackTriggers(call, 'tools')).toBe('not set: the stack has no alarms')
  expect(updates).toEqual([])
})

test('a refusal of AWS is reported, and does not end a set-up', async () => {
  const refusing = () => Promise.reject(new Error('AccessDenied'))

  expect(await setRollbackTriggers(refusing, 'tools')).toBe('not set: AccessDenied')
})
