import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { rehearse } from '../../../../shared/mechanisms/aws/rehearse.ts'

const unsent = { handle: () => Promise.reject(new Error('sent')) } as never
const clientOf = (settings: object) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: 'eu-central-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
      requestHandler: unsent,
      ...settings,
    }),
  )

/** Where a rehearsal connects, and what its call was answered. */
const rehearsed = async (settings: object) => {
  const client = clientOf(settings)
  const send = vi.spyOn(client, 'send')
  const connect = vi.fn<(host: string, port?: number) => void>()
  await rehearse(client, { connect } as never)
  return {
    connected: connect.mock.calls,
    input: send.mock.calls[0]?.[0].input,
    answer: await send.mock.results[0]?.value,
  }
}

test('a rehearsal makes a whole call without sending it, and opens the connection of the next one', async () => {
  const { connected, input, answer } = await rehearsed({})

  expect(connected).toEqual([['dynamodb.eu-central-1.amazonaws.com', undefined]])
  expect(input).toEqual({ TableName: 'rehearsal', Key: { id: 'rehearsal' } })
  expect(answer).toMatchObject({ $metadata: { httpStatusCode: 200 } })
})

test('the connection has the port of the endpoint, and none is opened without TLS', async () => {
  const { connected } = await rehearsed({ endpoint: 'https://127.0.0.1:8443' })
  const plain = await rehearsed({ endpoint: 'http://127.0.0.1:8000' })

  expect([connected, plain.connected]).toEqual([[['127.0.0.1', 8443]], []])
})

test('a rehearsal that fails says nothing: the first real call will', async () => {
  const credentials = () => Promise.reject(new Error('no credentials'))

  await expect(rehearse(clientOf({ credentials }), {} as never)).resolves.toBeUndefined()
})
