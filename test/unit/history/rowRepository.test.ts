import { Readable } from 'node:stream'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { printedAttributes } from '../../../shared/history/print/csv.ts'
import { rowRepository } from '../../../shared/history/print/rowRepository.ts'

/** A client whose transport gives these answers one after another, and what it was asked. */
const openStore = (...answers: readonly object[]) => {
  const asked: unknown[] = []
  const handle = async ({ body }: { readonly body: string }) => {
    const answer = answers[asked.push(JSON.parse(body)) - 1]
    return { response: { statusCode: 200, headers: {}, body: Readable.from([JSON.stringify(answer)]) } }
  }
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new DynamoDBClient({ region: 'us-east-1', credentials, requestHandler: { handle } as never })
  return { asked, rows: rowRepository(client, 'history') }
}

const names = Object.fromEntries(printedAttributes.map((name) => [`#${name}`, name]))
const printed = {
  TableName: 'history',
  IndexName: 'byTime',
  Limit: 2500,
  ConsistentRead: true,
  KeyConditionExpression: 'recipientId = :recipientId AND listedAt BETWEEN :first AND :last',
  ProjectionExpression:
    '#id, #event, #system, #timestamp, #nickname, #amount, #refunded, #message, #goals, #actions, #levelName, #count',
}

test('a print reads what its rows are written from, a page after another', async () => {
  const [row, listedAt] = [{ id: { S: 'i' } }, '2026-03-01T18:30:00.000000000Z#i']
  const { asked, rows } = openStore({ Items: [row], LastEvaluatedKey: { listedAt: { S: listedAt } } }, {})
  const filter = { systems: ['Kick'], events: [] }

  expect(await rows.page('alice', { systems: [], events: [] }, undefined)).toEqual({ rows: [row], lastKey: listedAt })
  expect(await rows.page('alice', filter, listedAt)).toEqual({ rows: [], lastKey: undefined })

  const values = { ':recipientId': { S: 'alice' }, ':last': { S: ':' } }
  expect(asked).toStrictEqual([
    { ...printed, ExpressionAttributeNames: names, ExpressionAttributeValues: { ...values, ':first': { S: '0' } } },
    {
      ...printed,
      FilterExpression: '#system IN (:system0)',
      ExpressionAttributeNames: { ...names, '#system': 'system' },
      ExpressionAttributeValues: { ...values, ':first': { S: listedAt }, ':system0': { S: 'Kick' } },
      ExclusiveStartKey: { recipientId: { S: 'alice' }, id: { S: 'i' }, listedAt: { S: listedAt } },
    },
  ])
})
