import { describe, expect, test } from 'vitest'
import { videoLists } from '../../../shared/media/videoLists.ts'
import { clientAnswering } from '../../support/unitStore.ts'

const item = { recipientId: 'alice', id: 'v', status: 'ready', queued: 'e#v' }
const base = { TableName: 'videos', ConsistentRead: true }
const range = (sortKey: string) => `recipientId = :recipientId AND ${sortKey} BETWEEN :first AND :last`

const listing = () => {
  const { inputs, client } = clientAnswering({ Items: [item], Count: 1 })
  return { inputs, lists: videoLists(client, 'videos') }
}

describe('the queue', () => {
  const asked = { ...base, IndexName: 'byQueue', KeyConditionExpression: range('queued'), ScanIndexForward: true }
  const values = { ':recipientId': 'alice', ':first': 'e#!', ':last': 'e#~' }

  test('is what is ready in the epoch', async () => {
    const { inputs, lists } = listing()

    const { entries } = await lists.queue('alice', { epoch: 'e', ascending: true }, { offset: 0, limit: 5 })

    expect(entries).toMatchObject([{ item: { id: 'v', status: 'ready' }, key: 'e#v' }])
    expect(inputs).toEqual([{ ...asked, ExpressionAttributeValues: values, Limit: 1000 }])
  })

  test('goes on after the same video in a later epoch', async () => {
    const { inputs, lists } = listing()

    await lists.queue('alice', { epoch: 'e', ascending: true }, { offset: 5, after: 'earlier#v', limit: 5 })

    expect(inputs).toMatchObject([
      { Select: 'COUNT', ExpressionAttributeValues: { ...values, ':last': 'e#v' } },
      { ExclusiveStartKey: { recipientId: 'alice', id: 'v', queued: 'e#v' }, ExpressionAttributeValues: values },
    ])
  })
})

describe('the list of all', () => {
  const asked = { ...base, KeyConditionExpression: range('id'), ScanIndexForward: false }
  const values = { ':recipientId': 'alice', ':first': '!', ':last': '~' }
  const list = async (status: 'prepared' | 'handled' | undefined, after?: string) => {
    const { inputs, lists } = listing()
    const slice = { offset: 0, limit: 5, ...(after !== undefined && { after }) }
    const { entries } = await lists.all('alice', { status, epoch: 'later', ascending: false }, slice)
    return { inputs, entries }
  }

  test('has every video as it is in the epoch', async () => {
    const { inputs, entries } = await list(undefined)

    expect(entries).toMatchObject([{ item: { id: 'v', status: 'handled' }, key: 'v' }])
    expect(inputs).toEqual([{ ...asked, ExpressionAttributeValues: values, Limit: 1000 }])
    expect((await list(undefined, 'v')).inputs).toMatchObject([
      {},
      { ExclusiveStartKey: { recipientId: 'alice', id: 'v' } },
    ])
  })

  test.each([
    ['prepared' as const, '#status IN (:prepared, :postponed)', { ':prepared': 'prepared', ':postponed': 'postponed' }],
    [
      'handled' as const,
      '#status = :handled OR (#status = :ready AND NOT begins_with(queued, :queue))',
      { ':handled': 'handled', ':ready': 'ready', ':queue': 'later#' },
    ],
  ])('has those that are %s', async (status, FilterExpression, more) => {
    expect((await list(status)).inputs).toEqual([
      {
        ...asked,
        FilterExpression,
        Limit: 1000,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ...values, ...more },
      },
    ])
  })
})
