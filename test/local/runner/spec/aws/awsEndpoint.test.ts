import { once } from 'node:events'
import { connect } from 'node:http2'
import {
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { GetObjectTaggingCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { sign } from 'aws4'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type AwsEndpoint, startAwsEndpoint } from '../../aws/awsEndpoint.ts'
import type { EngineHandler } from '../../aws/engineHandler.ts'
import type { TracedCall } from '../../aws/trace.ts'
import type { PolicyStatement } from '../../deployment.ts'
import { type DynamoDbEngine, dynamoDbClientConfig, startDynamoDb } from '../../engines/dynamodb.ts'
import { createTables } from '../../engines/dynamodbTables.ts'
import { createS3 } from '../../engines/s3/createS3.ts'
import { allow, announcers, announcersArn, deploymentAllowing } from './exampleDeployment.ts'

const owner = { accessKeyId: 'ADDANNOUNCER', secretAccessKey: 'its own secret', sessionToken: 'tolerated' }
const item = { recipientId: { S: 'alice' }, id: { S: '1' }, trigger: { S: 'STREAM_STARTED' } }
const key = { recipientId: item.recipientId, id: item.id }

describe('the AWS endpoint', () => {
  let engine: DynamoDbEngine
  let endpoint: AwsEndpoint | undefined
  const log: string[] = []
  const calls: TracedCall[] = []

  beforeAll(async () => {
    engine = await startDynamoDb({ dataFolder: 'memory' })
    await createTables(engine, [announcers])
  })
  afterAll(() => engine.stop())
  afterEach(async () => {
    await endpoint?.stop()
    endpoint = undefined
    log.length = 0
    calls.length = 0
  })

  const start = async (
    statements: readonly PolicyStatement[],
    { traced = false, s3 }: { readonly traced?: boolean; readonly s3?: EngineHandler } = {},
  ) => {
    const credential = { secretAccessKey: owner.secretAccessKey, functionLogicalId: 'addAnnouncerFunction' }
    endpoint = await startAwsEndpoint({
      deployment: deploymentAllowing(...statements),
      credentials: new Map([[owner.accessKeyId, credential]]),
      engines: { dynamodb: engine, s3 },
      log: (line) => log.push(line),
      onCall: traced ? (call) => calls.push(call) : undefined,
    })
    return endpoint
  }
  const clientOf = ({ endpoint: address }: AwsEndpoint, credentials: object = {}) =>
    new DynamoDBClient({
      endpoint: address,
      region: 'us-east-1',
      credentials: { ...owner, ...credentials },
      maxAttempts: 1,
    })

  it.each([
    ['an unknown access key', { accessKeyId: 'SOMEBODYELSE' }, 'UnrecognizedClientException'],
    ['a wrong secret', { secretAccessKey: 'guessed' }, 'InvalidSignatureException'],
  ])('refuses %s', async (_, credentials, error) => {
    const client = clientOf(await start([allow(['dynamodb:*'], ['*'])]), credentials)

    const refused = client.send(new GetItemCommand({ TableName: 'Announcers', Key: key }))

    await expect(refused).rejects.toMatchObject({ name: error })
  })

  it('refuses a signature of another time than now', async () => {
    const { endpoint: address } = await start([allow(['dynamodb:*'], ['*'])])
    const config = { endpoint: address, region: 'us-east-1', credentials: owner, maxAttempts: 1 }
    const client = new DynamoDBClient({ ...config, systemClockOffset: -16 * 60_000 })

    const refused = client.send(new GetItemCommand({ TableName: 'Announcers', Key: key }))

    await expect(refused).rejects.toMatchObject({ name: 'InvalidSignatureException', message: 'Signature expired' })
  })

  it('refuses an unsigned call', async () => {
    const { endpoint: address } = await start([allow(['dynamodb:*'], ['*'])])

    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body: '{}',
    })

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      __type: 'com.amazon.coral.service#MissingAuthenticationTokenException',
    })
  })

  it('refuses what the role does not allow, in the words of AWS, and logs function, action and resource', async () => {
    const client = clientOf(await start([allow(['dynamodb:GetItem'], [announcersArn])]))

    const refused = client.send(new PutItemCommand({ TableName: 'Announcers', Item: item }))

    await expect(refused).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message:
        'User: arn:aws:sts::123456789012:assumed-role/Streaming-addAnnouncerRole/Streaming-addAnnouncer is not authorized to ' +
        `perform: dynamodb:PutItem on resource: ${announcersArn} because no identity-based policy allows the dynamodb:PutItem action`,
    })
    expect(log).toEqual([`access denied: addAnnouncer may not dynamodb:PutItem on ${announcersArn}`])
  })

  it('asks for the permission of each part of a transaction', async () => {
    const client = clientOf(await start([allow(['dynamodb:PutItem'], [announcersArn])]))
    const parts = [{ Put: { TableName: 'Announcers', Item: item } }, { Delete: { TableName: 'Announcers', Key: key } }]

    const refused = client.send(new TransactWriteItemsCommand({ TransactItems: parts }))

    await expect(refused).rejects.toMatchObject({ name: 'AccessDeniedException' })
    expect(log).toEqual([`access denied: addAnnouncer may not dynamodb:DeleteItem on ${announcersArn}`])
  })

  it('refuses PartiQL and says so', async () => {
    const client = clientOf(await start([allow(['dynamodb:*'], ['*'])]))

    const refused = client.send(new ExecuteStatementCommand({ Statement: 'SELECT * FROM Announcers' }))

    await expect(refused).rejects.toMatchObject({ name: 'UnknownOperationException' })
    expect(log).toEqual(['not imitated: addAnnouncer called dynamodb:ExecuteStatement'])
  })

  it.each(['sns', 'constructor'])(
    'refuses a call of the service %s, which is not imitated, and says so',
    async (service) => {
      const { endpoint: address } = await start([allow(['*'], ['*'])])
      const headers = { 'X-Amz-Target': 'AmazonSNS.Publish' }
      const signed = sign({ service, region: 'us-east-1', host: new URL(address).host, body: '{}', headers }, owner)

      const answer = await fetch(address, {
        method: 'POST',
        headers: signed.headers as Record<string, string>,
        body: '{}',
      })

      expect([answer.status, await answer.json()]).toMatchObject([400, { __type: 'UnknownOperationException' }])
      expect(log).toEqual([`not imitated: addAnnouncer called ${service}:Publish`])
    },
  )

  it.each([
    ['sns', { method: 'POST', path: '/', body: 'Action=Publish&Message=x' }, 'Publish'],
    ['lambda', { method: 'POST', path: '/2015-03-31/functions/f/invocations', body: '{}' }, 'Invoke'],
    ['monitoring', { method: 'POST', path: '/service/Metrics/operation/PutMetricData', body: '' }, 'PutMetricData'],
    ['scheduler', { method: 'GET', path: '/schedules/a', body: '' }, 'GET /schedules/a'],
  ])('names the operation of a call of %s, as its protocol has it', async (service, call, operation) => {
    const { endpoint: address } = await start([allow(['*'], ['*'])])
    const signed = sign({ service, region: 'us-east-1', host: new URL(address).host, ...call }, owner)

    await fetch(`${address}${call.path}`, {
      method: call.method,
      headers: signed.headers as Record<string, string>,
      ...(call.body !== '' && { body: call.body }),
    })

    expect(log).toEqual([`not imitated: addAnnouncer called ${service}:${operation}`])
  })

  it('cuts a call by HTTP/2, and says so', async () => {
    const { endpoint: address } = await start([])
    const session = connect(address)
    session.on('error', () => undefined)

    const call = session.request({ ':path': '/' })
    call.on('error', () => undefined)
    await once(call, 'close')

    session.destroy()
    expect(log).toEqual(['not imitated: a call by HTTP/2, as those of Kinesis'])
  })

  it('logs the part of a call of an imitated service that is not imitated', async () => {
    const s3 = createS3({
      buckets: [{ logicalId: 'Prints', name: 'prints', arn: 'arn:aws:s3:::prints' }],
      dataFolder: 'memory',
    })
    onTestFinished(s3.stop)
    const { endpoint: address } = await start([allow(['*'], ['*'])], { s3: s3.handle })
    const client = new S3Client({ endpoint: address, region: 'us-east-1', credentials: owner, maxAttempts: 1 })
    const object = { Bucket: 'prints', Key: 'a' }

    await expect(client.send(new GetObjectTaggingCommand(object))).rejects.toMatchObject({ name: 'NotImplemented' })
    await expect(client.send(new PutObjectCommand({ ...object, Body: 'x', Tagging: 'a=b' }))).rejects.toThrow()

    expect(log).toEqual([
      'not imitated: addAnnouncer called s3:GetObject (?tagging)',
      'not imitated: addAnnouncer called s3:PutObject (x-amz-tagging)',
    ])
  })

  it('holds calls to the limits that the engine does not know', async () => {
    const client = clientOf(await start([allow(['dynamodb:*'], ['*'])]))
    const Item = { ...item, trigger: { S: 'x'.repeat(2049) } }

    const refused = client.send(new PutItemCommand({ TableName: 'Announcers', Item }))

    await expect(refused).rejects.toThrow('Size of a key of index byTrigger')
  })

  it('refuses to start on a condition that it cannot evaluate', async () => {
    const conditions = { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }

    const started = start([{ ...allow(['dynamodb:*'], ['*']), conditions }])

    await expect(started).rejects.toThrow('addAnnouncerRole: the condition operator IpAddress is not imitated')
  })

  it('traces calls with their units, which the caller does not see unless it asked', async () => {
    const client = clientOf(await start([allow(['dynamodb:*'], ['*'])], { traced: true }))
    await client.send(new PutItemCommand({ TableName: 'Announcers', Item: { ...item, id: { S: 'tracé' } } }))

    const plain = await client.send(new GetItemCommand({ TableName: 'Announcers', Key: key }))
    const asking = await client.send(
      new GetItemCommand({ TableName: 'Announcers', Key: key, ReturnConsumedCapacity: 'TOTAL' }),
    )

    expect(plain.ConsumedCapacity).toBeUndefined()
    expect(asking.ConsumedCapacity).toMatchObject({ CapacityUnits: 0.5 })
    expect(calls).toMatchObject([
      {
        functionId: 'addAnnouncer',
        accessKeyId: 'ADDANNOUNCER',
        service: 'dynamodb',
        action: 'PutItem',
        tables: ['Announcers'],
        readUnits: 0,
        writeUnits: 2,
        status: 200,
      },
      {
        functionId: 'addAnnouncer',
        action: 'GetItem',
        tables: ['Announcers'],
        readUnits: 0.5,
        writeUnits: 0,
        status: 200,
      },
      { functionId: 'addAnnouncer', action: 'GetItem', readUnits: 0.5 },
    ])
  })

  it("serves Amazon's own client errors unchanged", async () => {
    const client = clientOf(await start([allow(['dynamodb:*'], ['*'])], { traced: true }))
    const direct = new DynamoDBClient(dynamoDbClientConfig(engine))
    const command = new PutItemCommand({
      TableName: 'Announcers',
      Item: item,
      ConditionExpression: 'attribute_exists(nothing)',
    })

    const [through, past] = await Promise.allSettled([client.send(command), direct.send(command)])

    expect(through).toMatchObject({ status: 'rejected', reason: { name: 'ConditionalCheckFailedException' } })
    expect(through.status === 'rejected' && through.reason.message).toBe(
      past.status === 'rejected' && past.reason.message,
    )
    expect(calls).toMatchObject([{ status: 400, writeUnits: 1 }])
  })

  it('injects faults into the calls of the function that a plan names, until the plan is changed', async () => {
    const running = await start([allow(['dynamodb:*'], ['*'])], { traced: true })
    const client = clientOf(running)
    const read = () => client.send(new GetItemCommand({ TableName: 'Announcers', Key: key }))
    running.setFaults({ rules: [{ match: { functionId: 'addAnnouncer' }, fault: 'throttle' }] })

    await expect(read()).rejects.toMatchObject({ name: 'ThrottlingException' })

    running.setFaults({ rules: [{ match: { functionId: 'listAnnouncers' }, fault: 'throttle' }] })
    await read()
    running.setFaults({ rules: [{ fault: 'reset-before' }] })
    await expect(read()).rejects.toThrow()
    expect(calls.map(({ status, faults }) => [status, ...faults])).toEqual([
      [400, 'throttle'],
      [200],
      [undefined, 'reset-before'],
    ])
  })
})
