import { beforeEach, expect, test, vi } from 'vitest'
import type { StreamRecord } from '../../../../shared/mechanisms/store/streamRecord.ts'
import { type Consume, streamHandler } from '../../../../shared/mechanisms/workers/streamHandler.ts'
import { remainingMs } from '../../../../shared/runtime/invocation.ts'
import { streamEvent } from '../../../support/streamEvent.ts'

let lines: string[]

beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
})

const handlerOf = (consume: Consume) => streamHandler({ id: 'writePrint', timeoutSeconds: 300 }, consume)
const record = (printId: string, image?: object) => ({
  eventName: 'MODIFY' as const,
  keys: { recipientId: 'alice', printId },
  ...(image && { newImage: { ...image }, oldImage: { before: true } }),
})

test('records are consumed one after the other, as plain values', async () => {
  const consumed: StreamRecord[] = []
  let running = 0
  const event = streamEvent(record('a', { rows: 1, hash: new Uint8Array([1]) }), record('b'))

  const result = await handlerOf(async (each) => {
    running += 1
    expect(running).toBe(1)
    await Promise.resolve()
    consumed.push(each)
    running -= 1
  })(event)

  expect(result).toEqual({ batchItemFailures: [] })
  expect(consumed).toEqual([
    {
      eventName: 'MODIFY',
      keys: { recipientId: 'alice', printId: 'a' },
      newImage: { rows: 1, hash: new Uint8Array([1]) },
      oldImage: { before: true },
      sequenceNumber: event.Records[0]?.dynamodb.SequenceNumber,
    },
    {
      eventName: 'MODIFY',
      keys: { recipientId: 'alice', printId: 'b' },
      newImage: undefined,
      oldImage: undefined,
      sequenceNumber: event.Records[1]?.dynamodb.SequenceNumber,
    },
  ])
})

test('at the first failure the batch ends and is reported from there on', async () => {
  const event = streamEvent(record('a'), record('b'), record('c'))
  const consumed: unknown[] = []

  const result = await handlerOf(async ({ keys }) => {
    consumed.push(keys['printId'])
    if (keys['printId'] === 'b') throw new Error('no')
  })(event)

  expect(result).toEqual({
    batchItemFailures: [{ itemIdentifier: event.Records[1]?.dynamodb.SequenceNumber }],
  })
  expect(consumed).toEqual(['a', 'b'])
})

test('each record leaves one line, which tells nothing of its item', async () => {
  const secret = { nickname: 'canary', systems: ['canary'] }

  await handlerOf(async ({ keys }) => {
    if (keys['printId'] === 'b') throw new SyntaxError('canary')
  })(streamEvent(record('a', secret), record('b', secret)), { awsRequestId: 'request-1' })

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'INFO', message: 'record', worker: 'writePrint', recipientId: 'alice', requestId: 'request-1' },
    { level: 'ERROR', message: 'record', worker: 'writePrint', error: { name: 'SyntaxError' } },
  ])
  expect(lines.join('')).not.toContain('canary')
})

test('a consumer knows how long it has', async () => {
  let remaining = 0
  const consume = async () => {
    remaining = remainingMs()
  }

  await handlerOf(consume)(streamEvent(record('a')), { getRemainingTimeInMillis: () => 5000 })
  expect(remaining).toBeGreaterThan(4000)
  expect(remaining).toBeLessThan(5000)
  await handlerOf(consume)(streamEvent(record('a')))
  expect(remaining).toBeGreaterThan(290_000)
})

test.each([
  [undefined],
  [null],
  [{}],
  [{ Records: 'none' }],
  [{ Records: [{}] }],
  [{ Records: [{ eventName: 'OTHER', dynamodb: { Keys: {}, SequenceNumber: '1' } }] }],
  [{ Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber: '1' } }] }],
  [{ Records: [{ eventName: 'INSERT', dynamodb: { Keys: {} } }] }],
])('%j is no event of a stream: an error, for Lambda to repeat', async (event) => {
  await expect(handlerOf(() => Promise.resolve())(event)).rejects.toThrow()
})
