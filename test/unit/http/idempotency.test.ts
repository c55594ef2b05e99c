import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import { tableVariable } from '../../../shared/contract/variables.ts'
import type { Item, Write } from '../../../shared/contract/write.ts'
import { type Commits, commitTo } from '../../../shared/http/idempotency.ts'
import { keyedRequest, Replay } from '../../../shared/http/keyedRequest.ts'
import { invocation } from '../../../shared/invocation.ts'

const now = 1_900_000_000
const keyed = keyedRequest('key', 'alice', 'addThing', '{}')
const anId = expect.stringMatching(/^[\da-f-]{36}$/)
const unclaimed = 'attribute_not_exists(id) OR expiresAt <= :now OR reservation = :mine'
const ReturnValuesOnConditionCheckFailure = 'ALL_OLD'
const answered: Item = { ...keyed, body: '{"first":true}', headers: { etag: '"1"' }, expiresAt: now + 1 }

beforeEach(() => void vi.stubEnv(tableVariable('idempotency'), 'records'))
afterEach(() => void vi.unstubAllEnvs())

interface Command {
  readonly constructor: { readonly name: string }
  readonly input: unknown
}
type Outcome = object | Error | undefined

/** DynamoDB that answers, or fails, once for each call; and a transaction on it. */
const open = (outcomes: readonly Outcome[], context: Partial<Parameters<Commits>[0]> = {}) => {
  const calls: [string, unknown][] = []
  const send = async (command: Command) => {
    calls.push([command.constructor.name.replace('Command', ''), command.input])
    const outcome = outcomes[calls.length - 1]
    if (outcome instanceof Error) throw outcome
    return outcome ?? {}
  }
  const transaction = commitTo({ send } as unknown as DynamoDBDocumentClient, { clock: () => now * 1000 + 999 })({
    idempotencyKey: 'key',
    recipientId: 'alice',
    operationId: 'addThing',
    body: '{}',
    reserved: false,
    render: (answer) => ({ body: JSON.stringify(answer) }),
    ...context,
  })
  return { calls, ...transaction }
}

const cancelledBy = (...found: readonly (Item | 'passed' | undefined)[]) =>
  Object.assign(new Error('cancelled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: found.map((item) =>
      item === 'passed' ? { Code: 'None' } : { Code: 'ConditionalCheckFailed', Item: item && marshall(item) },
    ),
  })
const write: Write = {
  operation: { Put: { TableName: 'things', Item: { id: 'a' } } },
  repeatable: true,
  refusal: () => new Problem('name_taken', 'it is there'),
}
const record = (body: string, more: object = {}, mine: unknown = '') => ({
  Put: {
    TableName: 'records',
    Item: { ...keyed, body, ...more, expiresAt: now + 86_400 },
    ConditionExpression: unclaimed,
    ExpressionAttributeValues: { ':now': now, ':mine': mine },
    ReturnValuesOnConditionCheckFailure,
  },
})
const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('it was not rejected'),
    (error: unknown) => error,
  )

test('a write and the answer to it are committed together, the answer for a day', async () => {
  const headers = { etag: '"1"' }
  const { calls, run, commit } = open([], { render: () => ({ body: 'text', headers }) })

  expect(await run(() => commit([write], { a: 1 }))).toEqual({ a: 1 })

  const put = { Put: { TableName: 'things', Item: { id: 'a' }, ReturnValuesOnConditionCheckFailure } }
  expect(calls).toEqual([
    ['TransactWrite', { TransactItems: [put, record('text', { headers })], ClientRequestToken: anId }],
  ])
})

test('without a key nothing is recorded, claimed or looked for', async () => {
  const { calls, run, commit, recorded } = open([], { idempotencyKey: undefined, reserved: true })

  expect(await run(() => commit([write], { a: 1 }))).toEqual({ a: 1 })
  expect(await recorded()).toBeUndefined()
  expect(calls).toEqual([['Put', { TableName: 'things', Item: { id: 'a' }, ReturnValuesOnConditionCheckFailure }]])
})

test('what a record’s condition finds is the answer to the repetition', async () => {
  const { run, commit } = open([cancelledBy('passed', answered)])

  const error = await rejectionOf(run(() => commit([write], {})))

  expect(error).toBeInstanceOf(Replay)
  expect(error).toMatchObject({ body: '{"first":true}', headers: { etag: '"1"' } })
})

const another: Write = { ...write, refusal: () => new Problem('not_found', 'no') }

test.each<[string, Error, readonly Write[], Parameters<typeof open>[1]]>([
  ['beside its record, which passed', cancelledBy({ id: 'a' }, 'passed'), [write], {}],
  ['beside its record, of which nothing is known', cancelledBy({ id: 'a' }, undefined), [write], {}],
  ['without a key', cancelledBy({ id: 'a' }, answered), [write, another], { idempotencyKey: undefined }],
])('a refused write is told as its own refusal: %s', async (_name, outcome, writes, context) => {
  const { commit } = open([outcome], context)

  expect(await rejectionOf(commit(writes, {}))).toMatchObject({ code: 'name_taken' })
})

test.each([
  [390_000, 'kept'],
  [390_001, 'refused before anything is written'],
])('an answer of %i bytes is %s', async (bytes, _what) => {
  const { calls, commit } = open([], { render: () => ({ body: `é${'x'.repeat(bytes - 2)}` }) })

  const error = await commit([], {}).then(
    () => undefined,
    (reason: unknown) => reason,
  )

  expect(error).toEqual(
    bytes === 390_000
      ? undefined
      : new Problem('payload_too_large', 'The answer is too large to be stored for the Idempotency-Key.'),
  )
  expect(calls).toHaveLength(bytes === 390_000 ? 1 : 0)
})

test.each([
  ['one that lives a second longer', answered, { name: 'Replay' }],
  ['one that has ended', { ...answered, expiresAt: now }, undefined],
  ['none', undefined, undefined],
])('the recorded answer of a failed request: %s', async (_name, item, expected) => {
  const { calls, recorded } = open([{ Item: item }])

  const found = await recorded()

  if (expected === undefined) expect(found).toBeUndefined()
  else expect(found).toMatchObject(expected)
  expect(calls).toEqual([
    ['Get', { ConsistentRead: true, TableName: 'records', Key: { recipientId: 'alice', id: keyed.id } }],
  ])
})

const claim = (seconds: number) => [
  'Put',
  {
    TableName: 'records',
    Item: { ...keyed, reservation: anId, expiresAt: now + seconds },
    ConditionExpression: unclaimed,
    ExpressionAttributeValues: { ':now': now, ':mine': anId },
    ReturnValuesOnConditionCheckFailure,
  },
]
const reservationOf = ([first]: readonly [string, unknown][]): unknown =>
  (first?.[1] as { readonly Item?: { readonly reservation: string } } | undefined)?.Item?.reservation

test('a reserved key is claimed first, and the answer takes the place of this very claim', async () => {
  const { calls, run, commit, recorded } = open([], { reserved: true })

  await run(() => commit([], { a: 1 }))

  expect(await recorded()).toBeUndefined()
  expect(calls).toEqual([
    claim(62),
    ['TransactWrite', { TransactItems: [record('{"a":1}', {}, reservationOf(calls))], ClientRequestToken: anId }],
  ])
})

test('a claim holds as long as its invocation may run, and two seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
  const { calls, run } = open([], { reserved: true })

  await invocation.run({ endsAt: now * 1000 + 20_300 }, () => run(async () => undefined))

  vi.useRealTimers()
  expect(calls).toEqual([claim(21 + 2)])
})

test.each([
  ['another request holds', { ...keyed, expiresAt: now + 30 }, { code: 'request_in_progress', retryAfter: 30 }],
  ['has its answer', answered, { name: 'Replay' }],
  ['was used for something else', { ...answered, fingerprint: 'x' }, { code: 'idempotency_key_reused' }],
  ['is refused without a record', undefined, { code: 'idempotency_key_reused' }],
])('a key that %s is told before the request is handled', async (_name, item, expected) => {
  const failure = new ConditionalCheckFailedException({
    $metadata: {},
    message: 'no',
    ...(item && { Item: marshall(item) }),
  })
  const { run } = open([failure], { reserved: true })
  const handle = vi.fn(async () => undefined)

  expect(await rejectionOf(run(handle))).toMatchObject(expected)
  expect(handle).not.toHaveBeenCalled()
})

test.each([
  ['', {}],
  [', also where it cannot be given free', new Error('away')],
])('a request that fails gives its own claim free, and its failure is told%s', async (_name, outcome) => {
  const failure = new Error('failed')
  const { calls, run } = open([{}, outcome], { reserved: true })

  expect(await rejectionOf(run(() => Promise.reject(failure)))).toBe(failure)
  expect(calls).toEqual([
    claim(62),
    [
      'Delete',
      {
        TableName: 'records',
        Key: { recipientId: 'alice', id: keyed.id },
        ConditionExpression: 'reservation = :mine',
        ExpressionAttributeValues: { ':mine': reservationOf(calls) },
        ReturnValuesOnConditionCheckFailure,
      },
    ],
  ])
})
