import { beforeAll, describe, expect, test } from 'vitest'
import document from '../../shared/service/openapi.json' with { type: 'json' }
import { type ApiAnswer, clientOf } from '../support/apiClient.ts'
import { standardWebhook } from '../support/gatewayWebhooks.ts'
import { linkChat } from '../support/linkChat.ts'

/** A place in a request where a client names something that belongs to a recipient. */
interface Reference {
  readonly operation: string
  /** As `idFields` finds it in the OpenAPI document: `body/updated[]/id`, `path/id`. */
  readonly field: string
  readonly resource: Resource
  readonly send: (client: Client, id: string) => Promise<ApiAnswer>
}

type Client = ReturnType<typeof clientOf>
type Resource =
  | 'announcer'
  | 'chat'
  | 'action'
  | 'config'
  | 'news'
  | 'historyItem'
  | 'delivery'
  | 'print'
  | 'export'
  | 'payment'
  | 'gateway'
  | 'token'
  | 'overlay'
  | 'video'
  | 'playlist'

const post = (path: string, body: (id: string) => unknown) => (client: Client, id: string) =>
  client('POST', path, body(id))
const get = (path: (id: string) => string) => (client: Client, id: string) =>
  client('GET', path(encodeURIComponent(id)))

const references: readonly Reference[] = [
  {
    operation: 'updateAnnouncers',
    field: 'body/updated[]/id',
    resource: 'announcer',
    send: post('/messenger/commands/update-announcers', (id) => ({ updated: [{ id, text: 'stolen' }] })),
  },
  {
    operation: 'updateAnnouncers',
    field: 'body/deleted[]',
    resource: 'announcer',
    send: post('/messenger/commands/update-announcers', (id) => ({ deleted: [id] })),
  },
  {
    operation: 'getAnnouncer',
    field: 'path/id',
    resource: 'announcer',
    send: get((id) => `/messenger/announcers/${id}`),
  },
  {
    operation: 'testAnnouncement',
    field: 'body/id',
    resource: 'announcer',
    send: post('/messenger/commands/test-announcement', (id) => ({ id })),
  },
  {
    operation: 'unlinkChat',
    field: 'body/id',
    resource: 'chat',
    send: post('/messenger/commands/unlink-chat', (id) => ({ id })),
  },
  {
    operation: 'putConfig',
    field: 'body/id',
    resource: 'config',
    send: (client, id) => client('PUT', '/config', { id, name: 'stolen' }),
  },
  {
    operation: 'deleteConfig',
    field: 'body/id',
    resource: 'config',
    send: post('/config/commands/delete-config', (id) => ({ id })),
  },
  {
    operation: 'toggleAction',
    field: 'body/id',
    resource: 'action',
    send: post('/actions/commands/toggle-action', (id) => ({ id, enabled: false })),
  },
  {
    operation: 'deleteAction',
    field: 'body/id',
    resource: 'action',
    send: post('/actions/commands/delete-action', (id) => ({ id })),
  },
  {
    operation: 'completeAction',
    field: 'body/deliveryId',
    resource: 'delivery',
    send: post('/actions/commands/complete-action', (deliveryId) => ({ deliveryId, outcome: 'done' })),
  },
  {
    operation: 'changeNews',
    field: 'body/id',
    resource: 'news',
    send: post('/news/commands/change-news', (id) => ({ id, title: 'stolen' })),
  },
  {
    operation: 'deleteNews',
    field: 'body/id',
    resource: 'news',
    send: post('/news/commands/delete-news', (id) => ({ id })),
  },
  {
    operation: 'deleteHistoryItem',
    field: 'body/historyItemId',
    resource: 'historyItem',
    send: post('/history/commands/delete-item', (historyItemId) => ({ historyItemId })),
  },
  {
    operation: 'restoreHistoryItem',
    field: 'body/historyItemId',
    resource: 'historyItem',
    send: post('/history/commands/restore-item', (historyItemId) => ({ historyItemId })),
  },
  {
    operation: 'repeatAlert',
    field: 'body/historyItemId',
    resource: 'historyItem',
    send: post('/history/commands/repeat-alert', (historyItemId) => ({ historyItemId })),
  },
  {
    operation: 'getExport',
    field: 'path/exportId',
    resource: 'export',
    send: get((id) => `/recipients/exports/${id}`),
  },
  { operation: 'getPrint', field: 'path/printId', resource: 'print', send: get((id) => `/history/prints/${id}`) },
  {
    operation: 'deletePrint',
    field: 'body/printId',
    resource: 'print',
    send: post('/history/commands/delete-print', (printId) => ({ printId })),
  },
  { operation: 'getPayment', field: 'path/id', resource: 'payment', send: get((id) => `/payments/${id}`) },
  { operation: 'tracePayment', field: 'path/id', resource: 'payment', send: get((id) => `/payments/${id}/trace`) },
  {
    operation: 'getHistoryItem',
    field: 'path/historyItemId',
    resource: 'historyItem',
    send: get((id) => `/history/${id}`),
  },
  {
    operation: 'toggleGateway',
    field: 'body/id',
    resource: 'gateway',
    send: post('/payments/commands/togglegateway', (id) => ({ id })),
  },
  {
    operation: 'setGateway',
    field: 'body/id',
    resource: 'gateway',
    send: post('/payments/commands/set-gateway', (id) => ({
      id,
      gateway: 'manual',
      type: 'fiat',
      secret: `whsec_${'stolen00'.repeat(4)}`,
    })),
  },
  {
    operation: 'rotateWebhookUrl',
    field: 'body/id',
    resource: 'gateway',
    send: post('/payments/commands/rotate-webhook-url', (id) => ({ id })),
  },
  {
    operation: 'deleteGateway',
    field: 'body/id',
    resource: 'gateway',
    send: post('/payments/commands/delete-gateway', (id) => ({ id })),
  },
  {
    operation: 'unlinkToken',
    field: 'body/id',
    resource: 'token',
    send: post('/recipients/tokens/unlink-token', (id) => ({ id })),
  },
  {
    operation: 'toggleToken',
    field: 'body/id',
    resource: 'token',
    send: post('/recipients/tokens/toggle-token', (id) => ({ id, enabled: false })),
  },
  {
    operation: 'getAccessToken',
    field: 'body/tokenId',
    resource: 'token',
    send: post('/recipients/tokens/get-access-token', (tokenId) => ({ tokenId })),
  },
  {
    operation: 'revokeOverlay',
    field: 'body/overlayId',
    resource: 'overlay',
    send: post('/overlays/commands/revoke-overlay', (overlayId) => ({ overlayId })),
  },
  {
    operation: 'renameOverlay',
    field: 'body/overlayId',
    resource: 'overlay',
    send: post('/overlays/commands/rename-overlay', (overlayId) => ({ overlayId, name: 'stolen' })),
  },
  {
    operation: 'markVideo',
    field: 'body/id',
    resource: 'video',
    send: post('/media/commands/mark-video', (id) => ({ id })),
  },
  {
    operation: 'skipVideo',
    field: 'body/id',
    resource: 'video',
    send: post('/media/commands/skip-video', (id) => ({ id })),
  },
  { operation: 'getVideos', field: 'path/ids', resource: 'video', send: get((id) => `/media/video/${id}`) },
  {
    operation: 'changePlaylist',
    field: 'body/id',
    resource: 'playlist',
    send: post('/playlists/commands/change-playlist', (id) => ({ id, title: 'stolen' })),
  },
  {
    operation: 'deletePlaylist',
    field: 'body/id',
    resource: 'playlist',
    send: post('/playlists/commands/delete-playlist', (id) => ({ id })),
  },
]

/** Fields that look like ids and name nothing of a recipient's, each with what they are. */
const notReferences: Readonly<Record<string, string>> = {
  'addAnnouncer body/accountId': 'a bot account of the deployment',
  'addAnnouncer body/chatId': 'a chat of the messenger',
  'updateAnnouncers body/added[]/accountId': 'a bot account of the deployment',
  'updateAnnouncers body/added[]/chatId': 'a chat of the messenger',
  'linkChat body/accountId': 'a bot account of the deployment',
  'updateAnnouncers body/updated[]/accountId': 'a bot account of the deployment',
  'updateAnnouncers body/updated[]/chatId': 'a chat of the messenger',
  'putConfig body/ownerId': 'compared with the caller: 403 when it is another (see below)',
  'putConfig body/actions[]/id': 'stored with the record and never looked up',
  'getExternalPlaylist path/playlistId': 'a playlist of the provider',
  'getErasure path/erasureId': 'looked up under a key that is derived from the caller, and tested with the erasure',
  'addHistoryItems body/items[]/originId': 'the item’s name at its origin',
  'addHistoryItems body/items[]/deleted': 'whether the item is added as a deleted one',
  'testAlert body/actions[]/id': 'stored with the item and never looked up',
  'testAlert body/actions[]/actionId': 'stored with the item and never looked up',
  'addHistoryItems body/items[]/actions[]/id': 'stored with the item and never looked up',
  'addHistoryItems body/items[]/actions[]/actionId': 'stored with the item and never looked up',
}

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface DescribedOperation {
  readonly operationId: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly $ref?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

const looksLikeId = (name: string): boolean => /^ids?$|Ids?$/.test(name) || name === 'deleted'

const schemaAt = (reference: string): Schema =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Schema

function* fieldsOf(schema: Schema, path: string, depth = 0): Generator<string> {
  if (depth > 8) return
  if (schema.$ref !== undefined) yield* fieldsOf(schemaAt(schema.$ref), path, depth + 1)
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* fieldsOf(part, path, depth + 1)
  if (schema.items !== undefined) {
    if (schema.items.type === 'string' && looksLikeId(path.split('/').at(-1) ?? '')) yield `${path}[]`
    yield* fieldsOf(schema.items, `${path}[]`, depth + 1)
  }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (looksLikeId(name) && member.items === undefined) yield `${path}/${name}`
    yield* fieldsOf(member, `${path}/${name}`, depth + 1)
  }
}

const secured = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods) as DescribedOperation[])
  .filter(({ security }) => security === undefined || security.length > 0)

const idFields = (operation: DescribedOperation): string[] => [
  ...(operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => `path/${name}`),
  ...new Set(
    Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => [...fieldsOf(schema, 'body')]),
  ),
]

test('every field that looks like an id is tested here, or is known to name nothing of a recipient', () => {
  const found = secured.flatMap((operation) => idFields(operation).map((field) => `${operation.operationId} ${field}`))
  const known = [...references.map(({ operation, field }) => `${operation} ${field}`), ...Object.keys(notReferences)]

  expect(found.sort()).toEqual(known.sort())
})

const owner = clientOf('isolation-owner')
const intruder = clientOf('isolation-intruder')
const owned = new Map<Resource, string>()

const answerOf = async (pending: Promise<ApiAnswer>): Promise<ApiAnswer['body']> => {
  const { status, body } = await pending
  if (status !== 200) throw new Error(`the fixture could not be made: ${status} ${JSON.stringify(body)}`)
  return body
}

const eventually = async <Value>(ask: () => Promise<Value | undefined>): Promise<Value> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const value = await ask()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the fixture was not made in 20 s')
}

const everythingOwned = async (): Promise<unknown[]> => {
  const lists = [
    '/messenger/announcers',
    '/messenger/chats',
    '/actions',
    '/config',
    '/news',
    '/history',
    '/alerts',
    '/payments',
    '/payments/gateways',
    '/recipients/tokens',
    '/playlists',
    '/overlays',
  ]
  return Promise.all(lists.map(async (path) => (await owner('GET', path)).body))
}

let before: unknown[]

beforeAll(async () => {
  await answerOf(owner('POST', '/messenger/commands/add-announcer', { text: 'mine', accountId: 'main', chatId: -1 }))
  owned.set('announcer', (await answerOf(owner('GET', '/messenger/announcers')))[0].id)
  await linkChat(owner, -1)
  owned.set('chat', 'main#-1')
  owned.set('config', (await answerOf(owner('PUT', '/config', { name: 'mine' }))).id)
  const actions = [{ name: 'mine', price: { major: 1, minor: 0, currency: 'EUR' } }]
  owned.set('action', (await answerOf(owner('POST', '/actions/commands/add-actions', { actions }))).action.id)
  const news = { title: 'mine', description: 'Mine.' }
  owned.set('news', (await answerOf(owner('POST', '/news/commands/add-news', news))).id)
  owned.set(
    'playlist',
    (await answerOf(owner('POST', '/playlists/commands/create-playlist', { title: 'mine', items: [] }))).id,
  )
  owned.set(
    'token',
    (
      await answerOf(
        owner('POST', '/recipients/commands/link-kick', {
          authorizationCode: 'good-isolation-owner',
          codeVerifier: 'v'.repeat(43),
        }),
      )
    ).id,
  )
  owned.set('overlay', (await answerOf(owner('POST', '/overlays/commands/create-ticket', {}))).overlayId)
  const { payment, video, historyItem, gateway } = await donation(owned.get('action') ?? '')
  owned.set('gateway', gateway)
  owned.set('payment', payment)
  owned.set('video', video)
  owned.set('historyItem', historyItem)
  owned.set('delivery', `${historyItem}.0`)
  owned.set('export', (await answerOf(owner('POST', '/recipients/commands/export-data', {}))).exportId)
  owned.set('print', (await answerOf(owner('POST', '/history/commands/print-csv', {}))).printId)
  await eventually(async () =>
    (await owner('GET', `/history/prints/${owned.get('print')}`)).body.status === 'ready' ? true : undefined,
  )
  before = await everythingOwned()
})

const donation = async (actionId: string) => {
  const secret = `whsec_${Buffer.from('isolation-secret-of-32-bytes-xxx').toString('base64')}`
  const gateway = await answerOf(
    owner('POST', '/payments/commands/set-gateway', { gateway: 'manual', type: 'fiat', secret }),
  )
  const payload = JSON.stringify({
    type: 'payment.completed',
    timestamp: new Date().toISOString(),
    data: {
      gatewayId: 'isolation-1',
      nickname: 'bob',
      message: 'hello',
      amount: { major: 1, minor: 0, currency: 'EUR' },
      attachments: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
      actions: [{ actionId }],
    },
  })
  await answerOf(
    owner(
      'POST',
      `/payments/webhooks/isolation-owner/${gateway.id}`,
      payload,
      standardWebhook(secret, payload).headers,
    ),
  )
  const history = await eventually(async () => (await owner('GET', '/history')).body.content[0])
  const payment = (await answerOf(owner('GET', '/payments'))).content[0]
  return {
    gateway: gateway.id as string,
    payment: payment.id as string,
    video: history.metadata.videoIds[0] as string,
    historyItem: history.id as string,
  }
}

/** An answer without what differs from request to request. */
const comparable = ({ status, headers, body }: ApiAnswer) => ({
  status,
  body: { ...body, instance: undefined },
  headers: Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'apigw-requestid', 'content-length'].includes(name)),
  ),
})

describe.each(references.map((reference) => [`${reference.operation} ${reference.field}`, reference] as const))(
  '%s',
  (_name, { resource, send }) => {
    test('a foreign id is answered exactly like one that does not exist', async () => {
      const foreign = await send(intruder, owned.get(resource) ?? '')
      const missing = await send(intruder, '01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5e')

      expect(foreign.status).toBe(404)
      expect(comparable(foreign)).toEqual(comparable(missing))
    })

    test.each(['x', '../../isolation-owner', '%00', "' OR 1=1", 'isolation-owner', '𝒾𝒹'])(
      'the malformed id %j is refused',
      async (id) => {
        expect([400, 404]).toContain((await send(intruder, id)).status)
      },
    )
  },
)

test('nothing of the owner was changed by all that', async () => {
  expect(await everythingOwned()).toEqual(before)
})

test('lists show each recipient only its own', async () => {
  for (const path of [
    '/messenger/announcers',
    '/config',
    '/history',
    '/alerts',
    '/payments',
    '/payments/gateways',
    '/recipients/tokens',
    '/playlists',
    '/actions',
    '/news',
  ]) {
    const { body } = await intruder('GET', path)
    expect(JSON.stringify(body), path).not.toContain('isolation-owner')
  }
})

test('a foreign owner in a body is 403, and a foreign recipient in a query changes nothing', async () => {
  expect(await intruder('PUT', '/config', { name: 'x', ownerId: 'isolation-owner' })).toMatchObject({ status: 403 })
  expect((await intruder('GET', '/history?recipientId=isolation-owner')).body.content).toEqual([])
})
