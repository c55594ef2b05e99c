import { describe, expect, test, vi } from 'vitest'
import type { TableName } from '../../../shared/contract/resources.ts'
import { withinInvocation } from '../../../shared/invocation.ts'
import { personalDataRepository } from '../../../shared/personalData/personalDataRepository.ts'
import {
  exportedTables,
  isPartitioned,
  keyNames,
  partitionKeyOf,
  partitionOf,
  personalTables,
} from '../../../shared/personalData/personalTables.ts'
import { answeringClient } from '../../support/answeringClient.ts'
import { noteSleeps } from '../../support/noteSleeps.ts'

const tableName = (table: TableName) => `the ${table}`
const openStore = (...answers: readonly object[]) => {
  const { client, inputs } = answeringClient(...answers)
  return { inputs, data: personalDataRepository(client, tableName) }
}

describe('tables', () => {
  test('are personal unless nobody’s, and exported where recipients see what is in them', () => {
    expect(personalTables).toEqual(expect.arrayContaining(['announcers', 'streams', 'chats', 'idempotency']))
    expect(personalTables).not.toContain('externalPlaylists')
    expect(personalTables).not.toContain('erasureReceipts')
    expect(exportedTables).toEqual([
      'announcers',
      'chats',
      'actions',
      'configs',
      'news',
      'history',
      'alerts',
      'overlays',
      'payments',
      'gateways',
      'videos',
      'playlists',
      'tokens',
    ])
  })

  test.each<[TableName, boolean, string, readonly string[]]>([
    ['payments', true, 'alice', ['recipientId', 'id']],
    ['recipients', true, 'alice', ['recipientId']],
    ['news', true, 'recipient#alice', ['audience', 'id']],
    ['sendingSlots', true, 'recipient#alice', ['lane']],
    ['tickets', true, 'K9gGyX8OAK8aH8My', ['owner', 'secretHash']],
    ['chats', false, 'alice', ['chat']],
    ['accountLinks', false, 'alice', ['account']],
  ])('%s are found by their partition: %s', (table, partitioned, partition, keys) => {
    expect([isPartitioned(table), partitionOf(table, 'alice'), keyNames(table)]).toEqual([partitioned, partition, keys])
    expect(partitionKeyOf(table)).toBe(keys[0])
  })
})

describe('removing', () => {
  const keys = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ recipientId: 'mallory', id: `${index}` }))
  const requestsOf = ({ RequestItems }: Readonly<Record<string, unknown>>) => Object.values(RequestItems as object)[0]
  const deletion = (id: number) => ({ DeleteRequest: { Key: { recipientId: 'alice', id: `${id}` } } })

  test('what is in the recipient’s partition takes 25 at a time, and nothing of another’s', async () => {
    const { data, inputs } = openStore()

    await data.remove('alice', 'payments', keys(51))

    expect(inputs.map(({ RequestItems }) => Object.keys(RequestItems as object))).toEqual(
      [1, 2, 3].map(() => ['the payments']),
    )
    expect(inputs.map((input) => requestsOf(input).length)).toEqual([25, 25, 1])
    expect(inputs.flatMap(requestsOf)).toEqual(keys(51).map((_, index) => deletion(index)))
  })

  test('four batches go at a time', async () => {
    let [running, most] = [0, 0]
    const send = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return {}
    }

    await personalDataRepository({ send } as never, tableName).remove('alice', 'payments', keys(200))

    expect(most).toBe(4)
  })

  test('nothing asks for nothing', async () => {
    const { data, inputs } = openStore()

    await data.remove('alice', 'payments', [])

    expect(inputs).toEqual([])
  })

  const left = { UnprocessedItems: { 'the payments': [deletion(1)] } }

  test('what is left undone by a throttled table is asked for again, ever later', async () => {
    const slept = noteSleeps()
    const { data, inputs } = openStore(...Array.from({ length: 8 }, () => left))

    await data.remove('alice', 'payments', keys(2))

    expect(slept).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000])
    expect(inputs.map(requestsOf)).toEqual([
      [deletion(0), deletion(1)],
      ...Array.from({ length: 8 }, () => [deletion(1)]),
    ])
  })

  test('what is left undone ends with the invocation', async () => {
    const slept = noteSleeps()
    vi.useFakeTimers({ toFake: ['Date'] })
    const removeWithin = (milliseconds: number) =>
      withinInvocation({ getRemainingTimeInMillis: () => milliseconds + 250 }, () =>
        openStore(left).data.remove('alice', 'payments', keys(2)),
      )

    await expect(removeWithin(20)).rejects.toMatchObject({
      code: 'store_unavailable',
      cause: { message: 'items were left unprocessed' },
    })
    expect(slept).toEqual([])
    await removeWithin(21)
    expect(slept).toEqual([20])
    vi.useRealTimers()
  })
})
