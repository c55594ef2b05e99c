import { expect, test } from 'vitest'
import { examineAws } from '../../../../../infra/operators/examineAws.ts'
import { parseSettings } from '../../../../../infra/settings.ts'

const isText = '--output text'
const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000'
const asked = {
  version: '--version',
  account: `sts get-caller-identity --query Arn ${isText}`,
  region: `configure get region ${isText}`,
  bootstrap: `ssm get-parameter --name /cdk-bootstrap/hnb659fds/version --query Parameter.Value ${isText}`,
  quota: `lambda get-account-settings --query AccountLimit.ConcurrentExecutions ${isText}`,
  url: `cloudformation describe-stacks --stack-name tools --query Stacks[0].Outputs[?OutputKey=='ApiUrl'].OutputValue ${isText}`,
  topic: `cloudformation describe-stacks --stack-name tools --query Stacks[0].Outputs[?OutputKey=='AlarmTopic'].OutputValue ${isText}`,
  burst: `service-quotas get-service-quota --service-code apigateway --quota-code L-CDF5615A --query Quota.Value ${isText}`,
  roles: `iam get-account-summary --query SummaryMap.[Roles,RolesQuota] ${isText}`,
  certificate: `acm describe-certificate --certificate-arn ${certificateArn} --query Certificate.Status ${isText}`,
  mail: `sns list-subscriptions-by-topic --topic-arn the-topic --query Subscriptions[?Endpoint=='ops@example.com'].SubscriptionArn ${isText}`,
  protection: `cloudformation describe-stacks --stack-name tools-data --query Stacks[0].EnableTerminationProtection ${isText}`,
  policy: `cloudformation get-stack-policy --stack-name tools-data --query StackPolicyBody ${isText}`,
} as const

/** The policy that `npm run setup` sets. */
const closedPolicy = JSON.stringify({
  Statement: [
    { Effect: 'Allow', Principal: '*', Action: 'Update:*', Resource: '*' },
    {
      Effect: 'Deny',
      Principal: '*',
      Action: ['Update:Replace', 'Update:Delete'],
      Resource: '*',
      Condition: {
        StringEquals: {
          ResourceType: [
            'AWS::DynamoDB::Table',
            'AWS::KMS::Key',
            'AWS::S3::Bucket',
            'AWS::Cognito::UserPool',
            'AWS::Cognito::UserPoolClient',
            'AWS::Cognito::UserPoolGroup',
            'AWS::Cognito::UserPoolDomain',
            'AWS::ApiGatewayV2::Api',
            'AWS::ApiGatewayV2::DomainName',
          ],
        },
      },
    },
  ],
})
const openPolicy = JSON.stringify({
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 'Update:*', Resource: '*' }],
})

const account: Readonly<Record<string, string | undefined>> = {
  version: 'aws-cli/2.31.0 Python/3.13 Linux',
  account: 'arn:aws:iam::123456789012:user/operator',
  region: 'eu-central-1',
  bootstrap: '30',
  quota: '1000',
  url: 'https://api.example.com',
  topic: 'the-topic',
  burst: '5000.0',
  roles: '12\t1000',
  certificate: 'ISSUED',
  mail: 'arn:aws:sns:eu-central-1:123456789012:tools:0a1b',
  protection: 'True',
  policy: closedPolicy,
}
/** Every setting that something has to be read for. */
const whole = {
  domainName: 'api.example.com',
  certificateArn,
  alarmEmail: 'ops@example.com',
  deletionProtection: true,
}

/** The findings about an account whose AWS CLI prints other answers; undefined: a call fails. */
const examine = async (
  answers: Partial<Record<keyof typeof asked, string | undefined>> = {},
  settings: Readonly<Record<string, unknown>> = {},
  environment = {},
) => {
  const calls: string[] = []
  const findings = await examineAws(
    async (...options) => {
      calls.push(options.join(' '))
      const [name = ''] = Object.entries(asked).find(([, call]) => call === options.join(' ')) ?? []
      return { ...account, ...answers }[name]
    },
    environment,
    parseSettings({ stackName: 'tools', ...settings }),
    { webhooks: 2, roles: 98 },
  )
  return { calls, findings, of: (subject: string) => findings.find((finding) => finding.subject === subject) }
}

test('an account that lacks nothing is examined by calls that only read', async () => {
  const { calls, findings } = await examine({}, whole)

  expect(calls).toEqual(Object.values(asked))
  expect(findings).toEqual([
    { subject: 'AWS CLI', state: 'good', text: 'aws-cli/2.31.0' },
    { subject: 'Account', state: 'good', text: 'arn:aws:iam::123456789012:user/operator' },
    { subject: 'Region', state: 'good', text: 'eu-central-1' },
    { subject: 'CDK bootstrap', state: 'good', text: 'version 30' },
    { subject: 'Concurrency', state: 'good', text: '1000 functions run at a time' },
    { subject: 'Burst', state: 'good', text: 'API Gateway takes 5000 requests at once' },
    { subject: 'Roles', state: 'good', text: '12 of 1000 roles are used, and a deployment has 98' },
    { subject: 'Certificate', state: 'good', text: 'issued' },
    { subject: 'Alarm mail', state: 'good', text: 'ops@example.com has confirmed' },
    { subject: 'Deletion', state: 'good', text: 'the data stack and its tables are protected' },
    { subject: 'Stack policy', state: 'good', text: 'no update of the data stack replaces or removes data' },
  ])
})

test.each([
  [undefined, 'none on the PATH: install version 2'],
  ['aws-cli/1.46.3 Python/3.12', 'aws-cli/1.46.3: version 2 is needed'],
])('without version 2 of the AWS CLI nothing else is asked: %s', async (version, text) => {
  const { findings, calls } = await examine({ version })

  expect(findings).toEqual([{ subject: 'AWS CLI', state: 'missing', text }])
  expect(calls).toEqual(['--version'])
})

test('without credentials or region, the account is not examined', async () => {
  const anonymous = await examine({ account: undefined })
  const nowhere = await examine({ region: undefined })

  expect(anonymous.of('Account')).toEqual({
    subject: 'Account',
    state: 'missing',
    text: 'no valid credentials: aws configure, aws sso login or AWS_PROFILE',
  })
  expect(nowhere.of('Region')).toEqual({
    subject: 'Region',
    state: 'missing',
    text: 'none: set AWS_REGION, or aws configure set region',
  })
  for (const { calls, findings } of [anonymous, nowhere]) {
    expect(calls).toEqual([asked.version, asked.account, asked.region])
    expect(findings).toHaveLength(3)
  }
})

test('a region of the environment comes before that of the configuration', async () => {
  const both = await examine({}, {}, { AWS_REGION: 'us-east-1', AWS_DEFAULT_REGION: 'us-west-2' })

  expect(both.of('Region')?.text).toBe('us-east-1')
  expect(both.calls).not.toContain(asked.region)
  expect((await examine({}, {}, { AWS_DEFAULT_REGION: 'us-west-2' })).of('Region')?.text).toBe('us-west-2')
})

test.each([
  [undefined, 'missing', 'none in this region: npx cdk bootstrap'],
  ['5', 'missing', 'version 5 in this region: npx cdk bootstrap'],
  ['6', 'good', 'version 6'],
])('a region whose bootstrap is %s is %s', async (bootstrap, state, text) => {
  const { of } = await examine({ bootstrap })

  expect(of('CDK bootstrap')).toEqual({ subject: 'CDK bootstrap', state, text })
})

const raise = 'raise the quota: Service Quotas, AWS Lambda, "Concurrent executions"'
const reserves = { webhookConcurrency: 20 }

test.each([
  ['99', {}, 'optional', `99 functions run at a time, which is few: set parallelizationFactor to 1, and ${raise}`],
  ['100', {}, 'good', '100 functions run at a time'],
  ['140', reserves, 'good', '140 functions run at a time'],
  [
    '139',
    reserves,
    'missing',
    `139 functions run at a time, and webhookConcurrency keeps 40 of them where 100 have to be left: ${raise}`,
  ],
  [undefined, {}, 'optional', 'unknown: lambda:GetAccountSettings is not allowed'],
])('a quota of %s with %j is %s', async (quota, settings, state, text) => {
  const { of } = await examine({ quota }, settings)

  expect(of('Concurrency')).toEqual({ subject: 'Concurrency', state, text })
})

test.each([
  ['Burst', { burstLimit: 1250 }, { burst: '1250.0' }, 'good', 'API Gateway takes 1250 requests at once'],
  [
    'Burst',
    { burstLimit: 2000 },
    { burst: '1250.0' },
    'missing',
    'API Gateway takes 1250 requests at once: set burstLimit to 1250, or ask AWS for more',
  ],
  ['Burst', {}, { burst: undefined }, 'optional', 'unknown: servicequotas:GetServiceQuota is not allowed'],
  ['Roles', {}, { roles: '990\t1000' }, 'good', '990 of 1000 roles are used, and a deployment has 98'],
  ['Roles', {}, { roles: '902\t1000', url: undefined }, 'good', '902 of 1000 roles are used, and a deployment has 98'],
  [
    'Roles',
    {},
    { roles: '903\t1000', url: undefined },
    'missing',
    '903 of 1000 roles are used, and a deployment has 98: raise the quota: Service Quotas, IAM, "Roles per account"',
  ],
  ['Roles', {}, { roles: undefined }, 'optional', 'unknown: iam:GetAccountSummary is not allowed'],
  [
    'Certificate',
    whole,
    { certificate: 'PENDING_VALIDATION' },
    'missing',
    'PENDING_VALIDATION: add the CNAME records that ACM names, and wait',
  ],
  ['Certificate', whole, { region: 'us-east-1' }, 'missing', 'it is in eu-central-1, the deployment in us-east-1'],
  [
    'Alarm mail',
    whole,
    { mail: 'PendingConfirmation' },
    'missing',
    'ops@example.com has not confirmed: follow the link in the mail of AWS Notifications',
  ],
  ['Deletion', whole, { protection: 'False' }, 'missing', 'the stack tools-data has lost its termination protection'],
  ['Deletion', {}, {}, 'optional', 'the data stack is protected, single tables are not: deletionProtection'],
  ['Stack policy', {}, { policy: undefined }, 'missing', 'the stack tools-data has none: npm run setup -- --aws'],
  ['Stack policy', {}, { policy: 'None' }, 'missing', 'the stack tools-data has none: npm run setup -- --aws'],
  ['Stack policy', {}, { policy: openPolicy }, 'missing', 'the stack tools-data has another: npm run setup -- --aws'],
] as const)('%s with %j where AWS answers %j is %s', async (subject, settings, answers, state, text) => {
  const { of } = await examine(answers, settings)

  expect(of(subject)).toEqual({ subject, state, text })
})

test('before the first deployment neither its mail nor its protection is missed, and with removeData no protection', async () => {
  const undeployed = await examine({ url: undefined }, whole)
  const removable = await examine({}, { removeData: true })

  expect(undeployed.findings.map(({ subject }) => subject).slice(-3)).toEqual(['Burst', 'Roles', 'Certificate'])
  expect(removable.of('Deletion')).toBeUndefined()
  expect(removable.of('Stack policy')).toBeUndefined()
})

test('open sign-up has a finding about the number of mails that Cognito sends', async () => {
  expect((await examine({}, { selfSignUp: true })).of('Sign-up')).toEqual({
    subject: 'Sign-up',
    state: 'optional',
    text: 'Cognito itself mails 50 codes a day',
  })
  expect((await examine()).of('Sign-up')).toBeUndefined()
})
