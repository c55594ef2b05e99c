import type { SQSClient } from '@aws-sdk/client-sqs'
import { expect, test, vi } from 'vitest'
import { wakeUpFrom, wakeUpQueue } from '../../../../shared/mechanisms/wakeUps/wakeUpQueue.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

const now = Date.parse('2026-01-31T12:00:00Z')
const key = { recipientId: 'alice', id: 'a' }

/** Sends a wake-up `milliseconds` from now, and returns the messages of the queue. */
const wakeAfter = async (milliseconds: number, failure?: Error) => {
  const sent: { MessageBody: string; DelaySeconds: number }[] = []
  const send = async ({ input }: { input: (typeof sent)[number] }) => {
    if (failure !== undefined) throw failure
    sent.push(input)
    return {}
  }
  const queue = wakeUpQueue({ send } as unknown as SQSClient, 'queue', () => now)
  await queue.send('announcements', key, now + milliseconds)
  return sent
}

test.each([
  [-5000, [0]],
  [0, [0]],
  [1, [1]],
  [1000, [1]],
  [1001, [2]],
  [900_000, [900]],
  [900_001, []],
])(
  'a wake-up in %i ms is delayed by whole seconds, never early, and left to the schedule after 15 minutes',
  async (milliseconds, delays) => {
    const sent = await wakeAfter(milliseconds)

    expect(sent.map(({ DelaySeconds }) => DelaySeconds)).toEqual(delays)
    for (const { MessageBody } of sent)
      expect(wakeUpFrom(JSON.parse(MessageBody))).toEqual({ table: 'announcements', ...key })
  },
)

test('a wake-up that cannot be sent is left to the schedule, and the log has a warning', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

  expect(await wakeAfter(1000, new Error('no queue'))).toEqual([])

  const [line] = written.mock.calls.map(([text]) => JSON.parse(String(text)))
  written.mockRestore()
  expect(line).toMatchObject({
    level: 'WARN',
    message: 'wake-up',
    recipientId: 'alice',
    error: { message: 'no queue' },
  })
})

test.each(['table', 'recipientId', 'id'])('a message without its %s is no wake-up', (name) => {
  expect(() => wakeUpFrom({ table: 'payments', ...key, [name]: undefined })).toThrow('not a wake-up')
})

test('a wake-up queues the item of its table as of now, and one of another table fails', async () => {
  stubEnvironment()
  const { handle } = await import('../../../../functions/workers/wakePostponed.ts')
  const queueAgain = vi.fn()
  const wake = handle({ payments: queueAgain } as never, () => now)

  await wake({ table: 'payments', ...key })

  expect(queueAgain.mock.calls).toEqual([[key, new Date(now)]])
  await expect(wake({ table: 'news', ...key })).rejects.toThrow('nothing wakes items of news')
})
