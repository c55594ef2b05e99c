import { expect, test } from 'vitest'
import { examineAws } from '../../infra/maintenance/examineAws.ts'
import { parseSettings } from '../../infra/settings.ts'

const account: Readonly<Record<string, string>> = {
  '--version': 'aws-cli/2.31.0 Python/3.13 Linux',
  'sts get-caller-identity': 'arn:aws:iam::123456789012:user/operator',
  'configure get': 'eu-central-1',
  'ssm get-parameter': '30',
  'lambda get-account-settings': '1000',
}

/** The findings about an account whose AWS CLI prints other answers; undefined: a call fails. */
const examine = async (
  answers: Readonly<Record<string, string | undefined>> = {},
  settings: object = {},
  environment = {},
) => {
  const calls: string[] = []
  const findings = await examineAws(
    async (...options) => {
      const call = options.slice(0, 2).join(' ')
      calls.push(call)
      return { ...account, ...answers }[call]
    },
    environment,
    parseSettings({ ...settings }),
    2,
  )
  return { calls, findings, of: (subject: string) => findings.find((finding) => finding.subject === subject) }
}

test('an account that lacks nothing is examined by calls that only read', async () => {
  const { calls, findings } = await examine()

  expect(findings.map(({ state }) => state)).toEqual(findings.map(() => 'good'))
  expect(findings.map(({ subject }) => subject)).toEqual([
    'AWS CLI',
    'Account',
    'Region',
    'CDK bootstrap',
    'Concurrency',
  ])
  expect(calls.filter((call) => !/^--version$|^configure get$| get-/.test(call))).toEqual([])
})

test('without version 2 of the AWS CLI nothing else is asked', async () => {
  for (const version of [undefined, 'aws-cli/1.46.3 Python/3.12']) {
    const { findings, calls } = await examine({ '--version': version })
    expect(findings).toMatchObject([{ subject: 'AWS CLI', state: 'missing' }])
    expect(calls).toEqual(['--version'])
  }
})

test('without credentials or region, what lies there is not asked for', async () => {
  const anonymous = await examine({ 'sts get-caller-identity': undefined })
  expect(anonymous.of('Account')).toMatchObject({ state: 'missing' })
  const nowhere = await examine({ 'configure get': undefined })
  expect(nowhere.of('Region')).toMatchObject({ state: 'missing', text: expect.stringContaining('AWS_REGION') })
  for (const { calls } of [anonymous, nowhere]) expect(calls).not.toContain('ssm get-parameter')
  expect((await examine({}, {}, { AWS_REGION: 'us-east-1' })).of('Region')).toMatchObject({ text: 'us-east-1' })
})

test.each([
  [undefined, 'none in this region: npx cdk bootstrap'],
  ['5', 'version 5 in this region: npx cdk bootstrap'],
])('a region whose bootstrap is %s cannot be deployed to', async (version, text) => {
  const { of } = await examine({ 'ssm get-parameter': version })
  expect(of('CDK bootstrap')).toEqual({ subject: 'CDK bootstrap', state: 'missing', text })
})

test.each([
  ['10', {}, 'optional', 'which is few'],
  ['1000', { webhookConcurrency: 20 }, 'good', '1000 functions run at a time'],
  ['120', { webhookConcurrency: 20 }, 'missing', 'keeps 40 of them where 100 have to be left'],
  [undefined, {}, 'optional', 'lambda:GetAccountSettings'],
])('a quota of %s with %j is %s', async (quota, settings, state, text) => {
  const { of } = await examine({ 'lambda get-account-settings': quota }, settings)
  expect(of('Concurrency')).toMatchObject({ state, text: expect.stringContaining(text) })
})

test('who lets anybody sign up is told how many mails Cognito sends', async () => {
  expect((await examine({}, { selfSignUp: true })).of('Sign-up')).toMatchObject({ text: expect.stringContaining('50') })
  expect((await examine()).of('Sign-up')).toBeUndefined()
})
