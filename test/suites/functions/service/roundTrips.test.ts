import { expect, test } from 'vitest'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
const price = { major: 5, minor: 0, currency: 'EUR' }

await sharedByTests(startLocalAws())

interface RoundTrip {
  readonly add: string
  readonly first: object
  readonly list: string
  /** The request that adds what was listed. */
  readonly again: (content: readonly object[]) => object
}

const roundTrips: readonly RoundTrip[] = [
  {
    add: 'addHistoryItems',
    first: { items: [{ system: 'Kick', event: 'raid', originId: 'r-1', timestamp: '2026-03-01T18:30:00Z' }] },
    list: 'listHistory',
    again: (items) => ({ items }),
  },
  {
    add: 'addActions',
    first: { actions: [{ name: 'Creeper', price, parameters: [{ name: 'where' }] }] },
    list: 'listActions',
    again: (actions) => ({ actions }),
  },
  {
    add: 'createPlaylist',
    first: { title: 'Chill', items: [{ title: '', src: 'https://e.com' }] },
    list: 'listPlaylists',
    again: ([playlist]) => ({ ...playlist }),
  },
  {
    add: 'addAnnouncer',
    first: { text: 'Live!', accountId: 'main', chatId: -1, buttons: [{ text: 'x', url: 'https://e.com' }] },
    list: 'listAnnouncers',
    again: ([announcer]) => ({ ...announcer }),
  },
  {
    add: 'updateAnnouncers',
    first: { added: [{ text: 'Live!', accountId: 'main', chatId: -1, type: 'ANNOUNCE_STREAM' }] },
    list: 'listAnnouncers',
    again: (announcers) => ({ added: announcers, updated: announcers }),
  },
  {
    add: 'putConfig',
    first: { name: 'theme', actions: [{ name: 'x', price }] },
    list: 'listConfigs',
    again: ([config]) => ({ ...config }),
  },
  { add: 'addNews', first: { title: 'New', description: 'x' }, list: 'listNews', again: ([entry]) => ({ ...entry }) },
  {
    add: 'setGateway',
    first: { gateway: 'manual', type: 'fiat' },
    list: 'listGateways',
    again: ([gateway]) => ({ ...gateway }),
  },
]

test.each(roundTrips.map((trip) => [trip.list, trip.add, trip] as const))(
  'what %s answers is accepted by %s, of the same and of another recipient',
  async (list, add, { first, again }) => {
    const recipient = `round-trip-${add}`
    expect(await call(add, { recipient, body: first })).toMatchObject({ status: 200 })
    const { body } = await call(list, { recipient })
    const content: Record<string, unknown>[] = body.content ?? body

    const same = await call(add, { recipient, body: again(content) })
    const others = content.map(({ id, recipientId, ownerId, ...item }) => item)
    const other = add === 'updateAnnouncers' ? { added: others } : again(others)

    expect(content).not.toEqual([])
    expect(same).toMatchObject({ status: 200 })
    expect(await call(add, { recipient: `${recipient}-2`, body: other })).toMatchObject({ status: 200 })
    const { body: copied } = await call(list, { recipient: `${recipient}-2` })
    expect(copied.content ?? copied).toHaveLength(1)
  },
)

test('an announcer has one type: `type` and `announcerType` that differ are refused', async () => {
  const both = { type: 'ANNOUNCE_STREAM', announcerType: 'ANNOUNCE_STREAM_AND_DELETE' }
  const body = { text: 'Live!', accountId: 'main', chatId: 1, ...both }

  expect(await call('addAnnouncer', { recipient: 'types', body })).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'body', pointer: '/type' }] },
  })
})
