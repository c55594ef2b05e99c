import { describe, expect, it } from 'vitest'
import { decide } from '../../aws/iam.ts'
import { unknownCondition } from '../../aws/iamConditions.ts'
import type { PolicyStatement } from '../../deployment.ts'

const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/Alerts'
const statement = (change: Partial<PolicyStatement> = {}): PolicyStatement => ({
  effect: 'Allow',
  actions: ['dynamodb:GetItem'],
  resources: [table],
  conditions: {},
  ...change,
})
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
  const keys = { 'kms:encryptioncontext:recipient': ['alice'], 'kms:encryptioncontextkeys': ['recipient', 'token'] }

  it.each<[string, PolicyStatement['conditions'], boolean]>([
    ['StringEquals', { StringEquals: { 'kms:EncryptionContext:recipient': ['bob', 'alice'] } }, true],
    ['StringEquals of another value', { StringEquals: { 'kms:EncryptionContext:recipient': ['Alice'] } }, false],
    ['StringEqualsIgnoreCase', { StringEqualsIgnoreCase: { 'kms:EncryptionContext:recipient': ['ALICE'] } }, true],
    ['StringNotEquals', { StringNotEquals: { 'kms:EncryptionContext:recipient': ['alice'] } }, false],
    ['StringLike', { StringLike: { 'kms:EncryptionContext:recipient': ['al*'] } }, true],
    ['StringNotLike', { StringNotLike: { 'kms:EncryptionContext:recipient': ['bo*'] } }, true],
    ['an absent key', { StringEquals: { 'kms:EncryptionContext:other': ['x'] } }, false],
    ['an absent key, negated', { StringNotEquals: { 'kms:EncryptionContext:other': ['x'] } }, true],
    ['an absent key, if it exists', { StringEqualsIfExists: { 'kms:EncryptionContext:other': ['x'] } }, true],
    ['Null, present', { Null: { 'kms:EncryptionContext:recipient': ['false'] } }, true],
    ['Null, absent', { Null: { 'kms:EncryptionContext:other': ['false'] } }, false],
    [
      'ForAllValues',
      { 'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['recipient', 'token', 'x'] } },
      true,
    ],
    [
      'ForAllValues with one too many',
      { 'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['token'] } },
      false,
    ],
    ['ForAnyValue', { 'ForAnyValue:StringEquals': { 'kms:EncryptionContextKeys': ['token'] } }, true],
    [
      'two operators of which one fails',
      {
        StringLike: { 'kms:EncryptionContext:recipient': ['*'] },
        StringEquals: { 'kms:EncryptionContext:recipient': ['bob'] },
      },
      false,
    ],
  ])('%s', (_, conditions, allowed) => {
    expect(unknownCondition(conditions)).toBeUndefined()
    expect(isAllowed([statement({ conditions })], { conditionKeys: keys })).toBe(allowed)
  })

  it.each([
    [{ DateLessThan: { 'aws:CurrentTime': ['2030-01-01'] } }, 'the condition operator DateLessThan is not imitated'],
    [{ StringEquals: { 'aws:SourceVpc': ['x'] } }, 'the condition key aws:SourceVpc is not imitated'],
  ])('%j is refused', (conditions, problem) => {
    expect(unknownCondition(conditions)).toBe(problem)
  })
})
