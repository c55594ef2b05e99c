import { expect, test } from 'vitest'
import { type FunctionDefinition, ServiceFunction } from '../../../infra/serviceFunction.ts'
import { bareStack, surroundingsOf, synthesized } from './bareStack.ts'

type Props = ConstructorParameters<typeof ServiceFunction>[2]

const around = surroundingsOf('first', 'second')

const templateWith = (definition: Partial<FunctionDefinition>, props: Partial<Props> = {}) => {
  const stack = bareStack()
  new ServiceFunction(stack, { id: 'first', logs: 'news', access: {}, ...definition }, { ...around, ...props })
  return synthesized(stack)
}

const lambdaOf = ({ one }: ReturnType<typeof templateWith>) => {
  const { Code: _code, ...properties } = one('AWS::Lambda::Function', 'first').Properties
  return properties
}
const variablesOf = (template: ReturnType<typeof templateWith>) => lambdaOf(template)['Environment']
const policiesOf = ({ one }: ReturnType<typeof templateWith>) =>
  one('AWS::IAM::Role', 'firstRole').Properties['Policies']

const attribute = (id: string, name: string) => ({ 'Fn::GetAtt': [id, name] })
const version = '2012-10-17'

const logPolicyOf = ({ one }: ReturnType<typeof templateWith>) => ({
  PolicyName: 'log',
  PolicyDocument: {
    Statement: [
      {
        Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        Effect: 'Allow',
        Resource: attribute(one('AWS::Logs::LogGroup').id, 'Arn'),
      },
    ],
    Version: version,
  },
})

test('a function runs on arm64 with a role and a log of its kind, and its log lines are JSON', () => {
  const template = templateWith({})

  expect(lambdaOf(template)).toEqual({
    Architectures: ['arm64'],
    Environment: { Variables: { MALLOC_ARENA_MAX: '1' } },
    Handler: 'index.handler',
    LoggingConfig: {
      ApplicationLogLevel: 'INFO',
      LogFormat: 'JSON',
      LogGroup: { Ref: template.one('AWS::Logs::LogGroup').id },
      SystemLogLevel: 'WARN',
    },
    MemorySize: 512,
    Role: attribute(template.one('AWS::IAM::Role').id, 'Arn'),
    Runtime: 'nodejs24.x',
    Timeout: 10,
  })
})

test('a role is Lambda’s, and allows nothing but the log where nothing else is needed', () => {
  const template = templateWith({})

  expect(template.one('AWS::IAM::Role').Properties).toEqual({
    AssumeRolePolicyDocument: {
      Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } }],
      Version: version,
    },
    Policies: [logPolicyOf(template)],
  })
})

test('a role allows what access, providers and further grants say, and the environment names it', () => {
  const grants = [{ actions: ['sqs:SendMessage'], resources: ['arn:queue'], environment: { QUEUE: 'queue' } }]
  const template = templateWith(
    { access: { payments: ['PutItem'], 'bucket:prints': ['GetObject'] }, providers: ['youtube'] },
    { grants, environment: { SCOPE: 'tools' } },
  )

  const reference = (name: string) => ({ Ref: `AWS::${name}` })
  const key = ['arn:', reference('Partition'), ':ssm:', reference('Region'), ':', reference('AccountId')]
  expect(policiesOf(template)).toEqual([
    {
      PolicyName: 'access',
      PolicyDocument: {
        Statement: [
          { Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: 'arn:payments' },
          { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:prints/prints/*' },
          {
            Effect: 'Allow',
            Action: 'ssm:GetParameters',
            Resource: { 'Fn::Join': ['', [...key, ':parameter/service/youtube/api-key']] },
          },
          { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: 'arn:queue' },
        ],
        Version: version,
      },
    },
    logPolicyOf(template),
  ])
  expect(variablesOf(template)).toEqual({
    Variables: {
      MALLOC_ARENA_MAX: '1',
      PAYMENTS_TABLE: 'Payments',
      PRINTS_BUCKET: 'Prints',
      PARAMETER_PREFIX: '/service',
      YOUTUBE_API_URL: 'https://www.googleapis.com/youtube/v3',
      QUEUE: 'queue',
      SCOPE: 'tools',
    },
  })
})

test('functions of a kind share a log group, which goes with the stack', () => {
  const stack = bareStack()
  for (const id of ['first', 'second']) new ServiceFunction(stack, { id, logs: 'news', access: {} }, around)
  const { DeletionPolicy, UpdateReplacePolicy, Properties } = synthesized(stack).one('AWS::Logs::LogGroup', 'newsLogs')

  expect({ DeletionPolicy, UpdateReplacePolicy }).toEqual({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' })
  expect(Properties).toEqual({
    LogGroupName: { 'Fn::Join': ['', ['/', { Ref: 'AWS::StackName' }, '/news']] },
    RetentionInDays: 14,
  })
})

test('a function has the time, the memory and the reserved invocations that are asked for', () => {
  const template = templateWith({ timeoutSeconds: 60, memoryMb: 1024 }, { reservedConcurrency: 5 })

  expect(lambdaOf(template)).toMatchObject({ Timeout: 60, MemorySize: 1024, ReservedConcurrentExecutions: 5 })
})

test('Lambda’s own lines on every invocation are a setting', () => {
  expect(lambdaOf(templateWith({}, { platformReports: true }))['LoggingConfig']).toMatchObject({
    SystemLogLevel: 'INFO',
  })
})

test('the address of the API is known to those that need it', () => {
  const variables = { MALLOC_ARENA_MAX: '1', PUBLIC_URL: 'https://api.example.com' }

  expect(variablesOf(templateWith({ publicUrl: true }))).toEqual({ Variables: variables })
})

test.each([
  [{ chats: ['GetItem'] }, { CHATS_TABLE: 'Chats', OPEN_CHATS: 'true' }],
  [{ 'chats.byRecipient': ['Query'] }, { CHATS_TABLE: 'Chats', OPEN_CHATS: 'true' }],
  [{ announcers: ['Query'] }, { ANNOUNCERS_TABLE: 'Announcers' }],
  [
    { payments: ['Query'], chats: ['GetItem'] },
    { PAYMENTS_TABLE: 'Payments', CHATS_TABLE: 'Chats', OPEN_CHATS: 'true' },
  ],
] as const)('whether chats are open is known to those that know whose a chat is: %j', (access, variables) => {
  expect(variablesOf(templateWith({ access }, { openChats: true }))).toEqual({
    Variables: { MALLOC_ARENA_MAX: '1', ...variables },
  })
})

test('traces are sent with no more than the permission to send them', () => {
  const template = templateWith({}, { tracing: true })

  expect(lambdaOf(template)['TracingConfig']).toEqual({ Mode: 'Active' })
  expect(policiesOf(template)).toEqual([
    {
      PolicyName: 'access',
      PolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' }],
        Version: version,
      },
    },
    logPolicyOf(template),
  ])
})

test('a function’s code is its own bundle', () => {
  const stack = bareStack()
  const lambdas = ['first', 'second'].map(
    (id) => new ServiceFunction(stack, { id, logs: 'news', access: {} }, surroundingsOf(id)),
  )
  const { all } = synthesized(stack)

  const bundles = all('AWS::Lambda::Function').map(({ Properties }) => JSON.stringify(Properties['Code']))
  expect(new Set(bundles).size).toBe(lambdas.length)
})
