import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { readDeployment } from '../../template/readDeployment.ts'
import { leastResources, type Resources, writeAssembly } from './exampleAssembly.ts'

const read = (resources: Resources) => {
  const folder = writeAssembly({ ...leastResources, ...resources })
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return readDeployment(folder, { issuer: 'http://127.0.0.1:1/issuer', audience: 'local' })
}
const policy = (Effect: string, Action: string | string[]): Resources => ({
  Policy: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: 'p',
      PolicyDocument: { Statement: [{ Effect, Action, Resource: '*' }] },
      Roles: [{ Ref: 'Role' }],
    },
  },
})
const grants = 'no function can call'

test('grants of services that are not imitated are named in one line, with the functions that have them', () => {
  const { differences } = read(policy('Allow', ['sns:Publish', 's3:GetObject', 'logs:PutLogEvents', 'lambda:Invoke*']))

  expect(differences.filter((line) => line.startsWith(grants))).toEqual([
    `${grants} sns:Publish (getAlert), lambda:Invoke* (getAlert): such calls are answered with an error`,
  ])
})

test.each([
  ['Deny', 'sns:Publish'],
  ['Allow', 'xray:PutTraceSegments'],
  ['Allow', '*'],
])('nothing is said about %s %s', (effect, action) => {
  expect(read(policy(effect, action)).differences.filter((line) => line.startsWith(grants))).toEqual([])
})

test('it is said that functions share /tmp, and that expired items stay', () => {
  const table = (Enabled: boolean) => ({
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'until', Enabled },
    },
  })

  expect(read({ Sessions: table(true), Users: table(false) }).differences).toEqual([
    'all functions share /tmp of this machine: on Lambda each environment has its own',
    'expired items of Sessions stay: AWS deletes them within days',
  ])
})

test('the parts that have no effect are listed by type and property, with their number and the reason', () => {
  const { withoutEffect } = read({
    Alarm: { Type: 'AWS::CloudWatch::Alarm' },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: {
        Description: 'every minute',
        ScheduleExpression: 'rate(1 minute)',
        State: 'DISABLED',
        Targets: [{ Id: 'a', Arn: { 'Fn::GetAtt': ['Function', 'Arn'] }, RetryPolicy: { MaximumRetryAttempts: 0 } }],
      },
    },
  })

  expect(withoutEffect).toEqual([
    'AWS::CloudWatch::Alarm (1): observation only',
    'AWS::Events::Rule.Description (1): a text for people',
    'AWS::Events::Rule.Targets.RetryPolicy (1): Lambda takes every event here; what fails later is up to the function',
  ])
})
