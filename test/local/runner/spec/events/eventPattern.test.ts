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
    ['a number below a bound', { size: [{ numeric: ['<', 6] }] }],
    ['anything but a number', { size: [{ 'anything-but': 4 }] }],
    ['an element of a set by its prefix', image({ tags: { SS: [{ prefix: 'b' }] } })],
    ['a numeric range', { size: [{ numeric: ['>', 0, '<=', 5] }] }],
    ['a leaf that exists', image({ status: { S: [{ exists: true }] } })],
    ['a leaf that does not exist', { dynamodb: { OldImage: { status: { S: [{ exists: false }] } } } }],
    ['numbers at their bounds', { size: [{ numeric: ['>=', 5, '<=', 5] }] }],
    ['one of several operators', { eventName: [{ prefix: 'X' }, { suffix: 'FY' }] }],
    ['an alternative of $or beside a field', { eventName: ['MODIFY'], $or: [{ size: [4] }, { size: [5] }] }],
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
    ['a value in another case', { eventName: ['modify'] }],
    ['a number as a text', { size: ['5'] }],
    ['the beginning of a value', { eventName: ['MOD'] }],
    ['a prefix in the middle', { eventName: [{ prefix: 'ODI' }] }],
    ['a prefix in another case', { eventName: [{ prefix: 'mod' }] }],
    ['a suffix in the middle', { eventName: [{ suffix: 'IF' }] }],
    ['a part, in any case', { eventName: [{ 'equals-ignore-case': 'modif' }] }],
    ['a prefix of a number', { size: [{ prefix: '5' }] }],
    ['a suffix in another case', { eventName: [{ suffix: 'fy' }] }],
    ['another number', { size: [{ numeric: ['=', 4] }] }],
    ['anything but the number', { size: [{ 'anything-but': [4, 5] }] }],
    ['another boolean', image({ done: { BOOL: [true] } })],
    ['a number above a bound that it is', { size: [{ numeric: ['>', 5] }] }],
    ['a number below a bound that it is', { size: [{ numeric: ['<', 5] }] }],
    ['half of a range', { size: [{ numeric: ['>', 0, '<', 5] }] }],
    ['an inherited member', { toString: [{ exists: true }] }],
    ['an alternative of $or beside another field', { eventName: ['INSERT'], $or: [{ size: [5] }] }],
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
    ['a numeric range without its end', { size: [{ numeric: ['>', 0, '<'] }] }],
    ['an unknown comparison', { size: [{ numeric: ['!=', 1] }] }],
    ['a value outside a list', { eventName: 'MODIFY' }],
    ['an empty list', { eventName: [] }],
    ['a $or that is no list', { $or: {} }],
    ['a suffix that is no string', { eventName: [{ suffix: null }] }],
    ['an ignored case of no string', { eventName: [{ 'equals-ignore-case': 5 }] }],
    ['an existence that is no flag', { eventName: [{ exists: 'true' }] }],
    ['anything but a flag', { eventName: [{ 'anything-but': [true] }] }],
    ['a numeric without terms', { size: [{ numeric: [] }] }],
    ['an inherited name as an operator', { size: [{ toString: 'x' }] }],
    ['a list', []],
  ])('%s', (_, pattern) => {
    expect(() => compileEventPattern(JSON.stringify(pattern))).toThrow()
  })
})
