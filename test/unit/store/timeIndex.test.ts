import type { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { timeIndexReader } from '../../../shared/store/timeIndex.ts'

test('an offset beyond 32 bits is no Limit of a query, which DynamoDB would refuse and the embedded engine does not', async () => {
  const limits: unknown[] = []
  const send = async ({ input }: QueryCommand) => {
    limits.push(input.Limit)
    return { Count: 3 }
  }
  const index = timeIndexReader({ send } as unknown as DynamoDBDocumentClient)

  const items = await index.slice(
    'alice',
    { TableName: 'history' },
    { offset: Number.MAX_SAFE_INTEGER - 100, limit: 20 },
  )

  expect(items).toEqual([])
  expect(limits).toEqual([100_000])
})
