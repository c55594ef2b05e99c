import type { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { postponedStore } from '../../../shared/store/postponedStore.ts'

const now = new Date('2026-03-01T18:30:00Z')
const minute = 60_000
const key = { recipientId: 'alice', id: 'payment-1' }

const openStore = () => {
  const inputs: UpdateCommand['input'][] = []
  const send = async ({ input }: UpdateCommand) => void inputs.push(input)
  const postponable = { table: 'payments', attribute: 'projection', due: 'due' } as const
  return { inputs, store: postponedStore({ send } as unknown as DynamoDBDocumentClient, postponable, () => +now) }
}

const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * minute).toISOString()

test('failed work is left to the schedule, if nobody has done it meanwhile', async () => {
  const { inputs, store } = openStore()

  await store.postpone(key, 3)

  expect(inputs).toEqual([
    {
      TableName: 'payments',
      Key: key,
      UpdateExpression: 'SET #attribute = :state, dueAt = :dueAt, dueShard = :dueShard, attempts = :attempts',
      ConditionExpression: '#attribute IN (:due, :postponed)',
      ExpressionAttributeNames: { '#attribute': 'projection' },
      ExpressionAttributeValues: {
        ':state': 'postponed',
        ':due': 'due',
        ':postponed': 'postponed',
        ':attempts': 3,
        ':dueAt': inMinutes(4),
        ':dueShard': '1',
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  ])
})

test('pauses double from a minute to half an hour', async () => {
  const { inputs, store } = openStore()

  for (const attempts of [1, 2, 3, 6, 7, 8]) await store.postpone(key, attempts)

  expect(inputs.map(({ ExpressionAttributeValues: values }) => values?.[':dueAt'])).toEqual(
    [1, 2, 4, 32, 32, 32].map(inMinutes),
  )
})

test('due work is taken up by one of several runs, and again after ten minutes if its worker dies', async () => {
  const { inputs, store } = openStore()

  await store.takeUp(key, now)

  expect(inputs).toEqual([
    {
      TableName: 'payments',
      Key: key,
      UpdateExpression: 'SET #attribute = :state, dueAt = :dueAt, dueShard = :dueShard',
      ConditionExpression: '#attribute IN (:due, :postponed) AND dueAt <= :now',
      ExpressionAttributeNames: { '#attribute': 'projection' },
      ExpressionAttributeValues: {
        ':state': 'due',
        ':due': 'due',
        ':postponed': 'postponed',
        ':now': now.toISOString(),
        ':dueAt': inMinutes(10),
        ':dueShard': '1',
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  ])
})
