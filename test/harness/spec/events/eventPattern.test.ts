import { describe, expect, test } from 'vitest'
import { compileEventPattern } from '../../events/eventPattern.ts'

const record = {
  eventName: 'MODIFY',
  size: 5,
  dynamodb: {
    Keys: { pk: { S: 'PRINT#1' } },
    NewImage: {
      status: { S: 'queued' },
      rows: { N: '5' },
      tags: { SS: ['a', 'b'] },
      done: { BOOL: false },
      none: { NULL: true },
    },
  },
}

const image = (pattern: object) => ({ dynamodb: { NewImage: pattern } })

describe('matches', () => {
  test.each<[string, object]>([
    ['a value', { eventName: ['MODIFY'] }],
    ['one of several values', { eventName: ['INSERT', 'MODIFY'] }],
    ['all of several fields', { eventName: ['MODIFY'], ...image({ status: { S: ['queued'] } }) }],
    ['a boolean', image({ done: { BOOL: [false] } })],
    ['an element of a set', image({ tags: { SS: ['b'] } })],
    ['a prefix', { dynamodb: { Keys: { pk: { S: [{ prefix: 'PRINT#' }] } } } }],
    ['a suffix', { dynamodb: { Keys: { pk: { S: [{ suffix: '#1' }] } } } }],
    ['in any case', image({ status: { S: [{ 'equals-ignore-case': 'QUEUED' }] } })],
    ['anything but a value', image({ status: { S: [{ 'anything-but': 'ready' }] } })],
    ['anything but several values', image({ status: { S: [{ 'anything-but': ['ready', 'failed'] }] } })],
    ['a number', { size: [{ numeric: ['=', 5] }] }],
    ['a numeric range', { size: [{ numeric: ['>', 0, '<=', 5] }] }],
    ['a leaf that exists', image({ status: { S: [{ exists: true }] } })],
    ['a leaf that does not exist', { dynamodb: { OldImage: { status: { S: [{ exists: false }] } } } }],
    ['an alternative of $or', { $or: [{ eventName: ['REMOVE'] }, image({ status: { S: ['queued'] } })] }],
  ])('%s', (_, pattern) => {
    expect(compileEventPattern(JSON.stringify(pattern))(record)).toBe(true)
  })
})

describe('does not match', () => {
  test.each<[string, object]>([
    ['another value', { eventName: ['INSERT'] }],
    ['a part of the fields', { eventName: ['MODIFY'], ...image({ status: { S: ['ready'] } }) }],
    ['an absent field', { dynamodb: { OldImage: { status: { S: ['queued'] } } } }],
    ['anything but, of an absent field', image({ other: { S: [{ 'anything-but': 'x' }] } })],
    ['anything but the value', image({ status: { S: [{ 'anything-but': ['queued'] }] } })],
    ['numerically, a number of DynamoDB, which is a string', image({ rows: { N: [{ numeric: ['=', 5] }] } })],
    ['a leaf that exists after all', image({ status: { S: [{ exists: false }] } })],
    ['the existence of an object', image({ status: [{ exists: true }] })],
    ['no alternative of $or', { $or: [{ eventName: ['REMOVE'] }, { eventName: ['INSERT'] }] }],
  ])('%s', (_, pattern) => {
    expect(compileEventPattern(JSON.stringify(pattern))(record)).toBe(false)
  })
})

describe('refuses', () => {
  test.each<[string, unknown]>([
    ['an operator that Lambda does not know', { eventName: [{ wildcard: 'M*' }] }],
    ['an operator not imitated', { ip: [{ cidr: '10.0.0.0/8' }] }],
    ['two operators in one', { eventName: [{ prefix: 'M', suffix: 'Y' }] }],
    ['a nested anything-but', { eventName: [{ 'anything-but': { prefix: 'M' } }] }],
    ['a prefix that is no string', { eventName: [{ prefix: 5 }] }],
    ['a malformed numeric', { size: [{ numeric: ['>'] }] }],
    ['an unknown comparison', { size: [{ numeric: ['!=', 1] }] }],
    ['a value outside a list', { eventName: 'MODIFY' }],
    ['an empty list', { eventName: [] }],
    ['a $or that is no list', { $or: {} }],
    ['a list', []],
  ])('%s', (_, pattern) => {
    expect(() => compileEventPattern(JSON.stringify(pattern))).toThrow()
  })
})
