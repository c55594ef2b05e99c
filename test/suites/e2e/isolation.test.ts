import { beforeAll, describe, expect, test, vi } from 'vitest'
import document from '../../../shared/areas/service/openapi.json' with { type: 'json' }
import { operations } from '../../../shared/operations.ts'
import { type ApiAnswer, clientOf } from '../../support/apiClient.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import { linkChat } from '../../support/linkChat.ts'
import { operationNamed } from '../../support/operationCaller.ts'
import { targetOf } from '../../support/targetOf.ts'

/** A place in a request where a client names something that belongs to a recipient. */
interface Reference {
  readonly operation: string
  /** As `idFields` finds it in the OpenAPI document: `body/updated[]/id`, `path/id`. */
  readonly field: string
  readonly resource: Resource
  /** The other members beside an id in a body. */
  readonly others: object
}

type Client = ReturnType<typeof clientOf>
type Resource = keyof typeof references

/** What belongs to a recipient, with the fields of operations that name it, and with the other members that a body needs. */
const references = {
  announcer: {
    'updateAnnouncers body/updated[]/id': { text: 'stolen' },
    'updateAnnouncers body/deleted[]': {},
    'getAnnouncer path/id': {},
    'testAnnouncement body/id': {},
  },
  chat: { 'unlinkChat body/id': {} },
  config: { 'putConfig body/id': { name: 'stolen' }, 'deleteConfig body/id': {} },
  action: { 'toggleAction body/id': { enabled: false }, 'deleteAction body/id': {} },
  delivery: { 'completeAction body/deliveryId': { outcome: 'done' } },
  news: { 'changeNews body/id': { title: 'stolen' }, 'deleteNews body/id': {} },
  historyItem: {
    'getHistoryItem path/historyItemId': {},
    'deleteHistoryItem body/historyItemId': {},
    'restoreHistoryItem body/historyItemId': {},
    'repeatAlert body/historyItemId': {},
    'decideAlert body/historyItemId': { show: true },
  },
  upload: { 'checkUpload body/id': {}, 'deleteUpload body/id': {} },
  export: { 'getExport path/exportId': {} },
  print: { 'getPrint path/printId': {}, 'deletePrint body/printId': {} },
  payment: { 'getPayment path/id': {}, 'tracePayment path/id': {} },
  gateway: {
    'setGateway body/id': { gateway: 'manual', type: 'fiat', secret: `whsec_${'stolen00'.repeat(4)}` },
    'toggleGateway body/id': {},
    'rotateWebhookUrl body/id': {},
    'deleteGateway body/id': {},
  },
  endpoint: {
    'setEndpoint body/id': { url: 'https://bot.example.com/', types: ['alert.shown'] },
    'rotateEndpointSecret body/id': {},
    'deleteEndpoint body/id': {},
    'testEndpoint body/id': {},
    'listEndpointMessages path/id': {},
    'resendEndpointMessage body/endpointId': { messageId: 'unknown' },
    'resendEndpointMessage body/messageId': { endpointId: 'unknown' },
  },
  token: { 'unlinkToken body/id': {}, 'toggleToken body/id': { enabled: false }, 'getAccessToken body/tokenId': {} },
  overlay: { 'revokeOverlay body/overlayId': {}, 'renameOverlay body/overlayId': { name: 'stolen' } },
  member: { 'changeMember body/memberId': { role: 'editor' }, 'removeMember body/memberId': {} },
  invitation: { 'removeMember body/invitationId': {} },
  video: { 'markVideo body/id': {}, 'skipVideo body/id': {}, 'getVideos path/ids': {} },
  playlist: { 'changePlaylist body/id': { title: 'stolen' }, 'deletePlaylist body/id': {} },
}

const everyReference: readonly Reference[] = Object.entries(references).flatMap(([resource, fields]) =>
  Object.entries(fields).map(([name, others]) => {
    const [operation = '', field = ''] = name.split(' ')
    return { operation, field, resource: resource as Resource, others }
  }),
)

/** Calls an operation as a client, at the method and path of the registry. */
const call = (
  client: Client,
  id: string,
  request: Pick<TestRequest, 'params' | 'query' | 'headers' | 'body'> = {},
): Promise<ApiAnswer> => {
  const { method, path } = operationNamed(id)
  return client(method, targetOf(path, request), request.body, request.headers)
}

/** A body with an id at a field: `body/updated[]/id` is `{ updated: [{ id }] }`. */
const bodyWith = (field: string, id: string, others: object): unknown =>
  field
    .split('/')
    .slice(1)
    .reduceRight<unknown>((value, step, index, steps) => {
      const name = step.replace('[]', '')
      const member = step === name ? value : [value]
      return { [name]: member, ...(index === steps.length - 1 && step === name && others) }
    }, id)

const send = (client: Client, { operation, field, others }: Reference, id: string): Promise<ApiAnswer> =>
  call(
    client,
    operation,
    field.startsWith('path/')
      ? { params: { [field.slice('path/'.length)]: id } }
      : { body: bodyWith(field, id, others) },
  )

/** Where an id that is not the caller's is skipped, so that a call can be repeated. */
const skipping: ReadonlySet<string> = new Set(['updateAnnouncers body/deleted[]'])

/** Fields that look like ids and name nothing of a recipient's, each with what they are. */
const notReferences: Readonly<Record<string, string>> = {
  'addAnnouncer body/accountId': 'a bot account of the deployment',
  'addAnnouncer body/chatId': 'a chat of the messenger',
  'updateAnnouncers body/added[]/accountId': 'a bot account of the deployment',
  'updateAnnouncers body/added[]/chatId': 'a chat of the messenger',
  'linkChat body/accountId': 'a bot account of the deployment',
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
  const known = [
    ...everyReference.map(({ operation, field }) => `${operation} ${field}`),
    ...Object.keys(notReferences),
  ]

  expect(found.sort()).toEqual(known.sort())
})

const owner = clientOf('isolation-owner')
const moderator = clientOf('isolation-moderator')
const intruder = clientOf('isolation-intruder')
const owned = new Map<Resource, string>()

/** The body of the owner's success. */
const done = async (id: string, request?: Parameters<typeof call>[2]): Promise<ApiAnswer['body']> => {
  const { status, body } = await call(owner, id, request)
  if (status !== 200) throw new Error(`${id} is needed: ${status} ${JSON.stringify(body)}`)
  return body
}

const patience = { timeout: 20_000, interval: 100 }

const lists = operations.flatMap(({ id, params }) => (id.startsWith('list') && params === undefined ? [id] : []))
/** The queries that lists cannot do without. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = { listLeaders: { currency: 'EUR' } }
const listRequest = (id: string) => ({ ...(queries[id] && { query: queries[id] }) })
/** Lists that change by themselves: links are signed anew, and videos become ready. */
const unsteady: ReadonlySet<string> = new Set(['listPrints', 'listVideos'])

const everythingOwned = (): Promise<unknown[]> =>
  Promise.all(lists.filter((id) => !unsteady.has(id)).map((id) => done(id, listRequest(id))))

let before: unknown[]

beforeAll(async () => {
  await done('addAnnouncer', { body: { text: 'mine', accountId: 'main', chatId: -1 } })
  await linkChat(owner, -1)
  const actions = [{ name: 'mine', price: { major: 1, minor: 0, currency: 'EUR' } }]
  const grant = { authorizationCode: 'good-isolation-owner', codeVerifier: 'v'.repeat(43) }
  const { action } = await done('addActions', { body: { actions } })
  const { printId } = await done('printCsv', { body: {} })
  const invited = { role: 'moderator', ownerName: 'isolation-owner' }
  const { invitation } = await done('inviteMember', { body: invited })
  await call(moderator, 'acceptInvitation', { body: { invitation, name: 'moderator' } })
  const made: Readonly<Record<Resource, string>> = {
    announcer: (await done('listAnnouncers'))[0].id,
    chat: 'main#-1',
    config: (await done('putConfig', { body: { name: 'mine' } })).id,
    action: action.id,
    news: (await done('addNews', { body: { title: 'mine', description: 'Mine.' } })).id,
    playlist: (await done('createPlaylist', { body: { title: 'mine', items: [] } })).id,
    token: (await done('linkKick', { body: grant })).id,
    overlay: (await done('createTicket', { body: {} })).overlayId,
    member: (await done('getMembers')).members[0].memberId,
    invitation: (await done('inviteMember', { body: invited })).invitationId,
    upload: (await done('beginUpload', { body: { name: 'mine', kind: 'image', bytes: 1 } })).id,
    export: (await done('exportData', { body: {} })).exportId,
    print: printId,
    endpoint: (
      await done('setEndpoint', { body: { url: 'https://isolation-owner.example.com/', types: ['stream.ended'] } })
    ).id,
    ...(await donation(action.id)),
  }
  for (const [resource, id] of Object.entries(made)) owned.set(resource as Resource, id)
  await vi.waitUntil(async () => (await done('getPrint', { params: { printId } })).status === 'ready', patience)
  before = await everythingOwned()
})

const donation = async (actionId: string) => {
  const secret = `whsec_${Buffer.from('isolation-secret-of-32-bytes-xxx').toString('base64')}`
  const { id: gateway } = await done('setGateway', { body: { gateway: 'manual', type: 'fiat', secret } })
  const data = {
    gatewayId: 'isolation-1',
    nickname: 'bob',
    message: 'hello',
    amount: { major: 1, minor: 0, currency: 'EUR' },
    attachments: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    actions: [{ actionId }],
  }
  const body = JSON.stringify({ type: 'payment.completed', timestamp: new Date().toISOString(), data })
  const params = { recipientId: 'isolation-owner', gatewayId: gateway }
  await done('receiveWebhook', { params, body, headers: standardWebhook(secret, body).headers })
  const item = await vi.waitUntil(async () => (await done('listHistory')).content[0], patience)
  const payment = (await done('listPayments')).content[0]
  return {
    gateway,
    payment: payment.id,
    video: item.metadata.videoIds[0],
    historyItem: item.id,
    delivery: `${item.id}.0`,
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

describe.each(everyReference.map((reference) => [`${reference.operation} ${reference.field}`, reference] as const))(
  '%s',
  (name, reference) => {
    const status = skipping.has(name) ? 200 : 404

    test('a foreign id is answered exactly like one that does not exist', async () => {
      const foreign = await send(intruder, reference, owned.get(reference.resource) ?? '')
      const missing = await send(intruder, reference, '01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5e')

      expect(foreign.status).toBe(status)
      expect(comparable(foreign)).toEqual(comparable(missing))
    })

    test.each(['x', '../../isolation-owner', '%00', "' OR 1=1", 'isolation-owner', '𝒾𝒹'])(
      'the malformed id %j is answered as one that does not exist, or refused',
      async (id) => {
        expect([400, status]).toContain((await send(intruder, reference, id)).status)
      },
    )
  },
)

test('nothing of the owner was changed by all that', async () => {
  expect(await everythingOwned()).toEqual(before)
})

test.each(lists)('%s shows each recipient only its own', async (id) => {
  const { status, body } = await call(intruder, id, listRequest(id))

  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toContain('isolation-owner')
})

test('a foreign owner in a body is 403, and a foreign recipient in a query changes nothing', async () => {
  const body = { name: 'x', ownerId: 'isolation-owner' }
  expect(await call(intruder, 'putConfig', { body })).toMatchObject({ status: 403 })
  expect((await intruder('GET', '/history?recipientId=isolation-owner')).body.content).toEqual([])
})
