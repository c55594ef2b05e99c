import { describe, expect, test } from 'vitest'
import type { Item } from '../../../shared/contract/write.ts'
import { softDeletion } from '../../../shared/history/softDeletion.ts'
import { openStore } from '../../support/unitStore.ts'

const tables = { history: 'history', alerts: 'alerts', recipients: 'recipients' }
const item = { recipientId: 'alice', id: 'h', deleted: false, listedAt: 't#h' }
const counted = (change: number) => ({
  ...{ TableName: 'recipients', Key: { recipientId: 'alice' } },
  ExpressionAttributeValues: { ':history': change },
})
const marked = (deleted: boolean) => ({
  ...{ TableName: 'history', Key: { recipientId: 'alice', id: 'h' } },
  ExpressionAttributeValues: { ':deleted': deleted },
})
const hidden = (value: boolean) => ({
  ...{ TableName: 'alerts', Key: { recipientId: 'alice', position: 7 } },
  ExpressionAttributeValues: { ':hidden': value },
})

const mark = async (deleted: boolean, found: Item | undefined, conflicts = 0) => {
  const store = openStore(conflicts)
  let reads = 0
  const find = async (recipientId: string, id: string) => {
    reads++
    return recipientId === 'alice' && id === 'h' ? found : expect.fail('another item')
  }
  const answer = await softDeletion({ find }, tables)('alice', 'h', deleted, store.commit)
  return { answer, reads, writes: store.operations() }
}

describe.each([
  ['deleted', true, -1],
  ['restored', false, 1],
] as const)('an item that is %s', (_name, deleted, change) => {
  const before = { ...item, deleted: !deleted }

  test('is marked and counted', async () => {
    const { answer, writes } = await mark(deleted, before)

    expect(answer).toEqual({})
    expect(writes).toMatchObject([[{ Update: marked(deleted) }, { Update: counted(change) }]])
  })

  test('takes its alert with it', async () => {
    expect((await mark(deleted, { ...before, alertPosition: 7 })).writes).toMatchObject([
      [{ Update: marked(deleted) }, { Update: hidden(deleted) }, { Update: counted(change) }],
    ])
  })

  test('is not counted if it is a test', async () => {
    expect((await mark(deleted, { ...before, listedAt: undefined })).writes).toMatchObject([
      [{ Update: marked(deleted) }],
    ])
  })

  test('already changes nothing', async () => {
    expect(await mark(deleted, { ...item, deleted })).toEqual({ answer: {}, reads: 1, writes: [[]] })
  })

  test('while somebody else changes it is read again', async () => {
    expect(await mark(deleted, before, 2)).toMatchObject({ reads: 3, writes: [[{}, {}]] })
  })

  test('and unknown is not found', async () => {
    await expect(mark(deleted, undefined)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('what a refund or a dispute has taken back is not restored', async () => {
  for (const withdrawn of ['listed', 'unseen', 'deleted'])
    await expect(mark(false, { ...item, deleted: true, withdrawn })).rejects.toMatchObject({
      code: 'payment_withdrawn',
    })
})

test('what a dispute has taken back from the list stays away once it is deleted', async () => {
  expect((await mark(true, { ...item, deleted: true, withdrawn: 'listed' })).writes).toMatchObject([
    [{ Update: { TableName: 'history', ExpressionAttributeValues: { ':withdrawn': 'deleted' } } }],
  ])
  expect((await mark(true, { ...item, deleted: true, withdrawn: 'unseen' })).writes).toEqual([[]])
})
