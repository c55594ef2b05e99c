import { describe, expect, test } from 'vitest'
import { createBatchDelivery, type DeliveryOptions, type Discarded } from '../../events/batchDelivery.ts'
import type { LambdaRecord } from '../../events/lambdaRecord.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'

const seconds = 1_000_000

const record = (sequenceNumber: number, createdAt = seconds): LambdaRecord => ({
  eventID: `${sequenceNumber}`,
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'eu-central-1',
  eventSourceARN: 'arn',
  dynamodb: {
    ApproximateCreationDateTime: createdAt,
    Keys: {},
    SequenceNumber: `${sequenceNumber}`,
    SizeBytes: 1,
    StreamViewType: 'KEYS_ONLY',
  },
})

const batch = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1))
const numbers = (records: readonly LambdaRecord[]) => records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber))

const succeeded = (payload: unknown = null): InvocationResult => ({ kind: 'success', requestId: 'r', payload })
const thrown: InvocationResult = {
  kind: 'error',
  requestId: 'r',
  phase: 'invoke',
  errorType: 'TypeError',
  errorMessage: 'oops',
  trace: [],
}
const throttled: InvocationResult = { kind: 'throttled', errorMessage: 'Rate Exceeded.' }
const reported = (...identifiers: unknown[]) =>
  succeeded({ batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })) })

const once: DeliveryOptions = {
  maximumRetryAttempts: 0,
  maximumRecordAgeSeconds: -1,
  bisectOnError: false,
  reportsBatchItemFailures: false,
  retryBaseMilliseconds: 100,
}

/** A delivery to a function that answers by the numbers of the records that it is given. */
const deliver = async (
  options: Partial<DeliveryOptions>,
  records: readonly LambdaRecord[],
  answer: (given: readonly number[], invocation: number) => InvocationResult,
) => {
  const invocations: (readonly number[])[] = []
  const settled: number[] = []
  const discarded: Discarded[] = []
  const pauses: number[] = []
  /** What a kill after each step would leave. */
  const steps: string[] = []
  let now = seconds * 1000
  const delivery = createBatchDelivery(
    { ...once, ...options },
    {
      async invoke({ Records }) {
        if (invocations.length >= 40) throw new Error('the batch is tried without end')
        invocations.push(numbers(Records))
        steps.push(`invoke ${numbers(Records)}`)
        const result = answer(numbers(Records), invocations.length)
        await undefined
        return result
      },
      async sleep(milliseconds) {
        pauses.push(milliseconds)
        now += milliseconds
      },
      settled(done) {
        settled.push(...numbers(done))
        if (done.length > 0) steps.push(`settle ${numbers(done)}`)
      },
      discard(given) {
        discarded.push(given)
        steps.push(`discard ${numbers(given.records)}`)
      },
      now: () => now,
      log: () => undefined,
    },
  )
  await delivery(records)
  return { invocations, settled, discarded, pauses, steps }
}

const given = ({ discarded }: { readonly discarded: readonly Discarded[] }) =>
  discarded.map(({ records, condition, invocations }) => ({ records: numbers(records), condition, invocations }))

describe('a batch', () => {
  test('that succeeds is settled', async () => {
    const outcome = await deliver({}, batch(3), () => succeeded())

    expect(outcome).toMatchObject({ invocations: [[1, 2, 3]], settled: [1, 2, 3], discarded: [] })
  })

  test('that fails is retried as often as the mapping says, with growing pauses, and then given up', async () => {
    const outcome = await deliver({ maximumRetryAttempts: 3 }, batch(2), () => thrown)

    expect(outcome.invocations).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    expect(outcome.pauses).toEqual([100, 200, 400])
    expect(given(outcome)).toEqual([{ records: [1, 2], condition: 'RetryAttemptsExhausted', invocations: 4 }])
    expect(outcome.settled).toEqual([1, 2])
    expect(outcome.discarded[0]?.result).toBe(thrown)
    // A kill in between loses no record: it is in the dead letters before it counts as done.
    expect(outcome.steps.slice(-2)).toEqual(['discard 1,2', 'settle 1,2'])
  })

  test('with any number of retries is tried until it succeeds', async () => {
    const outcome = await deliver({ maximumRetryAttempts: -1 }, batch(1), (_, n) => (n < 20 ? thrown : succeeded()))

    expect(outcome.invocations).toHaveLength(20)
    expect(Math.max(...outcome.pauses)).toBe(10_000)
  })

  test('that is throttled uses up no retry', async () => {
    const outcome = await deliver({}, batch(1), (_, n) => (n < 4 ? throttled : succeeded()))

    expect(outcome).toMatchObject({ settled: [1], discarded: [], pauses: [100, 200, 400] })
  })

  test.each([
    [60, 60.001, [1]],
    [60, 60, []],
    [-1, 1_000_000, []],
  ])('of at most %s s is given up at an age of %s s: %j', async (maximumRecordAgeSeconds, age, gone) => {
    const outcome = await deliver({ maximumRecordAgeSeconds }, [record(1, seconds - age)], () => succeeded())

    expect(given(outcome).flatMap(({ records }) => records)).toEqual(gone)
  })

  test('that grows too old between two attempts is given up with the result of the last', async () => {
    const records = [record(1, seconds - 59.95), record(2)]

    const outcome = await deliver({ maximumRecordAgeSeconds: 60, maximumRetryAttempts: 1 }, records, () => thrown)

    expect(outcome.invocations).toEqual([[1, 2], [2]])
    expect(outcome.discarded.map(({ result }) => result)).toEqual([thrown, thrown])
    expect(given(outcome)).toEqual([
      { records: [1], condition: 'RecordAgeExceeded', invocations: 1 },
      { records: [2], condition: 'RetryAttemptsExhausted', invocations: 2 },
    ])
  })

  test('too old is given up without an invocation', async () => {
    const records = [record(1, seconds - 61), record(2)]

    const outcome = await deliver({ maximumRecordAgeSeconds: 60 }, records, () => succeeded())

    expect(outcome.invocations).toEqual([[2]])
    expect(given(outcome)).toEqual([{ records: [1], condition: 'RecordAgeExceeded', invocations: 0 }])
  })

  test('that grows too old while it is throttled is given up', async () => {
    const outcome = await deliver({ maximumRecordAgeSeconds: 60 }, batch(1), () => throttled)

    expect(given(outcome)).toEqual([{ records: [1], condition: 'RecordAgeExceeded', invocations: 0 }])
  })
})

describe('bisecting', () => {
  test('isolates the record that fails, and splitting uses up no retry', async () => {
    const outcome = await deliver({ bisectOnError: true, maximumRetryAttempts: 1 }, batch(5), (records) =>
      records.includes(4) ? thrown : succeeded(),
    )

    expect(outcome.invocations).toEqual([[1, 2, 3, 4, 5], [1, 2, 3], [4, 5], [4], [4], [5]])
    expect(given(outcome)).toMatchObject([{ records: [4], condition: 'RetryAttemptsExhausted' }])
    expect(outcome.settled).toEqual([1, 2, 3, 4, 5])
  })

  test('gives both halves the invocations that were spent before, one half after the other', async () => {
    const isBad = (records: readonly number[]) => records.includes(1) || records.includes(4)

    const outcome = await deliver({ bisectOnError: true, maximumRetryAttempts: 1 }, batch(4), (records) =>
      isBad(records) ? thrown : succeeded(),
    )

    expect(given(outcome)).toEqual([
      { records: [1], condition: 'RetryAttemptsExhausted', invocations: 4 },
      { records: [4], condition: 'RetryAttemptsExhausted', invocations: 4 },
    ])
    expect(outcome.steps.filter((step) => !step.startsWith('settle'))).toEqual(
      ['invoke 1,2,3,4', 'invoke 1,2', 'invoke 1', 'invoke 1', 'discard 1', 'invoke 2'].concat([
        'invoke 3,4',
        'invoke 3',
        'invoke 4',
        'invoke 4',
        'discard 4',
      ]),
    )
  })

  test('gives up records of a half that grew too old while the other one was retried', async () => {
    const records = [record(1), record(2, seconds - 59.95)]

    const outcome = await deliver(
      { bisectOnError: true, maximumRecordAgeSeconds: 60, maximumRetryAttempts: 1 },
      records,
      () => thrown,
    )

    expect(given(outcome)).toEqual([
      { records: [1], condition: 'RetryAttemptsExhausted', invocations: 3 },
      { records: [2], condition: 'RecordAgeExceeded', invocations: 1 },
    ])
  })
})

describe('a partial response', () => {
  const partial = { reportsBatchItemFailures: true, maximumRetryAttempts: 2 }

  test('is retried from its lowest sequence number on', async () => {
    const outcome = await deliver(partial, batch(4), (_, n) => (n === 1 ? reported('4', '3') : succeeded()))

    expect(outcome.invocations).toEqual([
      [1, 2, 3, 4],
      [3, 4],
    ])
    expect(outcome.settled).toEqual([1, 2, 3, 4])
    expect(outcome.steps).toEqual(['invoke 1,2,3,4', 'settle 1,2', 'invoke 3,4', 'settle 3,4'])
  })

  test('without bisection gives up everything from the failed record on', async () => {
    const outcome = await deliver(partial, batch(3), (records) => (records.includes(2) ? reported('2') : succeeded()))

    expect(outcome.invocations).toEqual([
      [1, 2, 3],
      [2, 3],
      [2, 3],
    ])
    expect(given(outcome)).toMatchObject([{ records: [2, 3] }])
  })

  test('with bisection gives up the failed record alone', async () => {
    const outcome = await deliver({ ...partial, bisectOnError: true }, batch(4), (records) =>
      records.includes(2) ? reported('2') : succeeded(),
    )

    expect(given(outcome)).toMatchObject([{ records: [2] }])
    expect(outcome.settled).toEqual([1, 2, 3, 4])
  })

  test('with bisection is split at the reported record, and the split uses up no retry', async () => {
    const bisecting = { ...partial, bisectOnError: true, maximumRetryAttempts: 0 }

    const outcome = await deliver(bisecting, batch(4), (records) =>
      records.length === 1 ? succeeded() : reported(`${records[1]}`),
    )

    expect(outcome.invocations).toEqual([[1, 2, 3, 4], [2, 3, 4], [3, 4], [4]])
    expect(outcome).toMatchObject({ settled: [1, 2, 3, 4], discarded: [] })
  })

  test.each([
    ['nothing', null],
    ['an empty object', {}],
    ['an empty list', { batchItemFailures: [] }],
    ['no list', { batchItemFailures: null }],
  ])('of %s is success', async (_, payload) => {
    const outcome = await deliver(partial, batch(2), () => succeeded(payload))

    expect(outcome).toMatchObject({ invocations: [[1, 2]], settled: [1, 2], discarded: [] })
  })

  test.each([
    ['an empty identifier', { batchItemFailures: [{ itemIdentifier: '' }] }],
    ['a null identifier', { batchItemFailures: [{ itemIdentifier: null }] }],
    ['a wrong name', { batchItemFailures: [{ identifier: '2' }] }],
    ['a record of another batch', { batchItemFailures: [{ itemIdentifier: '99' }] }],
    ['a list that is none', { batchItemFailures: 'x' }],
    ['a string', 'done'],
    ['no entry', { batchItemFailures: [null] }],
    ['an identifier in place of an entry', { batchItemFailures: ['2'] }],
    ['a number as an identifier', { batchItemFailures: [{ itemIdentifier: 2 }] }],
  ])('with %s fails the whole batch', async (_, payload) => {
    const outcome = await deliver(partial, batch(2), (_records, n) => succeeded(n === 1 ? payload : null))

    expect(outcome.invocations).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  test('is not looked at unless the mapping asks for it', async () => {
    const outcome = await deliver({ reportsBatchItemFailures: false }, batch(2), () => reported('1'))

    expect(outcome.settled).toEqual([1, 2])
  })
})
