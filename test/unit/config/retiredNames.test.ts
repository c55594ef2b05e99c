import { describe, expect, test } from 'vitest'
import {
  configId,
  departure,
  isFirstName,
  isRetired,
  release,
  reservedBy,
} from '../../../shared/config/retiredNames.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { conflicting } from '../../support/unitStore.ts'

const refusal = () => new Conflict({ id: 'found' })

test('a name is the first one of the record whose id follows from it', () => {
  expect(isFirstName('alice', configId('alice', 'theme'), 'theme')).toBe(true)
  expect(isFirstName('bob', configId('alice', 'theme'), 'theme')).toBe(false)
  expect(isFirstName('alice', configId('alice', 'theme'), 'other')).toBe(false)
})

test('what holds a name says whether it is retired, and what it has reserved', () => {
  expect([{ retired: true }, { retired: 'true' }, {}, undefined].map(isRetired)).toEqual([true, false, false, false])
  expect([{ reserved: 512 }, {}, undefined].map(reservedBy)).toEqual([512, 0, 0])
})

describe('a record that leaves its name', () => {
  const own = { recipientId: 'alice', name: 'old', id: 'i', reserved: 512 }
  const asSeen = { TableName: 'configs', ExpressionAttributeValues: { ':id': 'i', ':reserved': 512 } }

  test('leaves nothing there, if it is as it was seen', () => {
    const { write, items } = departure('configs', 'alice', own, false, refusal)

    expect(items).toBe(-1)
    expect(conflicting(write)).toEqual({
      operation: {
        Delete: {
          ...asSeen,
          Key: { recipientId: 'alice', name: 'old' },
          ConditionExpression: 'id = :id AND reserved = :reserved AND attribute_not_exists(retired)',
        },
      },
      repeatable: false,
    })
  })

  test('may leave a trace, and be held to a revision', () => {
    const still = { ConditionExpression: 'revision IN (:r)', ExpressionAttributeValues: { ':r': 'r' } }
    const { write, items } = departure('configs', 'alice', { ...own, retired: true }, true, refusal, still)

    expect(items).toBe(0)
    expect(write.operation).toEqual({
      Put: {
        TableName: 'configs',
        Item: { recipientId: 'alice', name: 'old', retired: true },
        ConditionExpression: 'id = :id AND reserved = :reserved AND attribute_exists(retired) AND revision IN (:r)',
        ExpressionAttributeValues: { ...asSeen.ExpressionAttributeValues, ':r': 'r' },
      },
    })
  })
})

describe('the first name of a deleted record', () => {
  const target = { TableName: 'configs', Key: { recipientId: 'alice', name: 'first' } }

  test('is free again where only its trace is there', () => {
    const { write, items } = release('configs', 'alice', { name: 'first', retired: true })

    expect(items).toBe(-1)
    expect(conflicting(write)).toEqual({
      operation: {
        Delete: { ...target, ConditionExpression: 'attribute_exists(retired) AND attribute_not_exists(id)' },
      },
      repeatable: false,
    })
  })

  test('is no longer retired for the record that has got it', () => {
    const { write, items } = release('configs', 'alice', { name: 'first', retired: true, id: 'other' })

    expect(items).toBe(0)
    expect(conflicting(write)).toEqual({
      operation: {
        Update: {
          ...target,
          UpdateExpression: 'REMOVE retired',
          ConditionExpression: 'attribute_exists(retired) AND attribute_exists(id)',
        },
      },
      repeatable: false,
    })
  })
})
