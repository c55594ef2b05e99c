import { afterEach, expect, test, vi } from 'vitest'
import { ssmClient } from '../../../shared/aws/ssmClient.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, observeTables } from '../../support/unitStore.ts'

stubEnvironment()
vi.stubEnv('PARAMETER_PREFIX', '/test')
const { handle, handler } = await import('../../../functions/media/getExternalPlaylist.ts')

afterEach(() => void vi.restoreAllMocks())

const entry = (id: string, title: string | null = null) => ({
  id,
  snippet: { resourceId: null, title, thumbnails: null },
  contentDetails: null,
  statistics: null,
})

test('a playlist is answered in an order that chance decides, as far as it fits into an answer of Lambda', async () => {
  const items = Array.from({ length: 7 }, (_, index) => entry(String(index), 'x'.repeat(1_000_000)))
  const answer = handle({ playlist: async () => ({ title: 'T', items }) }, { spend: async () => {} }, () => 0)

  const body = await answer({ ...caller, params: { playlistId: 'PL' } }, () => expect.fail('a read commits nothing'))

  expect(body.title).toBe('T')
  expect(body.items?.map(({ id }) => id)).toEqual(['6', '0', '1', '2', '3', '4'])
})

test("only who is read for at the host spends the recipient's rate", async () => {
  const spent: unknown[] = []
  const playlists = {
    playlist: async (playlistId: string, spend: (units: number) => Promise<void>) => {
      await spend(3)
      return { title: playlistId, items: [] }
    },
  }
  const answer = handle(playlists, { spend: async (...given) => void spent.push(given) })

  expect(await answer({ ...caller, params: { playlistId: 'PL' } }, () => Promise.reject())).toEqual({
    title: 'PL',
    items: [],
  })
  expect(spent).toEqual([['alice', 'externalPlaylists', 3]])
})

test('the function asks its memory, spends the rate, and keeps the failure of the host, whose key it has read', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const read = vi.spyOn(ssmClient, 'send').mockImplementation(async ({ input }: { readonly input: object }) => ({
    Parameters: (input as { readonly Names: readonly string[] }).Names.map((Name) => ({ Name, Value: 'key' })),
  }))
  const inputs = observeTables()

  const answer = await handler(httpEvent('GET', '/', { params: { playlistId: 'PL' } }))

  expect(answer).toMatchObject({ statusCode: 503 })
  expect(JSON.parse(String(answer.body))).toMatchObject({ detail: 'YouTube could not be reached.' })
  expect(read.mock.calls.map(([{ input }]) => input)).toEqual([
    { Names: ['/test/youtube/api-key'], WithDecryption: true },
  ])
  expect(inputs).toMatchObject([
    { TableName: 'externalPlaylists', ExpressionAttributeValues: { ':playlistId': 'PL' } },
    { TableName: 'externalPlaylists', Item: { playlistId: 'PL', part: -1 } },
    { TableName: 'rates', Key: { recipientId: 'alice' } },
    { TableName: 'externalPlaylists', Item: { playlistId: 'PL', failure: { code: 'provider_unavailable' } } },
  ])
})
