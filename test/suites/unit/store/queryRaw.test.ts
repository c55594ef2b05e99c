import { Readable } from 'node:stream'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { queryRaw } from '../../../../shared/mechanisms/store/queryRaw.ts'

const input = { TableName: 'things', KeyConditionExpression: 'id = :id' }
const page = { Items: [{ id: { S: 'a' }, bytes: { B: 'AAE=' } }], LastEvaluatedKey: { id: { S: 'a' } } }

/** DynamoDB that answers with these bodies one after another; an error is a connection that breaks off in the middle. */
const clientAnswering = (...answers: readonly (readonly [status: number, body: object | Error])[]) => {
  const asked: unknown[] = []
  const handle = async ({ body }: { readonly body: string }) => {
    asked.push(JSON.parse(body))
    const [statusCode, content] = answers[asked.length - 1] ?? [500, {}]
    const text = async function* () {
      yield Buffer.from('{"It')
      throw content
    }
    const stream =
      content instanceof Error ? Readable.from(text()) : Readable.from([Buffer.from(JSON.stringify(content))])
    return { response: { statusCode, headers: {}, body: stream } }
  }
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: { handle } as never,
  })
  return { client, asked }
}

test('items come as they are on the wire, with the key behind them', async () => {
  const { client, asked } = clientAnswering([200, page])

  expect(await queryRaw(client, input)).toEqual(page)
  expect(asked).toEqual([input])
})

test('a refusal is the error that DynamoDB names', async () => {
  const { client } = clientAnswering([400, { __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException' }])

  await expect(queryRaw(client, input)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

test('an answer that breaks off is asked for again', async () => {
  const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  const { client, asked } = clientAnswering([200, broken], [200, page])

  expect(await queryRaw(client, input)).toEqual(page)
  expect(asked).toEqual([input, input])
})
