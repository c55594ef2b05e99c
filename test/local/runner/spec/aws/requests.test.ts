import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { partly } from '../../aws/dynamodbFaults.ts'
import { createForwarder } from '../../aws/forwarder.ts'
import { startLocalServer } from '../../aws/localServer.ts'
import { operationName, unsignedService } from '../../aws/operationName.ts'
import { createStaleReads } from '../../aws/staleReads.ts'
import type { TracedCall } from '../../aws/trace.ts'
import type { Deployment, FunctionResource } from '../../deployment.ts'
import { type InvocationTrace, invocationTraces } from '../../invocationTraces.ts'
import { openRoute } from '../gateway/literalDeployment.ts'
import { deploymentAllowing } from './exampleDeployment.ts'

describe('an operation', () => {
  test.each([
    ['s3', 'PUT', '/b/k', 'PutObject'],
    ['s3', 'GET', '/b/k?uploads', 'ListMultipartUploads'],
    ['s3', 'POST', '/b/k?uploads=', 'CreateMultipartUpload'],
    ['s3', 'PUT', '/b/k?partNumber=1&uploadId=u', 'UploadPart'],
    ['s3', 'POST', '/b/k?uploadId=u', 'CompleteMultipartUpload'],
    ['s3', 'DELETE', '/b/k?uploadId=u', 'AbortMultipartUpload'],
    ['s3', 'GET', '/b/k?uploadId=u', 'ListParts'],
    ['s3', 'GET', '/b?list-type=2', 'ListObjectsV2'],
    ['s3', 'GET', '/b/uploads', 'GetObject'],
    ['s3', 'HEAD', '/b/k', 'HeadObject'],
    ['s3', 'DELETE', '/b/k', 'DeleteObject'],
    ['s3', 'POST', '/b?delete', 'DeleteObjects'],
    ['s3', 'PATCH', '/b/k', 'PATCH'],
    ['execute-api', 'POST', '/', 'PostToConnection'],
    ['execute-api', 'GET', '/', 'GetConnection'],
    ['execute-api', 'DELETE', '/', 'DeleteConnection'],
    ['execute-api', 'PUT', '/', 'PUT'],
    ['kms', 'POST', '/', 'Decrypt'],
  ])('of %s by %s %s is %s', (service, method, target, name) => {
    expect(operationName(service, { method, target, headers: { 'x-amz-target': 'TrentService.Decrypt' } })).toBe(name)
  })

  test.each([
    ['DynamoDB_20120810.PutItem', 'dynamodb'],
    ['DynamoDBStreams_20120810.GetRecords', 'dynamodb'],
    ['TrentService.Decrypt', 'kms'],
    ['AmazonSSM.GetParameter', 'ssm'],
    ['AmazonSQS.SendMessage', 'sqs'],
    ['AmazonSQSX.SendMessage', 's3'],
    [undefined, 's3'],
  ])('for %s is one of %s, even unsigned', (target, service) => {
    const headers: Record<string, string> = target === undefined ? {} : { 'x-amz-target': target }

    expect(unsignedService({ method: 'POST', target: '/', headers })).toBe(service)
  })
})

test('a stale read is what the same read was before the last write that succeeded', async () => {
  const stale = createStaleReads()
  let stored = 0
  const run = async (action: string, body: string, status = 200) => {
    const call = { service: 'dynamodb', action, functionId: undefined, body }
    const earlier = stale.earlier(call)?.body
    await stale.observing(call, async () => ({ status, headers: {}, body: `${stored}` }))(body)
    return earlier
  }
  const write = (status = 200) => {
    if (status === 200) stored++
    return run('PutItem', 'write', status)
  }

  const seen = [await run('GetItem', 'a'), await run('GetItem', 'a')]
  await write()
  seen.push(await run('GetItem', 'a'), await run('GetItem', 'a'), await run('Query', 'a'), await run('GetItem', 'b'))
  await write(400)
  seen.push(await run('GetItem', 'a'), await run('GetItem', 'b'))
  await write()
  seen.push(await run('GetItem', 'a'), await run('GetItem', 'a,"ConsistentRead" : true'))

  expect(seen).toEqual([undefined, undefined, '0', '0', undefined, undefined, '0', undefined, '1', undefined])
})

test.each(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'])(
  'a read after %s may be answered as before it',
  async (action) => {
    const stale = createStaleReads()
    const callOf = (name: string) => ({ service: 'dynamodb', action: name, functionId: undefined, body: 'a' })
    const run = (name: string, body: string) =>
      stale.observing(callOf(name), async () => ({ status: 200, headers: {}, body }))('a')

    const reads = ['GetItem', 'BatchGetItem', 'Query', 'Scan']
    for (const read of reads) await run(read, read)
    await run(action, 'written')

    expect(reads.map((read) => stale.earlier(callOf(read))?.body)).toEqual(reads)
  },
)

test('a batch of reads that is done in part gives the rest of each table back, with its settings', async () => {
  const RequestItems = { A: { Keys: [1, 2, 3], ConsistentRead: true }, B: { Keys: [4], ProjectionExpression: 'p' } }
  const call = { service: 'dynamodb', action: 'BatchGetItem', functionId: undefined }
  const sent: string[] = []

  const answer = await partly({ ...call, body: JSON.stringify({ RequestItems }) }, async (body) => {
    sent.push(String(body))
    return { status: 200, headers: { 'x-amz-crc32': '1', other: '2' }, body: '{"Responses":{"A":[1,2]}}' }
  })

  expect(sent).toEqual(['{"RequestItems":{"A":{"Keys":[1,2],"ConsistentRead":true}}}'])
  const UnprocessedKeys = { A: { Keys: [3], ConsistentRead: true }, B: RequestItems.B }
  const body = JSON.stringify({ Responses: { A: [1, 2] }, UnprocessedKeys })
  expect(answer).toEqual({ status: 200, headers: { other: '2' }, body })
})

test('an idle connection to an engine is closed sooner than the 30 s after which Amazon’s engine closes it', async () => {
  const sockets: Socket[] = []
  const see = (message: unknown) => sockets.push((message as { socket: Socket }).socket)
  subscribe('net.client.socket', see)
  onTestFinished(() => void unsubscribe('net.client.socket', see))
  const server = await startLocalServer(async () => ({ status: 200, headers: {}, body: '' }))
  onTestFinished(server.stop)
  const { forward, close } = createForwarder(server.endpoint)
  onTestFinished(close)

  for (let n = 0; n < 2; n++) await forward({ method: 'GET', target: '/', headers: {}, body: '' })

  expect(sockets.map(({ timeout }) => timeout)).toEqual([10_000])
})

describe('the server of an endpoint', () => {
  const answerOf = async (answer: Parameters<typeof startLocalServer>[0], method = 'POST') => {
    const server = await startLocalServer(answer)
    onTestFinished(server.stop)
    const sent = request(server.endpoint, { method, agent: false }).end()
    const [response] = (await new Promise((resolve, reject) => {
      sent.once('response', (...given) => resolve(given)).once('error', reject)
    })) as [import('node:http').IncomingMessage]
    return { status: response.statusCode, length: response.headers['content-length'], body: await text(response) }
  }

  test('answers 500 for a defect of its own', async () => {
    const answer = await answerOf(() => Promise.reject(new Error('a bug')))

    expect(answer).toMatchObject({ status: 500, body: expect.stringContaining('InternalServerError') })
  })

  test('counts the bytes of a text, and leaves the length of an answer to HEAD alone', async () => {
    const given = async () => ({ status: 200, headers: {}, body: 'é' })
    const head = async () => ({ status: 200, headers: { 'content-length': '77' }, body: '' })

    expect(await answerOf(given)).toMatchObject({ length: '2', body: 'é' })
    expect(await answerOf(head, 'HEAD')).toMatchObject({ length: '77', body: '' })
  })

  test('keeps a connection for an hour, which a function may be frozen for between two calls', async () => {
    const server = await startLocalServer(async () => ({ status: 200, headers: {}, body: '' }))
    onTestFinished(server.stop)

    expect((await fetch(server.endpoint)).headers.get('keep-alive')).toBe('timeout=3600')
  })

  test('cuts the connection', async () => {
    await expect(answerOf(async () => 'reset')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})

test.each([
  ['http', undefined],
  ['rest', { deploymentId: 'd1' } as Deployment['httpApi']['rest']],
])(
  'each invocation has the calls of its own process since the one before, and the entrance of its function: %s',
  (entrance, rest) => {
    const traces: InvocationTrace[] = []
    const { httpApi } = deploymentAllowing()
    const doors = {
      httpApi: { ...httpApi, rest, routes: [openRoute('GET /', 'Web')] },
      webSocketApi: { routes: [openRoute('$connect', 'Socket')] } as unknown as Deployment['webSocketApi'],
    }
    const { record, finish } = invocationTraces(doors, (trace) => traces.push(trace))
    const call = (accessKeyId: string, action: string) => record({ accessKeyId, action } as TracedCall)
    const end = (logicalId: string, accessKeyId: string) =>
      finish({ logicalId, id: logicalId, memoryMegabytes: 1 } as FunctionResource, {
        accessKeyId,
        milliseconds: 5,
        result: { kind: 'success', requestId: 'r', payload: {} },
      })

    call('A', 'one')
    call('B', 'two')
    call('A', 'three')
    end('Web', 'A')
    end('Socket', 'A')
    end('Worker', 'B')

    expect(
      traces.map((trace) => [trace.functionId, trace.entrance, ...trace.calls.map(({ action }) => action)]),
    ).toEqual([
      ['Web', entrance, 'one', 'three'],
      ['Socket', 'webSocket'],
      ['Worker', 'none', 'two'],
    ])
  },
)
