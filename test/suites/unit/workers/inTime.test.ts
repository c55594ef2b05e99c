import { beforeEach, expect, test, vi } from 'vitest'
import type { Worker } from '../../../../shared/contract/worker.ts'
import { batchHandler } from '../../../../shared/mechanisms/workers/batchHandler.ts'
import { eachConcurrently } from '../../../../shared/mechanisms/workers/eachConcurrently.ts'
import { queueHandler } from '../../../../shared/mechanisms/workers/queueHandler.ts'
import { scheduleHandler } from '../../../../shared/mechanisms/workers/scheduleHandler.ts'
import { streamHandler } from '../../../../shared/mechanisms/workers/streamHandler.ts'
import { streamEvent } from '../../../support/streamEvent.ts'

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

const worker = { id: 'sendWebhook', timeoutSeconds: 30 } as Worker
const context = { getRemainingTimeInMillis: () => 600 }
const record = (id: string) => ({ eventName: 'INSERT' as const, keys: { recipientId: 'alice', id }, newImage: { id } })
const event = streamEvent(record('ends'), record('hangs'))
const numberOf = (index: number) => event.Records[index]?.dynamodb.SequenceNumber
const never = new Promise<never>(() => undefined)

/** A port that never answers for one of two. */
const port = async (id: unknown): Promise<void> => (id === 'hangs' ? never : undefined)

test('a record whose port hangs fails before the invocation ends, and the one before it is done', async () => {
  const handler = streamHandler(worker, ({ newImage }) => port(newImage?.['id']))

  expect(await handler(event, context)).toEqual({ batchItemFailures: [{ itemIdentifier: numberOf(1) }] })
})

test('of records that are processed together, only the one whose port hangs comes again', async () => {
  const handler = batchHandler(
    worker,
    eachConcurrently(({ newImage }) => port(newImage?.['id'])),
  )

  expect(await handler(event, context)).toEqual({ batchItemFailures: [{ itemIdentifier: numberOf(1) }] })
})

test('a batch that hangs fails before the invocation ends', async () => {
  await expect(batchHandler(worker, () => never)(event, context)).rejects.toThrow('not settled in time')
})

test('a message whose port hangs comes again, and the other does not', async () => {
  const handler = queueHandler(worker, port)
  const Records = ['ends', 'hangs'].map((id) => ({ messageId: id, body: JSON.stringify(id) }))

  expect(await handler({ Records }, context)).toEqual({ batchItemFailures: [{ itemIdentifier: 'hangs' }] })
})

test('a scheduled run that hangs fails before the invocation ends', async () => {
  await expect(scheduleHandler(worker, () => never)({}, context)).rejects.toThrow('not settled in time')
})
