import { BatchWriteCommand, PutCommand, ScanCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { startLocalAws } from '../../support/localAws.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'
import { emptyTables, storedState } from './storedState.ts'

const aws = await sharedByTests(startLocalAws())

const table = () => ({ TableName: aws.table('streamEvents') })
const keyOf = (id: string) => ({ recipientId: 'alice', id })
const updateOf = (id: string) => ({
  ...table(),
  Key: keyOf(id),
  UpdateExpression: 'SET #text = :text',
  ExpressionAttributeNames: { '#text': 'text' },
  ExpressionAttributeValues: { ':text': 'hello' },
})

test.each<readonly [string, number, () => Promise<unknown>]>([
  ['a put', 1, () => aws.client.send(new PutCommand({ ...table(), Item: keyOf('put') }))],
  ['an update', 1, () => aws.client.send(new UpdateCommand(updateOf('update')))],
  [
    'a transaction',
    2,
    () =>
      aws.client.send(
        new TransactWriteCommand({
          TransactItems: [{ Put: { ...table(), Item: keyOf('one') } }, { Update: updateOf('two') }],
        }),
      ),
  ],
  [
    'batches',
    50,
    async () => {
      for (const batch of ['a', 'b']) {
        const puts = Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: keyOf(`${batch}${at}`) } }))
        await aws.client.send(new BatchWriteCommand({ RequestItems: { [aws.table('streamEvents')]: puts } }))
      }
    },
  ],
])('what %s puts is in the state, and is gone from the emptied table', async (_name, count, put) => {
  await put()

  expect(await storedState(aws, ['streamEvents'], /alice/g)).toHaveLength(count)
  await emptyTables(aws, ['streamEvents', 'announcements'])
  expect(await storedState(aws, ['streamEvents'], /alice/g)).toEqual([])
  expect((await aws.client.send(new ScanCommand(table()))).Items).toEqual([])
})
