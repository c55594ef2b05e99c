import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import openApi from '../../../../shared/areas/service/openapi.json' with { type: 'json' }
import { operations } from '../../../../shared/operations.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { endpoints } from '../../contract/specification/endpoints.ts'
import { codeVerifier, type Platforms, startPlatforms } from '../recipients/platforms.ts'

const call: Platforms['call'] = (...request) => platforms.call(...request)
const someone = () => platforms.someone()

const platforms = await sharedByTests(startPlatforms())

interface Traffic {
  readonly id: string
  /** The body that the front end sends. */
  readonly sends?: object
  /** The members that it reads, as a path through the answer. */
  readonly reads?: readonly string[]
}

const buttons = [{ text: 'Watch', url: 'https://example.com/' }]
const moved = { text: 'Live!', accountId: 'main', chatId: -100123, type: 'ANNOUNCE_STREAM', buttons }

/** The requests of the console and the donor page, in our words, and what they read of the answers. */
const traffic: readonly Traffic[] = [
  { id: 'getExternalPlaylist', reads: ['title', 'items/snippet/title', 'items/contentDetails/duration'] },
  {
    id: 'updateAnnouncers',
    sends: { added: [moved], updated: [{ id: 'a', enabled: true, ...moved }], deleted: ['b'] },
  },
  {
    id: 'addActions',
    sends: { actions: [{ name: 'Creeper', category: '', game: 'g', price: { major: 1, minor: 0, currency: 'RUB' } }] },
    reads: ['action/id', 'action/name', 'action/price/major'],
  },
  { id: 'putConfig', sends: { id: 'c', name: 'paymentpage', ownerId: null, value: {}, actions: [] } },
  { id: 'addAnnouncer', sends: { text: 'Live!', accountId: 'main', chatId: -100123, buttons: [] } },
  {
    id: 'addNews',
    sends: { title: 't', description: 'd', global: false, demoUrl: '' },
    reads: ['id', 'title', 'description', 'date', 'demoUrl'],
  },
  {
    id: 'printCsv',
    sends: { systems: ['ODA'], events: ['payment', 'payment'], after: null, before: null },
    reads: ['printId'],
  },
  { id: 'linkKick', sends: { authorizationCode: 'good-console', codeVerifier } },
  { id: 'toggleToken', sends: { id: 't', enabled: false } },
  { id: 'getAccessToken', sends: { tokenId: 't' }, reads: ['token'] },
  { id: 'deleteHistoryItem', sends: { historyItemId: 'h' } },
  { id: 'repeatAlert', sends: { historyItemId: 'h' } },
  { id: 'changeAgreement', sends: { gateway: 'yookassa' } },
  { id: 'toggleGateway', sends: { id: 'g' } },
  { id: 'exchangeOneTimeCode', sends: { otp: 'code' }, reads: ['refreshToken'] },
  { id: 'markAllListened', sends: {} },
  { id: 'listPlaylists', reads: ['content/id', 'content/title', 'totalSize'] },
  { id: 'listAlerts', reads: ['content/id', 'content/nickname', 'content/amount/major', 'totalSize'] },
  { id: 'getPayment', reads: ['amount/major', 'amount/currency', 'confirmation'] },
  { id: 'getVideos', reads: ['url', 'title', 'owner', 'originId'] },
  { id: 'listAnnouncers', reads: ['id', 'text', 'buttons/url', 'announcerType', 'enabled', 'chatId'] },
  { id: 'getVkLiveToken', sends: { authorizationCode: 'good-console' } },
]

interface Schema {
  readonly $ref?: string
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The object that a schema of the document describes: behind references, alternatives and arrays. */
const objectOf = (schema: Schema | undefined): Schema => {
  const { $ref, items, anyOf } = schema ?? {}
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return objectOf((openApi.components.schemas as unknown as Readonly<Record<string, Schema>>)[name])
  }
  return items === undefined && anyOf === undefined ? (schema ?? {}) : objectOf(items ?? anyOf?.[0])
}

const memberOf = (schema: Schema | undefined, path: string): Schema | undefined =>
  path.split('/').reduce<Schema | undefined>((found, name) => objectOf(found).properties?.[name], schema)

const documented = (id: string) => {
  const found = Object.values(openApi.paths)
    .flatMap((path) => Object.values(path as object))
    .find(({ operationId }) => operationId === id)
  const schemaOf = (part?: object): Schema | undefined =>
    (part as { content?: Readonly<Record<string, { schema: Schema }>> })?.content?.['application/json']?.schema
  return { request: schemaOf(found.requestBody), answer: schemaOf(found.responses['200']) }
}

describe.each(traffic)('$id', ({ id, sends, reads = [] }) => {
  test('an operation takes the requests of the front ends', async () => {
    if (sends === undefined) return expect(operations.find((each) => each.id === id)).toMatchObject({ method: 'GET' })
    const { request } = documented(id)

    const { status, body } = await call(id, { recipient: someone(), body: sends })

    expect(Object.keys(sends).filter((name) => memberOf(request, name) === undefined)).toEqual([])
    // That an id or a one-time code is nobody's is found after the request has been understood.
    expect(status === 200 ? 'done' : body.code).toMatch(/^(done|not_found|one_time_code_rejected)$/)
  })

  test('answers what they read', () => {
    const { answer } = documented(id)

    expect(reads.filter((path) => memberOf(answer, path) === undefined)).toEqual([])
  })
})

test('what the console saves of its announcers is what it lists, and the switch "delete after the stream" holds', async () => {
  const recipient = someone()
  const listed = async () => (await call('listAnnouncers', { recipient })).body
  const save = (body: object) => call('updateAnnouncers', { recipient, body })

  await save({ added: [moved], updated: [], deleted: [] })
  const [{ id }] = await listed()
  await save({
    added: [],
    updated: [{ id, enabled: false, ...moved, type: 'ANNOUNCE_STREAM_AND_DELETE' }],
    deleted: [],
  })

  const { type, ...kept } = moved
  expect(await listed()).toMatchObject([{ id, enabled: false, announcerType: 'ANNOUNCE_STREAM_AND_DELETE', ...kept }])
})

test('a record is saved as it was read, with an owner that the console leaves empty', async () => {
  const recipient = someone()
  const { body: created } = await call('putConfig', {
    recipient,
    body: { name: 'paymentpage', value: { gateway: 'a' } },
  })

  for (const ownerId of [null, '']) {
    const saved = await call('putConfig', { recipient, body: { ...created, ownerId } })
    expect(saved).toMatchObject({ status: 200, body: { id: created.id, ownerId: recipient, value: { gateway: 'a' } } })
  }
})

test('a page is what the generated client asks for, whose sort is the text of an object', async () => {
  const recipient = someone()
  await call('createPlaylist', { recipient, body: { title: 'Chill', items: [] } })

  const { status, body } = await call('listPlaylists', {
    recipient,
    query: { orderBy: '', size: '100', sort: '[object Object]' },
  })

  expect([status, body.size, body.content.length]).toEqual([200, 100, 1])
})

test('the page about the front ends has a row for each operation, and a reason for each difference', () => {
  const page = readFileSync(
    new URL('../../../../shared/areas/service/openDonationAssistant.md', import.meta.url),
    'utf8',
  )
  const rows = page.split('\n').flatMap((line) => {
    const [, id, , here = ''] = /^\| `(\w+)` \| (.+) \| (.+) \|$/.exec(line) ?? []
    return id === undefined ? [] : [{ id, here }]
  })

  expect(rows.map(({ id }) => id)).toEqual(endpoints.map(({ id }) => id))
  expect(traffic.map(({ id }) => id)).toEqual(endpoints.map(({ id }) => id))
  expect(rows.filter(({ here }) => !/^(works\b|differs: .{20})/.test(here))).toEqual([])
})
