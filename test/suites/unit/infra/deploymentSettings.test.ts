import { expect, test } from 'vitest'
import { deploymentSettings, forgettable } from '../../../../infra/deploymentSettings.ts'
import { SettingsError } from '../../../../infra/settings.ts'

const refusalOf = (...given: Parameters<typeof deploymentSettings>): string => {
  try {
    deploymentSettings(...given)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as SettingsError).message
  }
  return expect.fail('it was accepted')
}

test('variables of the CDK are not settings', () => {
  const { settings, sources } = deploymentSettings({
    '@aws-cdk/core:flag': true,
    '@scope/flag': true,
    'aws:cdk:bundling-stacks': ['**'],
    rateLimit: '5',
  })

  expect(settings.rateLimit).toBe(5)
  expect(sources).toEqual({ rateLimit: 'command line' })
})

const kept = { alarmEmail: 'ops@example.com', rateLimit: 50, stages: { dev: { rateLimit: 5, removeData: true } } }

test('settings that are kept in cdk.json are those of every deployment', () => {
  const deployment = deploymentSettings({ ...kept, rateLimit: '50' }, kept)

  expect(deployment.settings).toMatchObject({ stackName: 'streaming-support', rateLimit: 50, removeData: false })
  expect(deployment.sources).toEqual({ alarmEmail: 'cdk.json', rateLimit: 'cdk.json' })
  expect(forgettable(deployment)).toEqual([])
})

test('settings that are kept in cdk.json come after those of the stage, which is a stack of its own', () => {
  const { settings, sources } = deploymentSettings({ ...kept, stage: 'dev' }, kept)

  expect(settings).toMatchObject({
    stackName: 'streaming-support-dev',
    alarmEmail: 'ops@example.com',
    rateLimit: 5,
    removeData: true,
  })
  expect(sources).toEqual({ alarmEmail: 'cdk.json', stackName: 'stage', rateLimit: 'stage', removeData: 'stage' })
})

test('a setting of the command line overrides cdk.json, and is reported because the next deployment forgets it', () => {
  const once = deploymentSettings({ ...kept, stage: 'dev', rateLimit: '7' }, kept)

  expect(once.settings.rateLimit).toBe(7)
  expect(once.sources).toEqual({
    alarmEmail: 'cdk.json',
    stackName: 'stage',
    removeData: 'stage',
    rateLimit: 'command line',
  })
  expect(forgettable(once)).toEqual(['rateLimit'])
})

test('settings that are kept in cdk.json may name the stack of a stage', () => {
  const stages = { dev: { stackName: 'playground' } }

  expect(deploymentSettings({ stage: 'dev', stages }).settings.stackName).toBe('playground')
})

const malformed = 'stages: expected an object that has an object of settings for each stage'
test.each([
  [{ ...kept, stage: 'prod' }, 'unknown stage prod; kept are dev'],
  [{ stage: 'prod', stages: { dev: {}, test: {} } }, 'unknown stage prod; kept are dev, test'],
  [{ stage: 'toString', stages: {} }, 'unknown stage toString; kept are none'],
  [{ stage: 7, stages: { 7: {} } }, 'unknown stage 7; kept are 7'],
  [{ stage: 'prod' }, 'unknown stage prod; kept are none'],
  [{ stages: { dev: 'x' } }, malformed],
  [{ stages: { dev: {}, test: null } }, malformed],
  [{ stages: { dev: [] } }, malformed],
  [{ stages: [] }, malformed],
  [{ stages: 'dev' }, malformed],
  [{ stages: null }, malformed],
])('the settings %j in cdk.json are refused', (context, line) => {
  expect(refusalOf(context)).toBe(line)
})

test('settings that are kept in cdk.json are refused where a stage has one that is unknown', () => {
  expect(refusalOf({ stage: 'dev', stages: { dev: { rate: 1 } } })).toContain('unknown setting rate; known are')
})

const external = { issuer: 'https://id.example.com', audience: 'a' }
const budget = { alarmEmail: 'a@b.example', monthlyBudget: 20 }
const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/a'
const domain = { domainName: 'api.example.com', certificateArn }

test('many regions have no budget', () => {
  const without = (
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ' +
    'ca-west-1 cn-north-1 cn-northwest-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 il-central-1 me-central-1 mx-central-1 us-gov-east-1 us-gov-west-1'
  ).split(' ')

  for (const region of without)
    expect(refusalOf({ ...external, ...budget }, {}, region)).toBe(
      `setting monthlyBudget: CloudFormation in ${region} has no budgets; make one in the console`,
    )
  const others = 'eu-central-1 us-east-1 ap-south-1 ap-northeast-1 ap-southeast-1 ca-central-1 eu-west-1 me-south-1'
  for (const region of others.split(' '))
    expect(deploymentSettings(budget, {}, region).settings.monthlyBudget, region).toBe(20)
  expect(deploymentSettings(external, {}, 'eu-north-1').settings.issuer).toBe(external.issuer)
})

test('regions in China have no user pool', () => {
  expect(refusalOf({}, {}, 'cn-north-1')).toBe('cn-north-1 has no Cognito user pools: set issuer and audience')
  expect(deploymentSettings(external, {}, 'cn-north-1').settings.issuer).toBe(external.issuer)
  expect(deploymentSettings({}, {}, 'us-gov-west-1').settings.issuer).toBeUndefined()
})

test('a region cannot use a certificate of another one', () => {
  expect(refusalOf(domain, {}, 'us-east-1')).toBe(
    'setting certificateArn: the certificate is in eu-central-1, the deployment in us-east-1',
  )
  expect(deploymentSettings(domain, {}, 'eu-central-1').settings.certificateArn).toBe(certificateArn)
})

test('settings are not compared with a region that is not known', () => {
  expect(deploymentSettings({ ...budget, ...domain }).settings).toMatchObject({ ...domain, monthlyBudget: 20 })
})
