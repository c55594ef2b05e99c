import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { readDeployment } from '../../template/readDeployment.ts'
import { changed, type Resources, writeAssembly } from './exampleAssembly.ts'

const arn = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] })
const queue = { Type: 'AWS::SQS::Queue' }
const topic = { Type: 'AWS::SNS::Topic' }
const mayDo = (Action: string, Resource: unknown = '*') => ({
  Type: 'AWS::IAM::Policy',
  Properties: {
    PolicyName: 'p',
    PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource }] },
    Roles: [{ Ref: 'Role' }],
  },
})
const config = (more: object, onFailure: unknown = arn('Failed')) => ({
  Type: 'AWS::Lambda::EventInvokeConfig',
  Properties: {
    FunctionName: { Ref: 'Function' },
    Qualifier: '$LATEST',
    DestinationConfig: { OnFailure: { Destination: onFailure } },
    ...more,
  },
})
const withDeadLetters = changed('Function', { DeadLetterConfig: { TargetArn: arn('Dead') } })
const base: Resources = { ...withDeadLetters, Dead: queue, Failed: queue, Policy: mayDo('sqs:SendMessage') }

const read = (resources: Resources) => {
  const folder = writeAssembly(resources)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return readDeployment(folder, { issuer: 'http://127.0.0.1:1', audience: 'local' })
}

test('the retries, the age, the dead letters and the destinations of asynchronous invocations are read', () => {
  const resources = { ...base, Config: config({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 }) }

  expect(read(resources).functions[0]?.asynchronous).toEqual({
    maximumRetryAttempts: 0,
    maximumAgeSeconds: 60,
    deadLetterQueueLogicalId: 'Dead',
    onFailureQueueLogicalId: 'Failed',
    onSuccessQueueLogicalId: undefined,
  })
  expect(read(base).functions[0]?.asynchronous).toMatchObject({ maximumRetryAttempts: 2, maximumAgeSeconds: 21_600 })
})

test.each<[string, Resources, string]>([
  [
    'a topic as a destination',
    { ...base, Topic: topic, Config: config({}, { Ref: 'Topic' }) },
    'Config: the destination arn:aws:sns:us-east-1:123456789012:Streaming-Topic is not imitated, only queues',
  ],
  [
    'a topic for dead letters',
    { ...base, Topic: topic, ...changed('Function', { DeadLetterConfig: { TargetArn: { Ref: 'Topic' } } }) },
    'Function: the destination arn:aws:sns:us-east-1:123456789012:Streaming-Topic is not imitated, only queues (Streaming/getAlert)',
  ],
  [
    'a role that may not send there',
    { ...base, Policy: mayDo('sqs:SendMessage', arn('Dead')), Config: config({}) },
    'Config: the role Role does not allow sqs:SendMessage on arn:aws:sqs:us-east-1:123456789012:Streaming-Failed',
  ],
  [
    'a runtime that Lambda creates no more',
    { ...base, ...changed('Function', { Runtime: 'nodejs18.x' }) },
    'Function.Runtime: Lambda creates no function of nodejs18.x any more (Streaming/getAlert)',
  ],
  [
    'a variable that Lambda reserves',
    { ...base, ...changed('Function', { Environment: { Variables: { _HANDLER: 'x' } } }) },
    'Function.Environment: Lambda reserves _HANDLER (Streaming/getAlert)',
  ],
  [
    'triggers of a user pool',
    {
      ...base,
      Users: { Type: 'AWS::Cognito::UserPool', Properties: { LambdaConfig: { PreSignUp: arn('Function') } } },
    },
    'Users: triggers of a user pool are not imitated: the development issuer calls no function',
  ],
  [
    'a subscriber of a topic to which a function may publish',
    {
      ...base,
      Topic: topic,
      Mail: { Type: 'AWS::SNS::Subscription', Properties: { Protocol: 'email', TopicArn: { Ref: 'Topic' } } },
      Policy: mayDo('sns:Publish', { Ref: 'Topic' }),
      ...changed('Function', {}),
    },
    'Mail: Role may publish to Topic, and its subscribers get nothing here',
  ],
  [
    'the same within the topic',
    {
      ...base,
      Topic: { ...topic, Properties: { Subscription: [{ Protocol: 'email', Endpoint: 'a@b.example' }] } },
      Policy: mayDo('sns:*'),
      ...changed('Function', {}),
    },
    'Topic: Role may publish to Topic, and its subscribers get nothing here',
  ],
  [
    'a bucket that everybody reads',
    {
      ...base,
      Public: {
        Type: 'AWS::S3::BucketPolicy',
        Properties: {
          PolicyDocument: { Statement: { Effect: 'Allow', Principal: { AWS: '*' }, Action: 's3:GetObject' } },
        },
      },
    },
    'Public: a policy that lets everybody in is not imitated: roles alone decide who reads here',
  ],
  [
    'a bucket that is closed to somebody',
    {
      ...base,
      Closed: {
        Type: 'AWS::S3::BucketPolicy',
        Properties: { PolicyDocument: { Statement: [{ Effect: 'Deny', Principal: '*', Action: 's3:*' }] } },
      },
    },
    'Closed: a policy that denies is not imitated: roles alone decide who reads here',
  ],
  [
    'a queue to which everybody may send',
    {
      ...base,
      Open: {
        Type: 'AWS::SQS::QueuePolicy',
        Properties: { PolicyDocument: { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:*' }] } },
      },
    },
    'Open: a policy that lets everybody in is not imitated: roles alone decide who sends here',
  ],
  [
    'a key that is closed to somebody',
    {
      ...base,
      Key: {
        Type: 'AWS::KMS::Key',
        Properties: { KeyPolicy: { Statement: [{ Effect: 'Deny', Principal: '*', Action: 'kms:Decrypt' }] } },
      },
    },
    'Key: a policy that denies is not imitated: roles alone decide who encrypts here',
  ],
])('%s is refused by name', (_, resources, refusal) => {
  expect(() => read(resources)).toThrow(refusal)
})

test('a policy of a bucket about encrypted connections alone is accepted', () => {
  const Condition = { Bool: { 'aws:SecureTransport': 'false' } }
  const Statement = [{ Effect: 'Deny', Principal: { AWS: '*' }, Action: 's3:*', Condition }]

  const { functions } = read({
    ...base,
    Policies: { Type: 'AWS::S3::BucketPolicy', Properties: { PolicyDocument: { Statement } } },
  })

  expect(functions).toHaveLength(1)
})

test('subscribers of a topic to which no function publishes are accepted: they are those of alarms', () => {
  const Mail = { Type: 'AWS::SNS::Subscription', Properties: { Protocol: 'email', TopicArn: { Ref: 'Topic' } } }

  expect(read({ ...base, Topic: topic, Mail }).functions).toHaveLength(1)
})
