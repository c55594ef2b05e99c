import { expect, test } from 'vitest'
import { AwsFailure } from '../../../../../infra/operators/awsCall.ts'
import { keptResources } from '../../../../../infra/operators/keptResources.ts'

const template = {
  newsTable1A: { Type: 'AWS::DynamoDB::Table' },
  secretsKey2B: { Type: 'AWS::KMS::Key' },
  printsBucket3C: { Type: 'AWS::S3::Bucket' },
  printsBucketPolicy4D: { Type: 'AWS::S3::BucketPolicy', Properties: { Bucket: { Ref: 'printsBucket3C' } } },
  Users5E: { Type: 'AWS::Cognito::UserPool' },
  UsersClient6F: { Type: 'AWS::Cognito::UserPoolClient', Properties: { UserPoolId: { Ref: 'Users5E' } } },
  AdminGroup: {
    Type: 'AWS::Cognito::UserPoolGroup',
    Properties: { UserPoolId: { Ref: 'Users5E' }, GroupName: 'admin' },
  },
  SignIn: { Type: 'AWS::Cognito::UserPoolDomain', Properties: { UserPoolId: { Ref: 'Users5E' } } },
  Api: { Type: 'AWS::ApiGatewayV2::Api' },
  ApiDomain: { Type: 'AWS::ApiGatewayV2::DomainName' },
  Rule: { Type: 'AWS::Events::Rule' },
}
const arn = (service: string, rest: string) => `arn:aws:${service}:eu-central-1:123456789012:${rest}`
const left = {
  newsTable1A: arn('dynamodb', 'table/tools-data-newsTable1A-XYZ'),
  secretsKey2B: arn('kms', 'key/0a1b-2c3d'),
  printsBucket3C: 'arn:aws:s3:::tools-data-printsbucket3c-xyz',
  Users5E: arn('cognito-idp', 'userpool/eu-central-1_Ab'),
  Api: 'arn:aws:apigateway:eu-central-1::/apis/abc123',
  ApiDomain: 'arn:aws:apigateway:eu-central-1::/domainnames/api.example.com',
  Rule: arn('events', 'rule/tools-rule'),
  forgottenTable9Z: arn('dynamodb', 'table/tools-data-forgottenTable9Z-XYZ'),
}
const tagged = (resources: Readonly<Record<string, string>>, stack: string) =>
  Object.entries(resources).map(([id, ResourceARN]) => ({
    ResourceARN,
    Tags: [
      { Key: 'aws:cloudformation:logical-id', Value: id },
      { Key: 'aws:cloudformation:stack-id', Value: stack },
    ],
  }))
const missing = new AwsFailure('aws: An error occurred (ResourceNotFoundException) when calling the operation')

const called: (readonly [string, object])[] = []
/** An account in which these have the deployment's tag; a call without an answer finds nothing. */
const account = (resources: readonly object[], answers: Readonly<Record<string, object>> = {}) => {
  const all: Readonly<Record<string, object>> = { 'get-resources': { ResourceTagMappingList: resources }, ...answers }
  return async (service: string, operation: string, input: object): Promise<Record<string, unknown>> => {
    called.push([`${service} ${operation}`, input])
    if (operation in all) return all[operation] as Record<string, unknown>
    throw operation === 'describe-stacks' ? new AwsFailure('Stack with id tools-data does not exist') : missing
  }
}
const wanted = { deployment: 'tools', stackName: 'tools-data', template }

test('everything of the template that is left is found: by its tags, or by the resource that it belongs to', async () => {
  const call = account(tagged(left, 'deleted'), {
    'get-bucket-policy': {},
    'get-group': {},
    'list-user-pool-clients': {
      UserPoolClients: [
        { ClientId: 'foreign', ClientName: 'mobile' },
        { ClientId: 'ours', ClientName: 'UsersClient6F-Qrs' },
      ],
    },
    'describe-user-pool': { UserPool: { Domain: 'streaming-abc' } },
  })

  called.length = 0
  expect(await keptResources(call, wanted)).toEqual({
    newsTable1A: { TableName: 'tools-data-newsTable1A-XYZ' },
    secretsKey2B: { KeyId: '0a1b-2c3d' },
    printsBucket3C: { BucketName: 'tools-data-printsbucket3c-xyz' },
    printsBucketPolicy4D: { Bucket: 'tools-data-printsbucket3c-xyz' },
    Users5E: { UserPoolId: 'eu-central-1_Ab' },
    UsersClient6F: { UserPoolId: 'eu-central-1_Ab', ClientId: 'ours' },
    AdminGroup: { UserPoolId: 'eu-central-1_Ab', GroupName: 'admin' },
    SignIn: { UserPoolId: 'eu-central-1_Ab', Domain: 'streaming-abc' },
    Api: { ApiId: 'abc123' },
    ApiDomain: { DomainName: 'api.example.com' },
  })
  const UserPoolId = 'eu-central-1_Ab'
  expect(called).toEqual([
    ['resourcegroupstaggingapi get-resources', { TagFilters: [{ Key: 'deployment', Values: ['tools'] }] }],
    ['cloudformation describe-stacks', { StackName: 'tools-data' }],
    ['s3api get-bucket-policy', { Bucket: 'tools-data-printsbucket3c-xyz' }],
    ['cognito-idp list-user-pool-clients', { UserPoolId }],
    ['cognito-idp get-group', { UserPoolId, GroupName: 'admin' }],
    ['cognito-idp describe-user-pool', { UserPoolId }],
  ])
})

test('a policy, group, client or domain that is gone is made anew, so it is not in the file', async () => {
  const { printsBucket3C, Users5E } = left
  const call = account(tagged({ printsBucket3C, Users5E }, 'deleted'), {
    'list-user-pool-clients': {},
    'describe-user-pool': { UserPool: {} },
  })

  // The name that S3 gives to it.
  const none = new AwsFailure('An error occurred (NoSuchBucketPolicy) when calling the GetBucketPolicy operation')
  const withS3: typeof call = (service, ...given) =>
    service === 's3api' ? Promise.reject(none) : call(service, ...given)

  expect(Object.keys(await keptResources(withS3, wanted))).toEqual(['printsBucket3C', 'Users5E'])
})

test('resources of the living stack are not left over, and of several deleted ones the operator chooses', async () => {
  const table = (name: string) => ({ newsTable1A: arn('dynamodb', `table/${name}`) })
  const resources = [...tagged(table('now'), 'now'), ...tagged(table('first'), 'first')]
  const living = { 'describe-stacks': { Stacks: [{ StackId: 'now' }] } }
  const several = account([...resources, ...tagged(table('second'), 'second')], living)

  expect(await keptResources(account(resources, living), wanted)).toEqual({ newsTable1A: { TableName: 'first' } })
  await expect(keptResources(several, wanted)).rejects.toThrow(
    'Several stacks have left data. Choose one: --of first (1 resources), --of second (1 resources)',
  )
  expect(await keptResources(several, { ...wanted, of: 'second' })).toEqual({ newsTable1A: { TableName: 'second' } })
  expect(await keptResources(account([], living), wanted)).toEqual({})
})

test.each(['get-group', 'describe-stacks'])('a refusal of %s by AWS is an error, not an absence', async (refused) => {
  const call = account(tagged({ Users5E: left.Users5E }, 'deleted'), { 'list-user-pool-clients': {} })
  const refusing: typeof call = (service, operation, input) =>
    operation === refused ? Promise.reject(new AwsFailure('(AccessDeniedException)')) : call(service, operation, input)

  await expect(keptResources(refusing, wanted)).rejects.toThrow('AccessDenied')
})
