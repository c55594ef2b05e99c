import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import type { Item, Write } from '../../../../shared/contract/write.ts'
import { applyOrThrow, applyWrites, errorFromRefusals } from '../../../../shared/mechanisms/store/commit.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

interface Command {
  readonly constructor: { readonly name: string }
  readonly input: Readonly<Record<string, unknown>>
}

/** DynamoDB that fails as told, one failure for each call; it takes what comes after them. */
const storeThat = (...failures: readonly unknown[]) => {
  const calls: (readonly [name: string, input: Command['input']])[] = []
  const send = async (command: Command) => {
    calls.push([command.constructor.name, command.input])
    if (calls.length <= failures.length) throw failures[calls.length - 1]
  }
  return { calls, client: { send } as unknown as DynamoDBDocumentClient }
}

const cancelled = (...reasons: readonly object[]) =>
  Object.assign(new Error('cancelled'), { name: 'TransactionCanceledException', CancellationReasons: reasons })
const metConflict = cancelled({ Code: 'None' }, { Code: 'TransactionConflict' })
const metCondition = (item?: object) =>
  new ConditionalCheckFailedException({ $metadata: {}, message: 'no', ...(item && { Item: item as never }) })

const ConditionExpression = 'attribute_not_exists(id)'
const ReturnValuesOnConditionCheckFailure = 'ALL_OLD'
const target = { TableName: 'things', ConditionExpression }
const operations = {
  Put: { ...target, Item: { id: 'a' } },
  Update: { ...target, Key: { id: 'a' }, UpdateExpression: 'SET b = :b' },
  Delete: { ...target, Key: { id: 'a' } },
}
const putting = (id: string, more: Partial<Write> = {}): Write => ({
  operation: { Put: { ...target, Item: { id } } },
  repeatable: true,
  ...more,
})
const both = [putting('a'), putting('b')]

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))

const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('it was not rejected'),
    (error: unknown) => error,
  )

test.each(Object.entries(operations))(
  'a repeatable %s is a single request that returns the found item',
  async (kind, input) => {
    const { calls, client } = storeThat()

    const refusals = await applyWrites(client, [{ operation: { [kind]: input } as never, repeatable: true }])

    expect(refusals).toEqual([])
    expect(calls).toEqual([[`${kind}Command`, { ...input, ReturnValuesOnConditionCheckFailure }]])
  },
)

const check: Write = { operation: { ConditionCheck: { ...target, Key: { id: 'c' } } }, repeatable: true }

test.each([
  ['a write that may not be repeated', [putting('a', { repeatable: false })]],
  ['a condition check', [check]],
  ['two writes', both],
])('%s goes as a transaction, whose token makes a repetition safe', async (_name, writes) => {
  const { calls, client } = storeThat()

  const refusals = await applyWrites(client, writes)

  expect(refusals).toEqual([])
  expect(calls).toEqual([
    [
      'TransactWriteCommand',
      {
        TransactItems: writes.map(({ operation }) =>
          Object.fromEntries(
            Object.entries(operation).map(([kind, input]) => [kind, { ...input, ReturnValuesOnConditionCheckFailure }]),
          ),
        ),
        ClientRequestToken: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ],
  ])
})

test('no writes are no call', async () => {
  const { calls, client } = storeThat()

  expect(await applyWrites(client, [])).toEqual([])
  expect(calls).toEqual([])
})

test.each([
  ['what it found', { id: { S: 'a' } }, { id: 'a' }],
  ['nothing', undefined, undefined],
])('a refused single write reports %s', async (_name, found, item) => {
  const { client } = storeThat(metCondition(found))

  expect(await applyWrites(client, [putting('a')])).toEqual([{ index: 0, item }])
})

test('any other failure of a single write is raised as it is', async () => {
  const failure = new Error('no')
  const { client } = storeThat(failure)

  expect(await rejectionOf(applyWrites(client, [putting('a')]))).toBe(failure)
})

test('a transaction reports each refused write and its found item, at the first attempt', async () => {
  const refused = cancelled(
    { Code: 'ConditionalCheckFailed', Item: { id: { S: 'a' } } },
    { Code: 'TransactionConflict' },
    { Code: 'ConditionalCheckFailed' },
  )
  const { calls, client } = storeThat(refused)

  const refusals = await applyWrites(client, [...both, putting('c')])

  expect(refusals).toEqual([
    { index: 0, item: { id: 'a' } },
    { index: 2, item: undefined },
  ])
  expect(calls).toHaveLength(1)
})

test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded', 'InternalServerError'])(
  'a transaction cancelled by %s is sent again under the same token',
  async (Code) => {
    const { calls, client } = storeThat(...Array(3).fill(cancelled({ Code: 'None' }, { Code })))

    expect(await applyWrites(client, both)).toEqual([])

    expect(calls).toHaveLength(4)
    expect(new Set(calls.map(([, input]) => input['ClientRequestToken']))).toHaveLength(1)
  },
)

test.each([
  ['for a reason that stays', cancelled({ Code: 'None' }, { Code: 'ValidationError' })],
  ['for reasons without a code', cancelled({}, {})],
  ['for no reason', Object.assign(new Error('no'), { name: 'TransactionCanceledException' })],
  [
    'with another error that has reasons',
    Object.assign(new Error('no'), { CancellationReasons: [{ Code: 'TransactionConflict' }] }),
  ],
  ['with what is no error', undefined],
])('a transaction that ends %s is raised as it is, and not sent again', async (_name, failure) => {
  const { calls, client } = storeThat(failure)

  expect(await rejectionOf(applyWrites(client, both))).toBe(failure)
  expect(calls).toHaveLength(1)
})

test('a transaction that conflicts 23 times comes through at the 24th, and a further conflict is the store’s', async () => {
  const [just, never] = [storeThat(...Array(23).fill(metConflict)), storeThat(...Array(24).fill(metConflict))]

  expect(await applyWrites(just.client, both)).toEqual([])
  const slept = recordSleeps()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  expect(await rejectionOf(applyWrites(never.client, both))).toMatchObject({
    code: 'store_unavailable',
    cause: metConflict,
  })
  expect(never.calls).toHaveLength(24)
  expect(slept).toEqual([10, 20, 40, 80, 160, ...Array(18).fill(250)])
})

test('a transaction is not sent again when its invocation would end in the pause', async () => {
  const { calls, client } = storeThat(metConflict)

  const ended = invocation.run({ endsAt: Date.now() }, () => applyWrites(client, both))

  await expect(ended).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(calls).toHaveLength(1)
})

const refusing = (error: Error) => putting('x', { refusal: () => error })
const violation = (pointer: string) => ({ in: 'body', pointer, code: 'unknown', detail: 'unknown' }) as const
const unknown = (pointer: string) => new Problem('not_found', 'none', { errors: [violation(pointer)] })

test('a refusal is made of the item that was found', () => {
  const refusal = (found: Item | undefined) => new Error(`found ${found?.['id']}`)

  expect(errorFromRefusals([putting('a', { refusal })], [{ index: 0, item: { id: 'b' } }])).toEqual(
    new Error('found b'),
  )
})

test('refusals that raise the same problem are told together, as the first one, without those of others', () => {
  const plain = new Error('no')
  const writes = [
    refusing(unknown('/a')),
    refusing(new Problem('name_taken', 'taken', { errors: [violation('/b')] })),
    refusing(plain),
    refusing(unknown('/d')),
    refusing(new Problem('not_found', 'another')),
  ]
  const all = writes.map((_write, index) => ({ index, item: undefined }))

  expect(errorFromRefusals(writes, all)).toMatchObject({
    code: 'not_found',
    message: 'none',
    errors: [violation('/a'), violation('/d')],
  })
  expect(errorFromRefusals(writes, all.slice(2))).toBe(plain)
})

test('a problem without violations is told as it is', () => {
  const problem = new Problem('rate_limited', 'no', { retryAfter: 7 })

  expect(errorFromRefusals([refusing(problem)], [{ index: 0, item: undefined }])).toBe(problem)
})

test('a refused write that declares no refusal is a mistake of the service', () => {
  expect(errorFromRefusals(both, [{ index: 1, item: undefined }])).toEqual(
    new Error('write 1 failed, and declares no refusal'),
  )
})

test('outside of a request the first refusal is raised', async () => {
  const problem = new Problem('name_taken', 'no')
  const writes = [putting('a', { refusal: () => problem })]

  await applyOrThrow(storeThat().client)(writes)
  expect(await rejectionOf(applyOrThrow(storeThat(metCondition()).client)(writes))).toBe(problem)
})
