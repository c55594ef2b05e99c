import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import type { Commits } from '../../../../shared/mechanisms/http/idempotency.ts'
import { keyedRequest } from '../../../../shared/mechanisms/http/keyedRequest.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { between } from '../../../support/expected.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'

type Context = Parameters<Commits>[0]

let nextKey = 0
const someKey = () => `key-${++nextKey}`

const aws = await sharedByTests(startLocalAws())
const { commitTo } = await import('../../../../shared/mechanisms/http/idempotency.ts')
const commits = commitTo(aws.client)
const calls = recordStoreCalls(aws.client)

const open = (idempotencyKey: string | undefined, more: Partial<Context> = {}) => {
  calls.length = 0
  const render: Context['render'] = (answer) => ({ body: JSON.stringify(answer) })
  return commits({
    idempotencyKey,
    recipientId: 'alice',
    operationId: 'x',
    body: '{}',
    render,
    reserved: false,
    ...more,
  })
}
const reserve = (key: string, more: Partial<Context> = {}) => open(key, { ...more, reserved: true })
const actions = () => calls.map(({ action }) => action)

const idOf = (key: string) => keyedRequest(key, { recipientId: 'alice', operationId: 'x', body: '{}' }).id
const recordOf = async (key: string) => {
  const command = new GetCommand({ TableName: aws.table('idempotency'), Key: { recipientId: 'alice', id: idOf(key) } })
  return (await aws.client.send(command)).Item
}
const setTime = (seconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(seconds * 1000)
}
const now = 1_900_000_000

/** A write of one item that may be there once. */
const itemOnce = (id: string): Write => ({
  operation: {
    Put: {
      TableName: aws.table('idempotency'),
      Item: { recipientId: 'alice', id },
      ConditionExpression: 'attribute_not_exists(id)',
    },
  },
  repeatable: true,
  refusal: () => new Problem('name_taken', 'it is there'),
})

test('a request without a key is one write without a transaction or a later read', async () => {
  const { run, commit, recorded } = open(undefined)

  const answer = await run(() => commit([itemOnce(someKey())], { first: true }))

  expect(answer).toEqual({ first: true })
  expect(await recorded()).toBeUndefined()
  expect(actions()).toEqual(['PutItem'])
})

test('a record is kept for a day: the answer as it was sent', async () => {
  setTime(now)
  const key = someKey()
  const render: Context['render'] = () => ({ body: 'text', headers: { etag: '"1"' } })

  await open(key, { render }).commit([itemOnce(someKey())], {})

  expect(actions()).toEqual(['TransactWriteItems'])
  expect(await recordOf(key)).toEqual({
    ...keyedRequest(key, { recipientId: 'alice', operationId: 'x', body: '{}' }),
    body: 'text',
    headers: { etag: '"1"' },
    expiresAt: now + 86_400,
  })
})

test('an idempotency record without other writes is sent as a transaction, because a plain repetition would find itself', async () => {
  await open(someKey()).commit([], {})

  expect(actions()).toEqual(['TransactWriteItems'])
})

test('an expired idempotency record counts as absent before the store deletes it', async () => {
  const key = someKey()
  setTime(now)
  await open(key).commit([], { first: true })

  setTime(now + 86_399)
  expect(await open(key).recorded()).toMatchObject({ name: 'Replay', body: '{"first":true}' })
  await expect(open(key).commit([], {})).rejects.toMatchObject({ name: 'Replay' })

  setTime(now + 86_400)
  expect(await open(key).recorded()).toBeUndefined()
  expect(await open(key).commit([], { second: true })).toEqual({ second: true })
})

test('a key that was used for another body is reported', async () => {
  const key = someKey()
  await open(key).commit([], {})

  expect(await open(key, { body: '{"other":1}' }).recorded()).toMatchObject({ code: 'idempotency_key_reused' })
})

test('a refused write is told as its own refusal, also when it found an item', async () => {
  const [key, taken] = [someKey(), someKey()]
  await open(undefined).commit([itemOnce(taken)], {})

  await expect(open(key).commit([itemOnce(taken)], {})).rejects.toMatchObject({ code: 'name_taken' })
  expect(await recordOf(key)).toBeUndefined()
})

test.each([
  [390_000, undefined],
  [390_001, { code: 'payload_too_large', message: 'The answer is too large to be stored for the Idempotency-Key.' }],
])('an answer of %i bytes is kept or refused before anything is written', async (length, problem) => {
  const key = someKey()
  const render = () => ({ body: `é${'x'.repeat(length - 2)}` })

  const error = await open(key, { render })
    .commit([], {})
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )

  if (problem === undefined) expect(error).toBeUndefined()
  else expect(error).toMatchObject(problem)
  expect(actions()).toEqual(problem === undefined ? ['TransactWriteItems'] : [])
})

test.each([
  ['has no end', undefined, 62],
  ['has 20 s left', 20_000, 22],
  ['has 20.3 s left, of which a quarter of a second is kept free', 20_300, 23],
  ['has five minutes', 300_000, 62],
])(
  'a reserved key holds for as long as its invocation may run, and two seconds: it %s',
  async (_name, left, seconds) => {
    setTime(now)
    const key = someKey()
    const { run } = reserve(key)
    const look = () => run(() => recordOf(key))

    const record = await (left === undefined ? look() : invocation.run({ endsAt: now * 1000 + left }, look))

    expect(record).toEqual({
      ...keyedRequest(key, { recipientId: 'alice', operationId: 'x', body: '{}' }),
      reservation: expect.stringMatching(/^[0-9a-f-]{36}$/),
      expiresAt: now + seconds,
    })
  },
)

test('a single write claims a reserved key, and its answer replaces the claim', async () => {
  const key = someKey()
  const { run, commit, recorded } = reserve(key)

  await run(() => commit([], { first: true }))

  expect(actions()).toEqual(['PutItem', 'TransactWriteItems'])
  expect(await recordOf(key)).toEqual({
    ...keyedRequest(key, { recipientId: 'alice', operationId: 'x', body: '{}' }),
    body: '{"first":true}',
    expiresAt: between(Date.now() / 1000 + 86_000, Date.now() / 1000 + 86_400),
  })
  expect(await recorded()).toBeUndefined()
  expect(actions()).toHaveLength(3)
})

test('a single write releases a reserved key when the request fails', async () => {
  const key = someKey()

  await expect(reserve(key).run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')

  expect(actions()).toEqual(['PutItem', 'DeleteItem'])
  expect(await recordOf(key)).toBeUndefined()
})

test('a reserved key keeps an answer that was recorded before the request failed', async () => {
  const key = someKey()
  const { run, commit } = reserve(key)

  await expect(
    run(async () => {
      await commit([], { first: true })
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')

  await expect(reserve(key).run(async () => undefined)).rejects.toMatchObject({
    name: 'Replay',
    body: '{"first":true}',
  })
})

test('a reserved key that cannot be given free leaves the request’s own failure to be told', async () => {
  const key = someKey()
  const { commitTo } = await import('../../../../shared/mechanisms/http/idempotency.ts')
  const send = async (command: { readonly constructor: { readonly name: string } }) => {
    if (command.constructor.name === 'DeleteCommand') throw new Error('the store is away')
    return {}
  }
  const { run } = commitTo({ send } as unknown as typeof aws.client)({
    idempotencyKey: key,
    recipientId: 'alice',
    operationId: 'x',
    body: '{}',
    render: () => ({ body: '' }),
    reserved: true,
  })

  await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})

test('a reserved key that is taken is told before the request is handled', async () => {
  const key = someKey()
  const handle = vi.fn(async () => undefined)

  await reserve(key).run(async () => {
    await expect(reserve(key).run(handle)).rejects.toMatchObject({ code: 'request_in_progress' })
    await expect(reserve(key, { body: '{"other":1}' }).run(handle)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
  })

  expect(handle).not.toHaveBeenCalled()
})

test('a reserved key whose time is over is taken over, and its first owner commits no more', async () => {
  setTime(now)
  const key = someKey()
  const { run, commit } = reserve(key)

  const late = run(async () => {
    setTime(now + 62)
    await reserve(key).run(async () => undefined)
    return commit([], { first: true })
  })

  await expect(late).rejects.toMatchObject({ code: 'request_in_progress' })
})

test('a reserved key needs a key: without one, nothing is claimed', async () => {
  const { run } = open(undefined, { reserved: true })

  expect(await run(async () => 'handled')).toBe('handled')
  expect(actions()).toEqual([])
})
