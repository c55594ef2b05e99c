import {
  GetParameterCommand,
  GetParametersByPathCommand,
  GetParametersCommand,
  ParameterNotFound,
  SSMClient,
} from '@aws-sdk/client-ssm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSsm } from '../../../engines/ssm.ts'
import { type ServedEngine, serveEngine } from '../serveEngine.ts'

let served: ServedEngine
let client: SSMClient

beforeAll(async () => {
  const handle = createSsm({
    region: 'eu-central-1',
    accountId: '123456789012',
    parameters: [
      { logicalId: 'A', name: '/service/limit', value: '5' },
      { logicalId: 'B', name: '/service/youtube/key', value: 'from the template' },
      ...Array.from({ length: 11 }, (_, n) => ({ logicalId: `M${n}`, name: `/many/${n}`, value: 'x' })),
    ],
    overrides: { '/service/youtube/key': 'secret', '/service/kick/secret': 'hidden' },
  })
  served = await serveEngine(handle, (_, resource) => resource.endsWith('/forbidden'))
  client = new SSMClient({
    endpoint: served.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
    maxAttempts: 1,
  })
})
afterAll(() => served.stop())

test('a parameter of the template is a String', async () => {
  const { Parameter } = await client.send(new GetParameterCommand({ Name: '/service/limit' }))

  const { LastModifiedDate, ...rest } = Parameter ?? {}
  expect(rest).toEqual({
    Name: '/service/limit',
    Type: 'String',
    DataType: 'text',
    Value: '5',
    Version: 1,
    ARN: 'arn:aws:ssm:eu-central-1:123456789012:parameter/service/limit',
  })
  expect(LastModifiedDate?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a local secret is a SecureString, hides the template’s, and is read with decryption only', async () => {
  const Name = '/service/youtube/key'

  const decrypted = await client.send(new GetParameterCommand({ Name, WithDecryption: true }))
  const sealed = await client.send(new GetParameterCommand({ Name }))

  expect(decrypted.Parameter).toMatchObject({ Type: 'SecureString', Value: 'secret' })
  expect(sealed.Parameter?.Value).not.toContain('secret')
})

test('an unknown parameter is ParameterNotFound', async () => {
  await expect(client.send(new GetParameterCommand({ Name: '/unknown' }))).rejects.toBeInstanceOf(ParameterNotFound)
})

test('several at once: the unknown ones are named', async () => {
  const { Parameters, InvalidParameters } = await client.send(
    new GetParametersCommand({ Names: ['/service/limit', '/unknown', '/service/kick/secret'], WithDecryption: true }),
  )

  expect(Parameters?.map(({ Name, Value }) => [Name, Value])).toEqual([
    ['/service/limit', '5'],
    ['/service/kick/secret', 'hidden'],
  ])
  expect(InvalidParameters).toEqual(['/unknown'])
})

test.each([
  [{ Path: '/service' }, ['/service/limit']],
  [{ Path: '/service/', Recursive: true }, ['/service/kick/secret', '/service/limit', '/service/youtube/key']],
  [{ Path: '/serv', Recursive: true }, []],
])('by path %j', async (input, names) => {
  const { Parameters } = await client.send(new GetParametersByPathCommand(input))

  expect(Parameters?.map(({ Name }) => Name)).toEqual(names)
})

test.each([
  [{ Names: Array.from({ length: 10 }, (_, n) => `/x${n}`) }, 10],
  [{ Names: ['/service/limit', '/service/limit'] }, 0],
  [{ Names: Array.from({ length: 11 }, (_, n) => `/x${n}`) }, 'ValidationException'],
  [{ Names: [] }, 'ValidationException'],
])('of the names %j, so many are unknown: %s', async (input, expected) => {
  const unknown = await client.send(new GetParametersCommand(input)).then(
    ({ InvalidParameters }) => InvalidParameters?.length,
    ({ name }) => name,
  )

  expect(unknown).toBe(expected)
})

test('a parameter goes by its ARN too, and by nothing else', async () => {
  const arn = 'arn:aws:ssm:eu-central-1:123456789012:parameter/service/limit'
  const read = async (Name: string) => (await client.send(new GetParameterCommand({ Name }))).Parameter?.Value

  expect(await read(arn)).toBe('5')
  expect(served.authorized.at(-1)).toBe(`ssm:GetParameter ${arn}`)
  for (const name of ['service/limit', '/service/limits', '/service', '/SERVICE/limit', arn.replace('central', 'west')])
    await expect(read(name)).rejects.toBeInstanceOf(ParameterNotFound)
})

test.each(['-1', '1.5', 'x'])('the page %s is refused', async (NextToken) => {
  const page = client.send(new GetParametersByPathCommand({ Path: '/service', NextToken }))

  await expect(page).rejects.toMatchObject({ name: 'InvalidNextToken' })
})

test.each([
  [{ Path: '/many' }, [10, 1]],
  [{ Path: '/many', MaxResults: 6 }, [6, 5]],
  [{ Path: '/service', Recursive: true, MaxResults: 3 }, [3, undefined]],
])('by path %j, the pages have %j parameters', async (input, expected) => {
  const first = await client.send(new GetParametersByPathCommand(input))
  const { NextToken } = first
  const second = NextToken ? await client.send(new GetParametersByPathCommand({ ...input, NextToken })) : undefined

  expect([first.Parameters?.length, second?.Parameters?.length]).toEqual(expected)
  expect(second?.NextToken).toBe(undefined)
})

test.each([0, 11])('pages of %i parameters are refused', async (MaxResults) => {
  const page = client.send(new GetParametersByPathCommand({ Path: '/service', MaxResults }))

  await expect(page).rejects.toMatchObject({ name: 'ValidationException' })
})

test('each call asks for its own action on each of its parameters, and a refusal is answered', async () => {
  await client.send(new GetParametersCommand({ Names: ['/service/limit', '/service/kick/secret'] }))
  await client.send(new GetParametersByPathCommand({ Path: '/service/' }))
  const refused = client.send(new GetParameterCommand({ Name: '/service/forbidden' }))

  await expect(refused).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } })
  expect(served.authorized.slice(-4)).toEqual([
    'ssm:GetParameters arn:aws:ssm:eu-central-1:123456789012:parameter/service/limit',
    'ssm:GetParameters arn:aws:ssm:eu-central-1:123456789012:parameter/service/kick/secret',
    'ssm:GetParametersByPath arn:aws:ssm:eu-central-1:123456789012:parameter/service/',
    'ssm:GetParameter arn:aws:ssm:eu-central-1:123456789012:parameter/service/forbidden',
  ])
})

test.each([
  ['GetParameter', { Name: '/service/youtube/key', WithDecryption: 'true' }],
  ['GetParameters', { Names: [5] }],
])('%s of %j, of another type, is refused', async (operation, input) => {
  const headers = { 'x-amz-target': `AmazonSSM.${operation}` }

  const answer = await fetch(served.endpoint, { method: 'POST', headers, body: JSON.stringify(input) })

  expect([answer.status, await answer.json()]).toMatchObject([400, { __type: 'ValidationException' }])
})
