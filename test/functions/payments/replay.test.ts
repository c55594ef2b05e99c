import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { touchDue } from '../../../infra/operators/replayDue.ts'
import { openPaymentsBench, type PaymentsBench } from '../../support/paymentsBench.ts'

let bench: PaymentsBench
let client: DynamoDBClient
beforeAll(async () => {
  bench = await openPaymentsBench()
  client = new DynamoDBClient({
    endpoint: bench.aws.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: String(process.env['AWS_ACCESS_KEY_ID']), secretAccessKey: 'local' },
  })
})
afterAll(async () => {
  client.destroy()
  await bench.stop()
})

test('what was given up is brought to its worker again, and nothing else', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  const { body: done } = await bench.tell(gateway, 'completed', { gatewayId: 'done' })
  await bench.project()
  const { body: givenUp } = await bench.tell(gateway, 'completed', { gatewayId: 'given up' })

  const touched = await touchDue(client, {
    tableName: bench.aws.table('payments'),
    attribute: 'projection',
    value: 'due',
    historyTable: bench.aws.table('history'),
  })
  await bench.project()

  expect(touched).toBe(1)
  const items = await bench.itemsOf('payments', recipient)
  expect(items.map(({ id, replayedAt }) => [id, replayedAt !== undefined]).toSorted()).toEqual(
    [
      [done.paymentId, false],
      [givenUp.paymentId, true],
    ].toSorted(),
  )
  expect((await bench.view(recipient)).alerts.totalSize).toBe(2)
})

test('videos that are prepared are ready after a replay, and show no trace of it', async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'completed', { gatewayId: '1', attachments: ['https://vk.com/video-1_2'] })
  await bench.deliver('projectPayments', await bench.duePayments())
  const videos = { tableName: bench.aws.table('videos'), attribute: 'status', value: 'prepared' }

  const touched = [await touchDue(client, videos)]
  await bench.project()
  touched.push(await touchDue(client, videos))

  expect(touched).toEqual([1, 0])
  const [video] = await bench.itemsOf('videos', gateway.recipient)
  const answer = await bench.call('getVideos', { recipient: gateway.recipient, params: { ids: String(video?.['id']) } })
  expect(answer.body).toMatchObject({ status: 'ready' })
})
