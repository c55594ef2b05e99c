import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { quotaRepository } from '../../../shared/limits/quotaRepository.ts'
import { playlistRepository } from '../../../shared/media/playlists/playlistRepository.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, clientAnswering, conflicting, observeTables, openStore } from '../../support/unitStore.ts'

stubEnvironment()
const { handle: changePlaylist, handler: changing } = await import('../../../functions/media/changePlaylist.ts')
const { handle: createPlaylist, handler: creating } = await import('../../../functions/media/createPlaylist.ts')
const { handle: deletePlaylist, handler: deleting } = await import('../../../functions/media/deletePlaylist.ts')
const { handle: listPlaylists, handler: listing } = await import('../../../functions/media/listPlaylists.ts')

afterEach(() => void vi.restoreAllMocks())

const song = { title: 'a', src: 'https://e.com/' }
const playlist = { id: 'p', title: 'Chill', ownerId: 'alice', items: [song], revision: 'r1' }
const bytes = Buffer.byteLength(JSON.stringify(playlist))
const item = {
  recipientId: 'alice',
  id: 'p',
  title: 'Chill',
  items: [{ src: song.src, title: 'a' }],
  revision: 'r1',
  bytes,
}
const playlists = playlistRepository({} as DynamoDBDocumentClient, 'playlists')
const quotas = quotaRepository('quotas')
const key = { TableName: 'playlists', Key: { recipientId: 'alice', id: 'p' } }
const counted = (values: object) => ({
  Update: {
    TableName: 'quotas',
    Key: { recipientId: 'alice', collection: 'playlists' },
    ExpressionAttributeValues: values,
  },
})

describe('the repository', () => {
  test('makes a playlist that is counted with the bytes of its answer', () => {
    const made = playlists.creation('alice', { title: 'я', items: [song] })

    expect(made.playlist).toEqual({ ...playlist, id: anId, title: 'я', revision: anId })
    expect(made.bytes).toBe(Buffer.byteLength(JSON.stringify(made.playlist)))
    const { ownerId: recipientId, ...stored } = made.playlist
    expect(made.write).toEqual({
      operation: { Put: { TableName: 'playlists', Item: { recipientId, ...stored, bytes: made.bytes } } },
      repeatable: true,
    })
  })

  test('finds a playlist, and lists all, as they are answered', async () => {
    const found = clientAnswering({ Item: item })
    const listed = clientAnswering({ Items: [item] })

    expect(await playlistRepository(found.client, 'playlists').find('alice', 'p')).toStrictEqual(playlist)
    expect(await playlistRepository(listed.client, 'playlists').list('alice')).toStrictEqual([playlist])
    expect(await playlistRepository(clientAnswering({}).client, 'playlists').find('alice', 'p')).toBeUndefined()
    expect([found.inputs, listed.inputs]).toEqual([
      [{ ...key, ConsistentRead: true }],
      [
        {
          TableName: 'playlists',
          KeyConditionExpression: 'recipientId = :recipientId',
          ConsistentRead: true,
          ExpressionAttributeValues: { ':recipientId': 'alice' },
        },
      ],
    ])
  })

  test('changes a playlist that is as it was found, and tells by how much it grows', () => {
    const changed = { ...playlist, title: 'Chilled', revision: 'r2' }
    const change = playlists.change('alice', changed, playlist)

    expect(change.bytes).toBe(2)
    expect(conflicting(change.write)).toEqual({
      operation: {
        Update: {
          ...key,
          ConditionExpression: 'revision IN (:revision0, :revision1)',
          UpdateExpression: 'SET #title = :title, #items = :items, #revision = :revision, #bytes = :bytes',
          ExpressionAttributeNames: {
            '#title': 'title',
            '#items': 'items',
            '#revision': 'revision',
            '#bytes': 'bytes',
          },
          ExpressionAttributeValues: {
            ':title': 'Chilled',
            ':items': [song],
            ':revision': 'r2',
            ':bytes': bytes + 2,
            ':revision0': 'r1',
            ':revision1': 'r2',
          },
        },
      },
      repeatable: true,
    })
  })

  test('knows with how many bytes a playlist is counted, and removes it if that is still so', async () => {
    const { inputs, client } = clientAnswering({ Item: { bytes: 7 } })
    const ExpressionAttributeNames = { '#bytes': 'bytes' }

    expect(await playlistRepository(client, 'playlists').countedBytes('alice', 'p')).toBe(7)
    expect(await playlistRepository(clientAnswering({}).client, 'playlists').countedBytes('a', 'p')).toBeUndefined()
    expect(inputs).toEqual([{ ...key, ConsistentRead: true, ProjectionExpression: '#bytes', ExpressionAttributeNames }])
    expect(conflicting(playlists.removal('alice', 'p', 7))).toEqual({
      operation: {
        Delete: {
          ...key,
          ConditionExpression: '#bytes = :bytes',
          ExpressionAttributeNames,
          ExpressionAttributeValues: { ':bytes': 7 },
        },
      },
      repeatable: false,
    })
  })
})

test('a playlist that is created is answered with its tag, and counted', async () => {
  const { commit, operations } = openStore()

  const { body, headers } = await createPlaylist(playlists, quotas)(
    { ...caller, body: { title: 'Chill', items: [song] } },
    commit,
  )

  expect(body).toEqual({ ...playlist, id: anId, revision: anId })
  expect(headers).toEqual({ etag: `"${body.revision}"` })
  expect(operations()).toMatchObject([
    [
      { Put: { Item: { id: body.id, revision: body.revision } } },
      counted({ ':used': 1, ':usedBytes': Buffer.byteLength(JSON.stringify(body)) }),
    ],
  ])
})

describe('a playlist that is changed', () => {
  const change = async (given: object, ifMatch?: string, found: object | undefined = playlist) => {
    const { commit, operations } = openStore()
    const find = async (recipientId: string, id: string) => (recipientId === 'alice' && id === 'p' ? found : undefined)
    const request = { ...caller, headers: { 'if-match': ifMatch }, body: { id: 'p', ...given } }
    const { body } = await changePlaylist({ ...playlists, find: find as never }, quotas)(request as never, commit)
    return { body, operations: operations() }
  }

  test('keeps what is not sent, and counts what it grows by', async () => {
    const renamed = await change({ title: 'Chilled' })
    const emptied = await change({ items: [] })

    expect(renamed.body).toEqual({ ...playlist, title: 'Chilled', revision: anId })
    expect(renamed.operations).toMatchObject([
      [{ Update: { ExpressionAttributeValues: { ':title': 'Chilled', ':revision0': 'r1' } } }, { Update: {} }],
    ])
    expect(renamed.operations[0]?.[1]).toMatchObject(counted({ ':usedBytes': 'ed'.length + 36 - 'r1'.length }))
    expect(emptied.body).toEqual({ ...playlist, items: [], revision: anId })
  })

  test('is there, and has the revision that If-Match asks for', async () => {
    await expect(change({ id: 'q' })).rejects.toMatchObject({
      code: 'not_found',
      errors: [{ detail: 'unknown playlist' }],
    })
    await expect(change({}, '"r0"')).rejects.toMatchObject({ code: 'precondition_failed' })
  })
})

test('a playlist that is deleted gives back what it is counted with, as it is now', async () => {
  const { commit, operations } = openStore(1)
  const counts = [5, 7]
  const countedBytes = async (recipientId: string, id: string) =>
    recipientId === 'alice' && id === 'p' ? counts.shift() : expect.fail('another playlist')
  const remove = () => deletePlaylist({ ...playlists, countedBytes }, quotas)({ ...caller, body: { id: 'p' } }, commit)

  expect(await remove()).toEqual({})
  expect(operations()).toMatchObject([
    [{ Delete: { ExpressionAttributeValues: { ':bytes': 7 } } }, counted({ ':used': -1, ':usedBytes': -7 })],
  ])
  await expect(remove()).rejects.toMatchObject({ code: 'not_found', errors: [{ detail: 'unknown playlist' }] })
})

test('playlists are listed with the newest first, or by their title', async () => {
  const kept = [
    { ...playlist, id: '1', title: 'b' },
    { ...playlist, id: '2', title: 'c' },
    { ...playlist, id: '3', title: 'a' },
  ]
  const listed = async (...sort: readonly object[]) => {
    const list = async (recipientId: string) => (recipientId === 'alice' ? kept : [])
    const { body } = await listPlaylists({ list }, {} as never)({ ...caller, query: { size: 9, sort } } as never, () =>
      expect.fail('a read commits nothing'),
    )
    return body.content.map(({ id }) => id)
  }

  expect(await listed()).toEqual(['3', '2', '1'])
  expect(await listed({ property: 'id', ascending: true })).toEqual(['1', '2', '3'])
  expect(await listed({ property: 'title', ascending: true })).toEqual(['3', '1', '2'])
})

test('the functions of playlists ask their tables', async () => {
  const inputs = observeTables({ playlists: { Item: item, Items: [] } })
  const [put, changed, removed] = ['Put', 'Update', 'Delete'].map((kind) => ({ [kind]: { TableName: 'playlists' } }))
  const quota = { Update: { TableName: 'quotas' } }
  const read = { TableName: 'playlists' }

  for (const [handler, body] of [
    [creating, { title: 'Chill' }],
    [changing, { id: 'p', title: 'Chilled' }],
    [deleting, { id: 'p' }],
  ] as const)
    expect(await handler(httpEvent('POST', '/', { body }))).toMatchObject({ statusCode: 200 })
  expect(await listing(httpEvent('GET', '/'))).toMatchObject({ statusCode: 200 })

  expect(inputs).toMatchObject([
    { TransactItems: [put, quota] },
    read,
    { TransactItems: [changed, quota] },
    read,
    { TransactItems: [removed, quota] },
    read,
  ])
})
