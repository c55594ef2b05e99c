// biome-ignore-all lint/suspicious/noTemplateCurlyInString: policy variables
import { describe, expect, it } from 'vitest'
import { createAccessControl } from '../../aws/accessControl.ts'
import { AccessDenied } from '../../aws/engineHandler.ts'
import { decide } from '../../aws/iam.ts'
import { unknownCondition } from '../../aws/iamConditions.ts'
import type { FunctionResource, PolicyStatement } from '../../deployment.ts'
import { mappingOf, queueNamed } from '../events/eventSourcesOnEngine.ts'
import { allow, deploymentAllowing } from './exampleDeployment.ts'

const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/Alerts'
const statement = (change: Partial<PolicyStatement> = {}): PolicyStatement => ({
  effect: 'Allow',
  actions: ['dynamodb:GetItem'],
  resources: [table],
  conditions: {},
  ...change,
})
const denyElsewhere = statement({ effect: 'Deny', conditions: { StringEquals: { 'aws:RequestedRegion': ['x'] } } })
const isAllowed = (statements: readonly PolicyStatement[], change = {}) =>
  decide(statements, { action: 'dynamodb:GetItem', resource: table, conditionKeys: {}, ...change }).allowed

describe('a role', () => {
  it.each<[string, readonly PolicyStatement[], boolean]>([
    ['has no statement', [], false],
    ['names action and resource', [statement()], true],
    ['spells the action in another case', [statement({ actions: ['DynamoDB:getitem'] })], true],
    ['spells the resource in another case', [statement({ resources: [table.toLowerCase()] })], false],
    ['has * in the action', [statement({ actions: ['dynamodb:Get*'] })], true],
    ['has ? in the action', [statement({ actions: ['dynamodb:GetIte?'] })], true],
    ['has * for nothing', [statement({ actions: ['dynamodb:GetItem*'] })], true],
    ['names the beginning of the action', [statement({ actions: ['dynamodb:Get'] })], false],
    ['names the end of the action', [statement({ actions: ['GetItem'] })], false],
    ['names the beginning of the resource', [statement({ resources: [table.slice(0, -1)] })], false],
    ['names a resource that goes on', [statement({ resources: [`${table}2`] })], false],
    ['denies under a condition that does not hold', [statement(), denyElsewhere], true],
    ['has ? for nothing', [statement({ actions: ['dynamodb:GetItem?'] })], false],
    ['has * across the parts of an ARN', [statement({ resources: ['arn:aws:dynamodb:*/Alerts'] })], true],
    ['has characters of regular expressions', [statement({ resources: ['arn.*'] })], false],
    ['names only the indexes', [statement({ resources: [`${table}/index/*`] })], false],
    ['names another action', [statement({ actions: ['dynamodb:Query'] })], false],
    ['allows and denies', [statement(), statement({ effect: 'Deny', resources: ['*'] })], false],
    ['denies first', [statement({ effect: 'Deny' }), statement()], false],
    ['denies something else', [statement(), statement({ effect: 'Deny', actions: ['dynamodb:PutItem'] })], true],
  ])('that %s', (_, statements, allowed) => {
    expect(isAllowed(statements)).toBe(allowed)
  })

  it('reports the used permissions, as the statement spells them', () => {
    const statements = [
      statement({ actions: ['dynamodb:Get*', 'dynamodb:PutItem'], resources: ['*', `${table}/index/*`] }),
    ]

    const decision = decide(statements, { action: 'dynamodb:GetItem', resource: table, conditionKeys: {} })

    expect(decision).toEqual({ allowed: true, by: [{ action: 'dynamodb:Get*', resource: '*' }] })
  })
})

describe('a condition', () => {
  const one = 'kms:EncryptionContext:recipient'
  const many = 'kms:EncryptionContextKeys'
  const role = 'aws:PrincipalArn'
  const other = 'kms:EncryptionContext:other'
  const arn = 'arn:aws:iam::123456789012:role/Stack-role:1'
  const keys = {
    'kms:encryptioncontext:recipient': ['alice'],
    'kms:encryptioncontextkeys': ['recipient', 'token'],
    'kms:encryptioncontext:empty': [],
    'aws:principalarn': [arn],
    'aws:securetransport': ['true'],
  }

  it.each<[string, string, readonly string[], boolean]>([
    ['StringEquals', one, ['bob', 'alice'], true],
    ['StringEquals', one, ['Alice'], false],
    ['StringEquals', one, ['alic'], false],
    ['StringEquals', one, ['al*'], false],
    ['StringEquals', one.toUpperCase(), ['alice'], true],
    ['StringEqualsIgnoreCase', one, ['ALICE'], true],
    ['StringEqualsIgnoreCase', one, ['ALIC'], false],
    ['StringNotEquals', one, ['alice'], false],
    ['StringNotEquals', one, ['bob', 'alice'], false],
    ['StringNotEquals', one, ['bob'], true],
    ['StringNotEqualsIgnoreCase', one, ['ALICE'], false],
    ['StringNotEqualsIgnoreCase', one, ['BOB'], true],
    ['StringLike', one, ['al*'], true],
    ['StringLike', one, ['a?ice'], true],
    ['StringLike', one, ['Al*'], false],
    ['StringLike', one, ['ice*'], false],
    ['StringNotLike', one, ['bo*'], true],
    ['StringNotLike', one, ['bo*', 'al*'], false],
    ['ArnEquals', role, ['arn:aws:iam::*:role/Stack-*'], true],
    ['ArnLike', role, ['arn:aws:iam::123456789012:role/Stack-role:?'], true],
    ['ArnLike', role, ['arn:aws:iam::123456789012:role/stack-*'], false],
    ['ArnLike', role, ['arn:aws:iam:*:role/Stack-role:1'], false],
    ['ArnLike', role, ['arn:aws:*'], false],
    ['ArnNotEquals', role, [arn], false],
    ['ArnNotEquals', role, ['arn:aws:*'], true],
    ['ArnNotLike', role, ['arn:aws:iam::1:role/*'], true],
    ['Bool', 'aws:SecureTransport', ['True'], true],
    ['Bool', 'aws:SecureTransport', ['false'], false],
    ['StringEquals', other, ['x'], false],
    ['StringLike', other, ['*'], false],
    ['Bool', other, ['false'], false],
    ['StringNotEquals', other, ['x'], true],
    ['StringNotLike', other, ['x'], true],
    ['ArnNotLike', other, ['x'], true],
    ['StringEqualsIfExists', other, ['x'], true],
    ['StringEqualsIfExists', one, ['x'], false],
    ['StringNotEqualsIfExists', one, ['alice'], false],
    ['BoolIfExists', other, ['true'], true],
    ['Null', one, ['false'], true],
    ['Null', one, ['true'], false],
    ['Null', other, ['true'], true],
    ['Null', other, ['false'], false],
    ['Null', 'kms:EncryptionContext:empty', ['true'], true],
    ['ForAllValues:StringEquals', many, ['recipient', 'token', 'x'], true],
    ['ForAllValues:StringEquals', many, ['token'], false],
    ['ForAllValues:StringEquals', other, ['x'], true],
    ['ForAllValues:StringEquals', 'kms:EncryptionContext:empty', ['x'], true],
    ['ForAllValues:StringNotEquals', many, ['x'], true],
    ['ForAllValues:StringNotEquals', many, ['token'], false],
    ['ForAllValues:StringNotEquals', other, ['x'], true],
    ['ForAnyValue:StringEquals', many, ['token'], true],
    ['ForAnyValue:StringEquals', many, ['x'], false],
    ['ForAnyValue:StringEquals', other, ['x'], false],
    ['ForAnyValue:StringEqualsIfExists', other, ['x'], true],
    ['ForAnyValue:StringNotEquals', many, ['token'], true],
    ['ForAnyValue:StringNotEquals', many, ['token', 'recipient'], false],
    ['ForAnyValue:StringNotEquals', other, ['x'], false],
  ])('%s of %s with %j: %s', (operator, key, values, allowed) => {
    const conditions = { [operator]: { [key]: values } }

    expect(unknownCondition(conditions)).toBeUndefined()
    expect(isAllowed([statement({ conditions })], { conditionKeys: keys })).toBe(allowed)
  })

  it.each<[string, PolicyStatement['conditions'], boolean]>([
    ['two operators that hold', { StringLike: { [one]: ['*'] }, StringEquals: { [one]: ['alice'] } }, true],
    ['two operators of which one fails', { StringLike: { [one]: ['*'] }, StringEquals: { [one]: ['bob'] } }, false],
    ['two keys of which one fails', { StringLike: { [one]: ['*'], [other]: ['*'] } }, false],
  ])('with %s', (_, conditions, allowed) => {
    expect(isAllowed([statement({ conditions })], { conditionKeys: keys })).toBe(allowed)
  })

  it.each([
    [{ DateLessThan: { 'aws:CurrentTime': ['2030-01-01'] } }, 'the condition operator DateLessThan is not imitated'],
    [{ toString: { [one]: ['x'] } }, 'the condition operator toString is not imitated'],
    [{ stringEquals: { [one]: ['x'] } }, 'the condition operator stringEquals is not imitated'],
    [{ NullIfExists: { [one]: ['x'] } }, 'the condition operator NullIfExists is not imitated'],
    [
      { 'ForSomeValues:StringLike': { [one]: ['x'] } },
      'the condition operator ForSomeValues:StringLike is not imitated',
    ],
    [{ StringEquals: { 'aws:SourceVpc': ['x'] } }, 'the condition key aws:SourceVpc is not imitated'],
    [{ StringEquals: { 'aws:PrincipalArns': ['x'] } }, 'the condition key aws:PrincipalArns is not imitated'],
    [{ StringEquals: { [one]: ['x', 'u/${aws:userid}'] } }, 'the policy variable of u/${aws:userid} is not imitated'],
  ])('%j is refused', (conditions, problem) => {
    expect(unknownCondition(conditions)).toBe(problem)
  })
})

describe('the access of a function', () => {
  const condition = (operator: string, key: string, value: string) =>
    allow(['dynamodb:Query'], ['*'], { [operator]: { [key]: [value] } })
  const accessWith = (...statements: PolicyStatement[]) => {
    const deployment = deploymentAllowing(...statements)
    const [caller] = deployment.functions as [FunctionResource]
    const access = createAccessControl(deployment)
    return {
      ...access,
      ask: (keys?: Record<string, string[]>) => access.authorize(caller, 'dynamodb:Query', table, keys),
    }
  }

  it.each([
    ['aws:RequestedRegion', 'us-east-1', 'us-east-2'],
    ['aws:PrincipalAccount', '123456789012', '123456789013'],
    ['aws:ResourceAccount', '123456789012', '123456789013'],
    ['aws:SecureTransport', 'true', 'false'],
    [
      'aws:PrincipalArn',
      'arn:aws:iam::123456789012:role/Streaming-addAnnouncerRole',
      'arn:aws:iam::123456789012:role/x',
    ],
  ])('depends on %s', (key, right, wrong) => {
    expect(() => accessWith(condition('StringEquals', key, right)).ask()).not.toThrow()
    expect(() => accessWith(condition('StringEquals', key, wrong)).ask()).toThrow(AccessDenied)
  })

  it('depends on keys of the request, in any case', () => {
    const { ask } = accessWith(condition('StringEquals', 'KMS:encryptionContext:Recipient', 'alice'))

    expect(() => ask({ 'kms:EncryptionContext:recipient': ['alice'] })).not.toThrow()
    expect(() => ask({ 'kms:EncryptionContext:recipients': ['alice'] })).toThrow(AccessDenied)
  })

  it('is denied in words that name an explicit deny', () => {
    const { ask } = accessWith(allow(['*'], ['*']), { ...allow(['*'], ['*']), effect: 'Deny' })

    expect(() => ask()).toThrow(`on resource: ${table} with an explicit deny in an identity-based policy`)
  })

  it('is refused at the start with a policy variable in a resource', () => {
    const start = () => accessWith(allow(['s3:GetObject'], ['arn:aws:s3:::b/${aws:userid}/*']))

    expect(start).toThrow('addAnnouncerRole: the policy variable of arn:aws:s3:::b/${aws:userid}/* is not imitated')
  })

  it('lists what was not needed, without what Lambda itself needs, denials and other services', () => {
    const ofDynamoDb = (name: string) => `dynamodb:${name}`
    const { ask, unusedPermissions } = accessWith(
      allow(['dynamodb:Query', 'dynamodb:Scan', 'sqs:SendMessage'], [table]),
      allow(['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(ofDynamoDb), [table]),
      allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [table]),
      allow(['s3:GetObject', 'kms:Decrypt', 'ssm:GetParameter', 'execute-api:ManageConnections'], ['*']),
      allow(['dynamodb:Query'], [`${table}/index/*`]),
      allow(['xray:PutTraceSegments'], ['*']),
      { ...allow(['dynamodb:PutItem'], [table]), effect: 'Deny' },
    )
    ask()
    ask()

    expect(unusedPermissions().map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      `dynamodb:Scan ${table}`,
      `sqs:SendMessage ${table}`,
      's3:GetObject *',
      'kms:Decrypt *',
      'ssm:GetParameter *',
      'execute-api:ManageConnections *',
      `dynamodb:Query ${table}/index/*`,
    ])
  })

  it('needs to send to the queue that Lambda itself fills with what it gives up', () => {
    const queues = [queueNamed('Dead'), queueNamed('Jobs')]
    const deployment = deploymentAllowing(...queues.map(({ arn }) => allow(['sqs:SendMessage'], [arn])))

    const { unusedPermissions } = createAccessControl({ ...deployment, queues, eventSourceMappings: [mappingOf()] })

    expect(unusedPermissions().map(({ resource }) => resource)).toEqual([queues[1]?.arn])
  })
})
