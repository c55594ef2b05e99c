import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { expect, test } from 'vitest'
import { acknowledge, acknowledgePrefixes } from '../../../infra/acknowledgements.ts'
import { acknowledgedBy, bareStack } from './bareStack.ts'

const prefixReason =
  'Object keys and connection ids exist only at run time, and the deployer chooses the names of bots, so a role names their prefix. Traces have no ARN.'

test('a rule that the deployment does not follow is acknowledged with its reason', () => {
  const construct = new Construct(bareStack(), 'any')
  for (const rule of ['APIG1', 'APIG4', 'COG2', 'COG8'] as const) acknowledge(construct, `AwsSolutions-${rule}`)

  expect(acknowledgedBy(construct)).toEqual({
    'AwsSolutions::AwsSolutions-APIG1':
      'Access logs of a WebSocket API need an account-wide role that no single stack should own; its functions log every connection.',
    'AwsSolutions::AwsSolutions-APIG4':
      'A public operation has no bearer token by design: it verifies a signature or a one-time code, or answers with no data of a recipient.',
    'AwsSolutions::AwsSolutions-COG2':
      'Recipients may turn on time-based one-time passwords; requiring them would lock streamers out who have a password only.',
    'AwsSolutions::AwsSolutions-COG8':
      "Threat protection is the Plus plan's, $0.02 a user and month; sign-in is limited to SRP and the issuer is a setting.",
  })
})

test('resources that a policy names by a prefix are acknowledged one by one, and no others', () => {
  const stack = bareStack()
  const bucket = new Bucket(stack, 'prints')
  const role = new Construct(stack, 'role')
  const logicalId = stack.resolve(bucket.bucketArn)['Fn::GetAtt'][0]

  acknowledgePrefixes(role, [
    '*',
    'arn:queue',
    'arn:*:queue',
    'arn:objects*',
    bucket.bucketArn,
    bucket.arnForObjects('prints/*'),
    bucket.arnForObjects('prints/*'),
    `arn:${stack.partition}:bots/*`,
  ])

  expect(acknowledgedBy(role)).toEqual({
    'AwsSolutions::AwsSolutions-IAM5[Resource::*]': prefixReason,
    [`AwsSolutions::AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/prints/*]`]: prefixReason,
    'AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bots/*]': prefixReason,
  })
  expect(role.node.metadata).toHaveLength(3)
})
