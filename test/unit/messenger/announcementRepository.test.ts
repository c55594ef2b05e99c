import { describe, expect, test, vi } from 'vitest'
import type { Announcement } from '../../../shared/messenger/announcement.ts'
import { announcementRepository } from '../../../shared/messenger/announcementRepository.ts'
import { answeringClient, refusedBy } from '../../support/answeringClient.ts'
import { fresh } from './announcementScene.ts'

const [TableName, seen] = ['announcements', { ...fresh(), recipientId: 'mallory', revision: 'seen' }]
const own = { ...seen, recipientId: 'alice' }
const ReturnValuesOnConditionCheckFailure = 'ALL_OLD'

const openStore = (...answers: readonly object[]) => {
  const { client, inputs } = answeringClient(...answers)
  return { inputs, announcements: announcementRepository(client, TableName) }
}

describe('a new announcement', () => {
  test('is stored for its recipient, whatever it says itself, and an existing one stays', async () => {
    const store = openStore({}, refusedBy(own))

    await store.announcements.add('alice', seen)
    await store.announcements.add('alice', seen)

    const put = { TableName, Item: own, ConditionExpression: 'attribute_not_exists(id)' }
    expect(store.inputs).toEqual([1, 2].map(() => ({ ...put, ReturnValuesOnConditionCheckFailure })))
  })

  test('under a unique id is a write without a condition', () => {
    expect(openStore().announcements.addition('alice', seen)).toEqual({
      operation: { Put: { TableName, Item: own } },
      repeatable: true,
    })
  })
})

describe('an announcement is read', () => {
  const key = { recipientId: 'alice', id: 'i' }

  test('by its id', async () => {
    const store = openStore({ Item: own })

    expect(await store.announcements.find('alice', 'i')).toBe(own)
    expect(store.inputs).toEqual([{ TableName, Key: key, ConsistentRead: true }])
  })

  test('as the last of its announcer, by the key of the recipient who asks, because the index has keys of all', async () => {
    const store = openStore({ Items: [{ ...key, recipientId: 'bob' }] }, { Item: own })

    expect(await store.announcements.lastOf('alice', 'a')).toBe(own)
    expect(store.inputs).toEqual([
      {
        TableName,
        IndexName: 'byAnnouncer',
        ScanIndexForward: false,
        Limit: 1,
        KeyConditionExpression: 'announcerId = :announcerId',
        ExpressionAttributeValues: { ':announcerId': 'a' },
      },
      { TableName, Key: key, ConsistentRead: true },
    ])
  })

  test('not where its announcer has none', async () => {
    const store = openStore({ Items: [] })

    expect(await store.announcements.lastOf('alice', 'a')).toBeUndefined()
    expect(store.inputs).toHaveLength(1)
  })

  test('with the others of its stream, a page after another', async () => {
    const last = { recipientId: 'alice', id: 's#9' }
    const store = openStore({ Items: [own], LastEvaluatedKey: last }, { Items: [] })
    const pageAfter = (after?: string) => store.announcements.pageOfStream('alice', 's', { after, limit: 25 })

    expect(await pageAfter()).toEqual({ items: [own], next: 's#9' })
    expect(await pageAfter('s#9')).toEqual({ items: [], next: undefined })
    const query = {
      TableName,
      Limit: 25,
      ConsistentRead: true,
      KeyConditionExpression: 'recipientId = :recipientId AND begins_with(id, :stream)',
      ExpressionAttributeValues: { ':recipientId': 'alice', ':stream': 's#' },
    }
    expect(store.inputs).toStrictEqual([query, { ...query, ExclusiveStartKey: last }])
  })
})

describe('a change', () => {
  const next = { ...seen, state: 'claimed', revision: 'next' } as const
  const change = vi.fn<(current: Announcement) => Announcement | undefined>(() => next)
  const replacement = (seenRevision: string) => ({
    TableName,
    Item: { ...next, recipientId: 'alice' },
    ReturnValuesOnConditionCheckFailure,
    ConditionExpression: 'revision IN (:seen, :mine)',
    ExpressionAttributeValues: { ':seen': seenRevision, ':mine': 'next' },
  })

  test('of what is as it was seen, or changed so before, is stored', async () => {
    const store = openStore({}, refusedBy({ ...own, revision: 'other' }))

    expect(await store.announcements.replace('alice', seen, next)).toBe(true)
    expect(await store.announcements.replace('alice', seen, next)).toBe(false)
    expect(store.inputs).toEqual([replacement('seen'), replacement('seen')])
  })

  test('is decided again on what another one has left', async () => {
    const other = { ...own, revision: 'other' }
    const store = openStore(refusedBy(other))

    await store.announcements.change('alice', seen, change)

    expect(store.inputs).toEqual([replacement('seen'), replacement('other')])
    expect(change.mock.calls).toEqual([[seen], [other]])
  })

  test('of what is not there any more is none', async () => {
    const store = openStore(refusedBy())

    await store.announcements.change('alice', seen, change)

    expect(store.inputs).toHaveLength(1)
  })

  test('that is none writes nothing', async () => {
    const store = openStore()

    await store.announcements.change('alice', seen, () => undefined)

    expect(store.inputs).toEqual([])
  })
})
