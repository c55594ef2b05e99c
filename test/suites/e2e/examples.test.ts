import { expect, test, vi } from 'vitest'
import type { Operation, OperationExample } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'
import { newStripeSecret, stripeKey } from '../../local/sandbox/stripe.ts'
import { type ApiAnswer, clientOf } from '../../support/apiClient.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import { linkChat } from '../../support/linkChat.ts'

const recipient = 'examples'
const client = clientOf(recipient)

/** What has no example that could be sent as it stands, and why. */
const withoutExamples: Readonly<Record<string, string>> = {
  receiveWebhook: 'a gateway signs its bytes; the events are in the AsyncAPI document',
  receiveMessengerWebhook: 'a messenger sends its secret',
  receivePlatformWebhook: 'a platform signs its bytes; the events are in the AsyncAPI document',
  renewTicket: 'needs the key of a page that has connected',
  getOverlay: 'answers a page',
  getPanel: 'answers a page',
  getPanelPart: 'answers a script',
  getDonationPage: 'answers a page',
  getOpenApi: 'answers the document itself',
  beginPayment: 'needs the key of an account at a gateway',
  getDonorPayment: 'needs a payment that was begun',
  acceptInvitation: 'needs another caller than the owner',
  beginUpload: 'answers a link that is signed anew',
  checkUpload: 'needs a file that was sent',
  deleteUpload: 'needs a file that was sent',
}

/** Ids and codes of the examples, and what they are in this run. */
const actual = new Map<string, string>([['alice', recipient]])

const isMade = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$|^[\w-]{59}$/.test(text)

const substituted = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_key, member: unknown) =>
    typeof member === 'string'
      ? member
          .split(/([,.])/)
          .map((part) => actual.get(part) ?? part)
          .join('')
      : member,
  )

/** Objects whose members are names that a provider chooses. */
const maps = /\/(?:thumbnails|contentRating)$/

/** Where an answer, each item of a list included, has not the form of its example; ids that the example names are remembered on the way. */
const differences = (example: unknown, answer: unknown, path = ''): string[] => {
  if (example === null || answer === null) return []
  if (Array.isArray(example)) {
    if (!Array.isArray(answer)) return [`${path} is no list`]
    const [first] = example
    if (first === undefined) return []
    // Backwards, so that the id that is remembered is the first item's.
    return [...new Set(answer.toReversed().flatMap((item) => differences(first, item, `${path}/*`)))]
  }
  if (typeof example === 'object') {
    if (typeof answer !== 'object' || Array.isArray(answer)) return [`${path} is no object`]
    const [named, given] = [Object.keys(example), Object.keys(answer)]
    const unlike = named.filter((name) => !given.includes(name)).concat(given.filter((name) => !named.includes(name)))
    return [
      ...(maps.test(path) ? [] : unlike.map((name) => `${path}/${name} is only on one side`)),
      ...named
        .filter((name) => given.includes(name))
        .flatMap((name) =>
          differences(
            (example as Record<string, unknown>)[name],
            (answer as Record<string, unknown>)[name],
            `${path}/${name}`,
          ),
        ),
    ]
  }
  if (typeof example !== typeof answer) return [`${path} is a ${typeof answer}, not a ${typeof example}`]
  if (typeof example === 'string' && isMade(example)) actual.set(example, String(answer))
  return []
}

const send = (
  { method, path }: Operation,
  { params = {}, query, headers, body }: OperationExample,
): Promise<ApiAnswer> => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(substituted(params[name]))),
  )
  const search = query === undefined ? '' : `?${new URLSearchParams(substituted(query) as Record<string, string>)}`
  const sent = headers && (substituted(headers) as Record<string, string>)
  return client(method, `${filled}${search}`, body === undefined ? undefined : substituted(body), sent)
}

const patience = { timeout: 20_000, interval: 100 }

const firstExample = (operationId: string): OperationExample => {
  const [example] = operations.find(({ id }) => id === operationId)?.examples ?? []
  if (example === undefined) throw new Error(`${operationId} has no example`)
  return example
}

/** The donation of the examples: payments and videos come into being by webhook alone. */
const donate = async (): Promise<void> => {
  const { secret } = firstExample('setGateway').body as { secret: string }
  const gatewayId = actual.get((firstExample('setGateway').answer as { id: string }).id)
  const payload = JSON.stringify({
    type: 'payment.completed',
    timestamp: '2026-03-01T18:30:00Z',
    data: {
      gatewayId: 'order-1001',
      method: 'card',
      nickname: 'bob',
      message: 'Great stream!',
      amount: { major: 12, minor: 34, currency: 'EUR' },
      attachments: ['https://youtu.be/dQw4w9WgXcQ'],
    },
  })
  const { status, body } = await client(
    'POST',
    `/payments/webhooks/${recipient}/${gatewayId}`,
    payload,
    standardWebhook(secret, payload).headers,
  )
  expect(status).toBe(200)
  const isOfPayment = ({ metadata }: { metadata: { paymentId?: string } }) => metadata.paymentId === body.paymentId
  const item = await vi.waitUntil(
    async () => (await client('GET', '/history')).body.content.find(isOfPayment),
    patience,
  )
  const [videoId] = item.metadata.videoIds
  actual.set(firstExample('getPayment').params?.['id'] ?? '', body.paymentId)
  actual.set(firstExample('getVideos').params?.['ids'] ?? '', videoId)
  await vi.waitUntil(async () => (await client('GET', `/media/video/${videoId}`)).body.status === 'ready', patience)
}

const done = async (method: string, path: string, body: object): Promise<ApiAnswer['body']> => {
  const answer = await client(method, path, body)
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body
}

/** An alert that waits for the decision of the example. */
const holdAlert = async (): Promise<void> => {
  const record = await done('PUT', '/config', { name: 'alerts', value: { moderation: { everything: true } } })
  const item = { system: 'Manual', event: 'payment', originId: 'held', timestamp: '2026-03-01T18:30:00Z' }
  const { added } = await done('POST', '/history/commands/add-items', { items: [{ ...item, triggerAlert: true }] })
  await done('POST', '/config/commands/delete-config', { id: record.id })
  actual.set((firstExample('decideAlert').body as { historyItemId: string }).historyItemId, added[0].id)
}

/** Switches on the page of the example. */
const openDonorPage = async (): Promise<void> => {
  const least = [{ major: 1, minor: 0, currency: 'EUR' }]
  const donorPage = { enabled: true, name: 'Alice', least, returnUrl: 'https://donate.example.com/thanks' }
  await done('PUT', '/config', { name: 'paymentpage', value: { donorPage } })
  const credential = { gateway: 'stripe', type: 'fiat', secret: newStripeSecret(), token: stripeKey }
  const { id } = await done('POST', '/payments/commands/set-gateway', credential)
  await done('POST', '/payments/commands/togglegateway', { id, enabled: true })
}

/** The member of the examples. */
const addMember = async (): Promise<void> => {
  const { invitation } = await done('POST', '/members/commands/invite', { role: 'moderator', ownerName: 'Alice' })
  const { memberId } = firstExample('changeMember').body as { memberId: string }
  const { status } = await clientOf(memberId)('POST', '/members/commands/accept-invitation', {
    invitation,
    name: 'Bob',
  })
  expect(status).toBe(200)
}

const idsIn = (value: unknown): readonly string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"([^"]+)"/g)].flatMap(([, text = '']) =>
    text.split(/[,.]/).filter(isMade),
  )

interface Step {
  readonly title: string
  readonly operation: Operation
  readonly example: OperationExample
}

const steps: readonly Step[] = operations.flatMap((operation) =>
  (operation.examples ?? []).map((example) => ({ title: `${operation.id}: ${example.name}`, operation, example })),
)

/** First what makes something, then what reads, last what takes away. */
const rankOf = ({ operation: { id, method } }: Step): number => {
  if (/^(?:delete|unlink|remove|revoke)/.test(id)) return 2
  return method === 'GET' ? 1 : id.startsWith('restore') ? 3 : 0
}

/** The steps in an order in which each finds the ids that it names: an id is known after the step that answers it. */
const inOrder = (all: readonly Step[]): readonly Step[] => {
  const answered = new Set(all.flatMap(({ example }) => idsIn(example.answer)))
  const known = new Set<string>()
  const isReady = ({ example: { answer: _answer, ...request } }: Step) =>
    idsIn(request).every((id) => known.has(id) || !answered.has(id))
  const pending = all.toSorted((left, right) => rankOf(left) - rankOf(right))
  const ordered: Step[] = []
  for (let next = pending[0]; next !== undefined; next = pending[0]) {
    next = pending.find(isReady) ?? next
    pending.splice(pending.indexOf(next), 1)
    ordered.push(next)
    for (const id of idsIn(next.example.answer)) known.add(id)
  }
  return ordered
}

test('every operation has an example that is executed here, or a reason why not', () => {
  const withoutAny = operations.filter(({ examples = [] }) => examples.length === 0).map(({ id }) => id)

  expect(withoutAny.toSorted()).toEqual(Object.keys(withoutExamples).toSorted())
})

const isErasure = ({ operation: { id } }: Step): boolean => /erasure|erase/i.test(id)
/** What erases everything comes after all others, also after those that name an id which no example answers. */
const played = [...inOrder(steps.filter((step) => !isErasure(step))), ...inOrder(steps.filter(isErasure))]

test.each(played)('$title', async ({ operation, example }) => {
  if (operation.id === 'getPayment') await donate()
  if (operation.id === 'decideAlert') await holdAlert()
  if (operation.id === 'getDonorPage') await openDonorPage()
  if (operation.id === 'changeMember') await addMember()
  if (operation.id === 'listChats') await linkChat(client, -1001234567890)

  const { status, body } = await send(operation, example)

  expect(status, JSON.stringify(body)).toBe(200)
  expect(differences(example.answer, body)).toEqual([])
})
