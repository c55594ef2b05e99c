import { expect, test, vi } from 'vitest'
import type { DueKey } from '../../../../shared/mechanisms/store/dueStore.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

const { send } = vi.hoisted(() => ({ send: vi.fn<(command: unknown) => Promise<object>>() }))
vi.mock('../../../../shared/mechanisms/aws/documentClient.ts', () => ({ documentClient: { send } }))

stubEnvironment()
const worker = await import('../../../../functions/workers/retryPostponed.ts')

const now = new Date('2026-03-01T18:30:00.000Z')
const keysOf = (recipientId: string, count: number): DueKey[] =>
  Array.from({ length: count }, (_, index) => ({ recipientId, id: `${recipientId}-${index}` }))

/** A table with these items due, and those that a run takes up. */
const openTable = (keys: readonly DueKey[]) => {
  const taken: DueKey[] = []
  const asked: Date[] = []
  let running = 0
  let most = 0
  return {
    taken,
    asked,
    most: () => most,
    due: {
      list: async (at: Date) => {
        asked.push(at)
        return keys
      },
    },
    postponed: {
      takeUp: async (key: DueKey, at: Date) => {
        most = Math.max(most, ++running)
        await Promise.resolve()
        running -= 1
        asked.push(at)
        taken.push(key)
      },
    },
  }
}

const run = (...tables: readonly ReturnType<typeof openTable>[]) => worker.handle(tables, () => now.getTime())()

test('due items of each table are taken up, ten at a time', async () => {
  const [payments, videos] = [openTable(keysOf('alice', 12)), openTable(keysOf('bob', 3))]

  expect(await run(payments, videos)).toBe(15)
  expect([payments.taken, videos.taken]).toEqual([keysOf('alice', 12), keysOf('bob', 3)])
  expect(payments.most()).toBe(10)
  for (const at of [...payments.asked, ...videos.asked]) expect(at).toEqual(now)
})

test('one recipient gets a hundred turns of a run, and all together a thousand', async () => {
  const crowd = Array.from({ length: 11 }, (_, index) => keysOf(`r${index}`, 101))
  const [one, many] = [openTable(keysOf('alice', 101)), openTable(crowd.flat())]

  expect(await run(one)).toBe(100)
  expect(await run(many)).toBe(1000)
})
