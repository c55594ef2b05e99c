import { expect, test } from 'vitest'
import { copyName, deleteCopy, pointInTimeCopy } from '../../../../../infra/operators/restore/pointInTimeCopy.ts'
import { answeredClient } from './standInTables.ts'

const at = new Date('2026-01-02T03:04:05.678Z')
const name = 'tools-news-at-20260102T030405Z'

/** DynamoDB, where the copy has these states one after another; `gone` where it is not there. */
const copyWith = (...states: readonly string[]) => {
  const left = [...states]
  const answered = answeredClient({
    DescribeTable: () => {
      const state = left.shift() ?? 'ACTIVE'
      return state === 'gone'
        ? 'ResourceNotFoundException'
        : state.endsWith('Exception')
          ? state
          : { Table: { TableStatus: state } }
    },
    RestoreTableToPointInTime: () => ({}),
    DeleteTable: () => ({}),
  })
  return { ...answered, copying: () => pointInTimeCopy(answered.client, 'tools-news', at, 1) }
}

test('a copy is made without indexes, and can be read once it is active', async () => {
  const { copying, asked } = copyWith('gone', 'CREATING', 'CREATING', 'ACTIVE')

  expect(await copying()).toBe(name)
  const restoration = {
    SourceTableName: 'tools-news',
    TargetTableName: name,
    RestoreDateTime: at.getTime() / 1000,
    GlobalSecondaryIndexOverride: [],
    LocalSecondaryIndexOverride: [],
  }
  const look = ['DescribeTable', { TableName: name }]
  expect(asked).toEqual([look, ['RestoreTableToPointInTime', restoration], look, look, look])
})

test.each(['ACTIVE', 'CREATING'])('a copy that is there (%s) is not made again', async (state) => {
  const { copying, inputsOf } = copyWith(state)

  expect(await copying()).toBe(name)
  expect(inputsOf('RestoreTableToPointInTime')).toEqual([])
})

test('a copy that disappears is an error, and so is what DynamoDB refuses', async () => {
  await expect(copyWith('CREATING', 'gone').copying()).rejects.toThrow(
    `The copy ${name} has disappeared: somebody has deleted it`,
  )
  await expect(copyWith('AccessDeniedException').copying()).rejects.toMatchObject({ name: 'AccessDeniedException' })
})

test('a copy is deleted by its name', async () => {
  const { client, asked } = copyWith()

  await deleteCopy(client, copyName('tools-news', at))

  expect(asked).toEqual([['DeleteTable', { TableName: name }]])
})
