import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { keyVariable } from '../../../../shared/contract/environmentNames.ts'
import { kmsCipher } from '../../../../shared/mechanisms/secrets/cipher.ts'
import { anId } from '../../../support/expected.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

/** Longer than an invocation is, because the writers of one counter wait for each other, and a busy machine keeps all of them waiting. */
const invocationMs = 100_000
const call = operationCaller(invocationMs)
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())

const set = async (recipient: string, body: object = {}) =>
  (await call('setGateway', { recipient, body: { gateway: 'manual', type: 'fiat', ...body } })).body
const toggle = (recipient: string, id: string, enabled?: boolean) =>
  call('toggleGateway', { recipient, body: { id, ...(enabled !== undefined && { enabled }) } })
const enabledOf = async (recipient: string): Promise<string[]> =>
  (await call('listGateways', { recipient })).body.content
    .filter(({ enabled }: { enabled: boolean }) => enabled)
    .map(({ id }: { id: string }) => id)

/** The text of a stored secret. */
const opened = async (recipientId: string, credentialId: string, secret: Uint8Array): Promise<string> => {
  const { kmsClient } = await import('../../../../shared/mechanisms/aws/kmsClient.ts')
  const cipher = kmsCipher(kmsClient, process.env[keyVariable('secrets')] ?? '')
  return cipher.decrypt(secret, { recipientId, credentialId, field: 'gateways.secret' })
}

test('a secret that is sealed anew takes the place of none that its owner has set meanwhile', async () => {
  const { gatewayRenewal } = await import('../../../../shared/areas/payments/gatewayRenewal.ts')
  const [recipientId, TableName] = [someone(), aws.table('gateways')]
  const { id: credentialId } = await set(recipientId, { secret: 'canary-secret-of-32-characters-0' })
  const stored = new GetCommand({ TableName, Key: { recipientId, id: credentialId } })
  const { Item: before } = await aws.client.send(stored)

  const renew = gatewayRenewal(aws.client, TableName)
  const context = { recipientId, credentialId, field: 'gateways.secret' } as const
  await renew(context, Buffer.from('former'), Buffer.from('former, sealed anew'))

  expect((await aws.client.send(stored)).Item).toEqual(before)
})

test.each(['secret', 'token'] as const)(
  'a %s that is encrypted again replaces only its former ciphertext',
  async (name) => {
    const { gatewayRenewal } = await import('../../../../shared/areas/payments/gatewayRenewal.ts')
    const [recipientId, TableName] = [someone(), aws.table('gateways')]
    const whole = 'canary-secret-of-32-characters-0'
    const { id: credentialId } = await set(recipientId, { secret: whole, token: whole })
    const stored = new GetCommand({ TableName, Key: { recipientId, id: credentialId } })
    const { Item: before } = await aws.client.send(stored)
    const anew = new Uint8Array(Buffer.from('sealed anew'))

    await gatewayRenewal(aws.client, TableName)(
      { recipientId, credentialId, field: `gateways.${name}` },
      before?.[name],
      anew,
    )

    expect((await aws.client.send(stored)).Item).toEqual({ ...before, [name]: anew })
  },
)

test('a new credential is disabled, has its webhook address, and shows no secret', async () => {
  const recipient = someone()

  const created = await set(recipient, {
    secret: 'canary-secret-of-32-characters-0',
    token: 'canary-token',
    settings: { shop: 1 },
  })
  const { body: list } = await call('listGateways', { recipient })

  expect(created).toEqual({
    id: anId,
    gateway: 'manual',
    type: 'fiat',
    enabled: false,
    webhookUrl: `https://api.test/payments/webhooks/${recipient}/${created.id}`,
    key: null,
  })
  const notes = [{ code: 'no_donation_page' }]
  const more = { missing: [], lastEvent: null, lastRefused: null, notes, webhook: { state: 'by_hand' } }
  expect(list.content).toEqual([{ ...created, settings: { shop: 1 }, ...more }])
  const { Items } = await aws.client.send(
    new QueryCommand({
      TableName: aws.table('gateways'),
      KeyConditionExpression: 'recipientId = :id',
      ExpressionAttributeValues: { ':id': recipient },
    }),
  )
  expect(
    JSON.stringify(Items?.map((item) => Object.values(item).map((value) => Buffer.from(String(value)).toString()))),
  ).not.toContain('canary')
})

test.each(['id', 'gateway', 'type', 'enabled'] as const)('credentials are sorted by %s', async (property) => {
  const recipient = someone()
  const first = await set(recipient, { gateway: 'a', type: 'crypto' })
  const second = await set(recipient, { gateway: 'b', type: 'fiat' })
  await toggle(recipient, second.id)

  const listed = async (sort: string) =>
    (await call('listGateways', { recipient, query: { sort } })).body.content.map(({ id }: { id: string }) => id)

  expect(await listed(`${property},asc`)).toEqual([first.id, second.id])
  expect(await listed(`${property},desc`)).toEqual([second.id, first.id])
})

test('toggling flips, and `enabled` sets', async () => {
  const recipient = someone()
  const { id } = await set(recipient)

  const answers = [
    await toggle(recipient, id),
    await toggle(recipient, id),
    await toggle(recipient, id, true),
    await toggle(recipient, id, true),
    await toggle(recipient, id, false),
  ]

  expect(answers.map(({ body }) => body)).toEqual([true, false, true, true, false].map((enabled) => ({ id, enabled })))
})

test.each([
  ['Stripe without secret', { gateway: 'stripe' }, ['secret']],
  ['Ko-fi without its token', { gateway: 'kofi' }, ['secret']],
  ['YooKassa without shop', { gateway: 'yookassa', settings: {} }, ['shopId', 'token']],
  ['PayPal without secret key', { gateway: 'paypal', settings: { clientId: 'A' } }, ['token', 'webhookId']],
])('%s is not enabled, and the list says what it lacks', async (_name, body, missing) => {
  const recipient = someone()
  const { id } = await set(recipient, body)

  const answer = await toggle(recipient, id, true)

  expect(answer).toMatchObject({ status: 409, body: { code: 'credential_incomplete' } })
  for (const part of missing) expect(answer.body.detail).toContain(part)
  expect((await call('listGateways', { recipient })).body.content).toMatchObject([{ enabled: false, missing }])
})

test('a credential of Ko-fi may have its token as secret or as token', async () => {
  const recipient = someone()
  const ids = await Promise.all(
    ['secret', 'token'].map(async (part) => (await set(recipient, { gateway: 'kofi', [part]: 'x'.repeat(36) })).id),
  )

  const answers = await Promise.all(ids.map((id) => toggle(recipient, id, true)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('an incomplete credential that is enabled stays enabled and can be disabled', async () => {
  const recipient = someone()
  const { id } = await set(recipient)
  await toggle(recipient, id)
  await set(recipient, { id, gateway: 'stripe' })

  const enabled = await enabledOf(recipient)
  const again = await toggle(recipient, id, true)
  const off = await toggle(recipient, id, false)

  expect([enabled, again.status, off.status]).toEqual([[id], 200, 200])
})

test('enabling a credential disables the other one of its type, and no other type', async () => {
  const recipient = someone()
  const [first, second, crypto] = [await set(recipient), await set(recipient), await set(recipient, { type: 'crypto' })]
  await toggle(recipient, first.id)
  await toggle(recipient, crypto.id)

  await toggle(recipient, second.id)

  expect(await enabledOf(recipient)).toEqual([second.id, crypto.id])
})

test('disabling a disabled credential leaves the enabled one of its type enabled', async () => {
  const recipient = someone()
  const [first, second] = [await set(recipient), await set(recipient)]
  await toggle(recipient, second.id)

  await toggle(recipient, first.id, false)

  expect(await enabledOf(recipient)).toEqual([second.id])
})

test('a disabled credential that is moved to another type leaves the enabled one of its former type enabled', async () => {
  const recipient = someone()
  const [enabled, disabled] = [await set(recipient), await set(recipient)]
  await toggle(recipient, enabled.id)

  await set(recipient, { id: disabled.id, type: 'crypto' })

  expect(await enabledOf(recipient)).toEqual([enabled.id])
})

test('a credential that was moved to another type and back stays disabled, because nobody has enabled it again', async () => {
  const recipient = someone()
  const { id } = await set(recipient)
  await toggle(recipient, id)

  const [moved, back] = [await set(recipient, { id, type: 'crypto' }), await set(recipient, { id, type: 'fiat' })]

  expect([moved.enabled, back.enabled]).toEqual([false, false])
  expect(moved).not.toHaveProperty('previousSecretUntil')
  expect(await enabledOf(recipient)).toEqual([])
})

test('200 concurrent toggles of two credentials never leave two enabled, and each one counts', async () => {
  const recipient = someone()
  const gateways = [await set(recipient), await set(recipient)]

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => toggle(recipient, gateways[index % 2].id)),
  )

  const done = answers.filter(({ status }) => status === 200)
  const enabled = await enabledOf(recipient)
  expect(enabled.length).toBeLessThanOrEqual(1)
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
  expect(done.length).toBeGreaterThan(0)
})

test('a change keeps absent members; a replaced secret stays valid beside the new one', async () => {
  const recipient = someone()
  const { id } = await set(recipient, { secret: 'an-old-secret-of-32-characters-0', settings: { a: 1 } })
  await toggle(recipient, id)
  const command = new GetCommand({ TableName: aws.table('gateways'), Key: { recipientId: recipient, id } })
  const { Item: before } = await aws.client.send(command)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T18:30:00Z') })

  const changed = await set(recipient, {
    id,
    gateway: 'stripe',
    secret: 'whsec_a-new-secret-of-32-characters',
    token: '',
  }).finally(vi.useRealTimers)

  const { Item } = await aws.client.send(command)
  expect(changed).toMatchObject({ id, gateway: 'stripe', enabled: true })
  expect(await enabledOf(recipient)).toEqual([id])
  expect(Item).toMatchObject({
    settings: '{"a":1}',
    previousSecret: before?.['secret'],
    previousSecretUntil: Date.parse('2026-03-02T18:30:00Z') / 1000,
  })
  expect(changed.previousSecretUntil).toBe('2026-03-02T18:30:00.000Z')
  expect(await opened(recipient, id, Item?.['secret'])).toBe('whsec_a-new-secret-of-32-characters')
  expect(await opened(recipient, id, Item?.['previousSecret'])).toBe('an-old-secret-of-32-characters-0')
})

test('an empty id makes a new credential', async () => {
  const recipient = someone()
  const ids = [(await set(recipient, { id: '' })).id, (await set(recipient, { id: '' })).id]

  expect(new Set(ids).size).toBe(2)
  expect(ids).not.toContain('')
})

test('a new credential takes a slot, and a changed one keeps its own', async () => {
  const recipient = someone()
  const { id } = await set(recipient)
  const other = await set(recipient)

  await set(recipient, { id, gateway: 'stripe' })

  const { Item } = await aws.client.send(
    new GetCommand({ TableName: aws.table('quotas'), Key: { recipientId: recipient, collection: 'gateways' } }),
  )
  expect(Item?.['places']).toEqual(new Set([id, other.id]))
})

test('foreign, unknown and internal ids are the same 404', async () => {
  const [recipient, other] = [someone(), someone()]
  const { id: foreign } = await set(other)
  await toggle(recipient, (await set(recipient)).id)

  const answers = await Promise.all([foreign, 'unknown', 'enabled'].map((id) => toggle(recipient, id)))
  const changes = await Promise.all(
    [foreign, 'unknown', 'enabled'].map((id) =>
      call('setGateway', { recipient, body: { id, gateway: 'x', type: 'fiat' } }),
    ),
  )

  const addresses = await Promise.all(
    [foreign, 'unknown', 'enabled'].flatMap((id) =>
      [true, false].map((keepPrevious) => call('rotateWebhookUrl', { recipient, body: { id, keepPrevious } })),
    ),
  )

  for (const answer of [...answers, ...changes, ...addresses]) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 404 })
})

test.each([
  ['changed', 'setGateway', { gateway: 'manual', type: 'fiat' }],
  ['deleted', 'deleteGateway', {}],
])(
  'a credential that is deleted while it is read to be %s is 404, and stays deleted',
  async (_name, operation, body) => {
    const recipient = someone()
    const { id } = await set(recipient)
    const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
    const Key = { recipientId: recipient, id }
    documentClient.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (given) => {
          const answer = await next(given)
          const isRead = commandName === 'QueryCommand'
          if (isRead) await aws.client.send(new DeleteCommand({ TableName: aws.table('gateways'), Key }))
          return answer
        },
      { step: 'initialize', name: 'deleteInBetween' },
    )

    const { status } = await call(operation, { recipient, body: { id, ...body } })
    documentClient.middlewareStack.remove('deleteInBetween')

    expect(status).toBe(404)
    expect((await call('listGateways', { recipient })).body.content).toEqual([])
    const { Item } = await aws.client.send(new GetCommand({ TableName: aws.table('gateways'), Key }))
    expect(Item).toBeUndefined()
  },
)

test.each([
  ['no gateway', { gateway: undefined }, '/gateway'],
  ['an unknown type', { type: 'barter' }, '/type'],
  ['a secret of nothing but its prefix', { secret: 'whsec_' }, '/secret'],
  ['a secret of 23 bytes', { secret: `whsec_${Buffer.alloc(23).toString('base64')}` }, '/secret'],
  ['a guessable secret without prefix', { secret: 'hunter2!' }, '/secret'],
  ['a part of Stripe’s secret', { gateway: 'stripe', secret: `whsec_${'x'.repeat(25)}` }, '/secret'],
  ['a part of Ko-fi’s token', { gateway: 'kofi', secret: '8d4b1f6e-1c5a-4f0e-9a3d' }, '/secret'],
  ['a part of Ko-fi’s token as token', { gateway: 'kofi', token: '8d4b1f6e-1c5a-4f0e-9a3d' }, '/token'],
  ['a part of YooKassa’s key', { gateway: 'yookassa', token: 'x'.repeat(31) }, '/token'],
])('%s is 400 at its place', async (_name, body, pointer) => {
  const answer = await call('setGateway', { body: { gateway: 'manual', type: 'fiat', ...body } })

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer }] } })
})

test.each(['stripe', 'kofi', 'yookassa'])(
  'a secret and a token of 32 characters are whole ones of %s',
  async (gateway) => {
    const whole = 'x'.repeat(32)

    expect(await set(someone(), { gateway, secret: whole, token: whole })).toMatchObject({ gateway })
  },
)

test('the agreement is set for known gateways and for those that the caller has a credential of', async () => {
  const recipient = someone()
  const agree = (gateway: string) => call('changeAgreement', { recipient, body: { gateway } })
  const refused = await agree('my-bank')
  await set(recipient, { gateway: 'my-bank' })

  const known = await agree('stripe')
  const own = await agree('my-bank')

  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/gateway' }] } })
  expect([known.body, own.body]).toEqual([{ gateway: 'stripe' }, { gateway: 'my-bank' }])
  const { body: configs } = await call('listConfigs', { recipient, query: { name: 'paymentpage' } })
  expect(configs.content).toMatchObject([{ name: 'paymentpage', value: { gateway: 'my-bank' } }])
})

test('an agreement keeps the rest of the payment page, and a new payment page replaces it', async () => {
  const recipient = someone()
  await call('putConfig', { recipient, body: { name: 'paymentpage', value: { color: 'red' } } })
  await call('changeAgreement', { recipient, body: { gateway: 'stripe' } })
  const agreed = (await call('listConfigs', { recipient })).body.content[0]

  const { body: replaced } = await call('putConfig', {
    recipient,
    body: { id: agreed.id, name: 'paymentpage', value: {} },
  })

  expect(agreed.value).toEqual({ color: 'red', gateway: 'stripe' })
  expect(replaced.value).toEqual({})
  expect((await call('listConfigs', { recipient })).body.content).toEqual([replaced])
})

test('a deleted credential is gone with its secrets, and the other one of its type can be enabled', async () => {
  const recipient = someone()
  const [first, second] = [await set(recipient), await set(recipient)]
  await toggle(recipient, first.id)
  const remove = (id: string) => call('deleteGateway', { recipient, body: { id } })

  const removed = await remove(first.id)

  expect(removed).toMatchObject({ status: 200, body: {} })
  const key = { recipientId: recipient, id: 'enabled' }
  const { Item: enabled } = await aws.client.send(new GetCommand({ TableName: aws.table('gateways'), Key: key }))
  expect(enabled).toEqual(key)
  expect((await call('listGateways', { recipient })).body.content).toMatchObject([{ id: second.id, enabled: false }])
  const again = await remove(first.id)
  expect(again.status).toBe(404)
  expect([await toggle(recipient, first.id), await remove('enabled')]).toEqual([again, again])
  await toggle(recipient, second.id)
  expect(await enabledOf(recipient)).toEqual([second.id])
})

test('the answer names the end of a replaced secret, which may be at once, also without a new one', async () => {
  const recipient = someone()
  const created = await set(recipient, { secret: 'the-first-secret-of-32-characters' })
  const change = (body: object) => set(recipient, { id: created.id, ...body })
  const key = { recipientId: recipient, id: created.id }
  const stored = () => aws.client.send(new GetCommand({ TableName: aws.table('gateways'), Key: key }))
  const kept = await change({ secret: 'another-secret-of-32-characters-0', settings: { b: 2 } })

  const ended = await change({ keepPrevious: false })
  const { Item: afterEnd } = await stored()
  await change({ secret: 'again-a-secret-of-32-characters-0' })
  const replaced = await change({ secret: 'the-third-secret-of-32-characters', keepPrevious: false })

  const { Item } = await stored()
  expect(Math.abs(Date.parse(kept.previousSecretUntil) - Date.now() - 24 * 60 * 60 * 1000)).toBeLessThan(60_000)
  for (const answer of [created, ended, replaced]) expect(answer).not.toHaveProperty('previousSecretUntil')
  expect(Item?.['settings']).toBe('{"b":2}')
  for (const item of [afterEnd, Item])
    expect(Object.keys(item ?? {}).filter((name) => name.startsWith('previous'))).toEqual([])
  expect(await opened(recipient, created.id, Item?.['secret'])).toBe('the-third-secret-of-32-characters')
})

const pageOf = async (recipient: string) =>
  (await call('listConfigs', { recipient, query: { name: 'paymentpage' } })).body.content[0]
const yookassa = { gateway: 'yookassa', settings: { shopId: '1' }, token: 'x'.repeat(32) }

test('enabling a gateway makes its legal offer the one that donors are shown, and leaves the rest of the page', async () => {
  const recipient = someone()
  const page = { name: 'paymentpage', url: 'alice.oda.digital', value: { fio: 'Alice', gateway: 'stripe' } }
  await call('putConfig', { recipient, body: page })
  const { id } = await set(recipient, yookassa)

  await toggle(recipient, id)

  expect(await pageOf(recipient)).toMatchObject({ url: page.url, value: { fio: 'Alice', gateway: 'yookassa' } })
})

test('enabling a gateway makes the page of who has none, however many records there are', async () => {
  const recipient = someone()
  const { id } = await set(recipient, yookassa)
  const key = { recipientId: recipient, collection: 'configs' }
  await putMany(aws.client, aws.table('quotas'), [{ ...key, used: 500, usedBytes: 5_000_000 }])

  const answer = await toggle(recipient, id, true)

  expect(answer).toMatchObject({ status: 200, body: { enabled: true } })
  expect(await pageOf(recipient)).toMatchObject({ value: { gateway: 'yookassa' } })
  const { Item } = await aws.client.send(new GetCommand({ TableName: aws.table('quotas'), Key: key }))
  expect(Item).toMatchObject({ used: 501 })
})

test('a later choice of the offer holds until the next enabling, and neither a bridge nor disabling changes it', async () => {
  const recipient = someone()
  const [gateway, bridge, crypto] = [
    await set(recipient, yookassa),
    await set(recipient),
    await set(recipient, { gateway: 'cryptocloud', type: 'crypto' }),
  ]
  const offers: unknown[] = []
  const note = async () => offers.push((await pageOf(recipient)).value.gateway)
  await toggle(recipient, gateway.id, true)
  await note()
  await call('changeAgreement', { recipient, body: { gateway: 'stripe' } })

  await toggle(recipient, gateway.id, true)
  await note()
  await toggle(recipient, bridge.id, true)
  await toggle(recipient, crypto.id, true)
  await toggle(recipient, bridge.id, false)
  await note()
  await toggle(recipient, gateway.id)
  await note()

  expect(offers).toEqual(['yookassa', 'stripe', 'stripe', 'yookassa'])
})

test('an enabled credential that becomes one of another gateway changes the offer too', async () => {
  const recipient = someone()
  const { id } = await set(recipient, yookassa)
  await toggle(recipient, id, true)

  await set(recipient, { id, gateway: 'robokassa' })
  const other = (await pageOf(recipient)).value.gateway
  await call('changeAgreement', { recipient, body: { gateway: 'stripe' } })
  await set(recipient, { id, gateway: 'robokassa', settings: { shop: 2 } })

  expect([other, (await pageOf(recipient)).value.gateway]).toEqual(['robokassa', 'stripe'])
})

test('gateway and offer change together or not at all', async () => {
  const recipient = someone()
  const { id } = await set(recipient, yookassa)
  await putMany(aws.client, aws.table('quotas'), [{ recipientId: recipient, collection: 'configs', erasedBy: 'x' }])

  const answer = await toggle(recipient, id, true)

  expect(answer.status).toBe(409)
  expect(await enabledOf(recipient)).toEqual([])
})
