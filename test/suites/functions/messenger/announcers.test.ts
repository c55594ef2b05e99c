import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { itemsOf } from '../../../support/itemsOf.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await sharedByTests(startLocalAws())

const announcer = {
  text: 'We are live!',
  accountId: 'main',
  chatId: -1001234567890,
  buttons: [{ text: 'Watch', url: 'https://example.com/' }],
}

const listOf = async (recipient: string) => (await call('listAnnouncers', { recipient })).body

test.each([
  ['addAnnouncer', (text: string) => ({ ...announcer, text })],
  ['addAnnouncer', (text: string) => ({ ...announcer, buttons: [{ text, url: 'https://example.com/' }] })],
  ['updateAnnouncers', (text: string) => ({ added: [{ ...announcer, text }] })],
  ['addNews', (title: string) => ({ title, description: 'News' })],
  ['createPlaylist', (title: string) => ({ title, items: [] })],
  ['addActions', (name: string) => ({ actions: [{ name, price: { major: 1, minor: 0, currency: 'EUR' } }] })],
] as const)(
  '%s refuses a text of which nothing can be seen, regression: the messenger refused it',
  async (operation, bodyOf) => {
    const texts = ['\u200b', '\u2800', '\u3164', '\ufeff', ' \u2060\u00ad', '\u{e0041}']

    const answers = []
    for (const text of [...texts, `${texts.join('')}.`])
      answers.push((await call(operation, { recipient: someone(), body: bodyOf(text) })).status)

    expect(answers).toEqual([...texts.map(() => 400), 200])
  },
)

test('a list that nobody changed is the same text every time: the members of a button came in any order', async () => {
  const recipient = someone()
  const buttons = Array.from({ length: 20 }, (_, index) => ({ text: `${index}`, url: 'https://example.com/' }))
  await call('addAnnouncer', { recipient, body: { ...announcer, buttons } })

  const texts = [await listOf(recipient), await listOf(recipient)].map((list) => JSON.stringify(list[0].buttons))

  expect(texts).toEqual([JSON.stringify(buttons), JSON.stringify(buttons)])
})

test('an added announcer is listed with its defaults and without its trigger', async () => {
  const recipient = someone()

  const answer = await call('addAnnouncer', { recipient, body: announcer })

  expect(answer).toMatchObject({ status: 200, body: {} })
  expect(await listOf(recipient)).toEqual([
    {
      ...announcer,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      recipientId: recipient,
      enabled: true,
      announcerType: 'ANNOUNCE_STREAM_AND_DELETE',
      blockedReason: 'the chat is not linked',
    },
  ])
})

test('a trigger is stored in its one spelling, when it is added and when it is changed, and other changes keep it', async () => {
  const recipient = someone()
  const triggerOf = async (id: string) => {
    const command = new GetCommand({ TableName: aws.table('announcers'), Key: { recipientId: recipient, id } })
    return (await aws.client.send(command)).Item?.['trigger']
  }
  const change = (updated: object) => call('updateAnnouncers', { recipient, body: { updated: [updated] } })
  for (const trigger of ['', 'stream.offline', 'boss.defeated'])
    await call('addAnnouncer', { recipient, body: { ...announcer, trigger } })
  const ids = (await listOf(recipient)).map(({ id }: { id: string }) => id)
  const added = await Promise.all(ids.map(triggerOf))

  await change({ id: ids[0], text: 'other' })
  await change({ id: ids[1], trigger: 'stream.online' })

  expect(added).toEqual(['STREAM_STARTED', 'STREAM_ENDED', 'boss.defeated'])
  expect(await Promise.all(ids.map(triggerOf))).toEqual(['STREAM_STARTED', 'STREAM_STARTED', 'boss.defeated'])
})

test('one call adds, updates and deletes; absent fields keep their value', async () => {
  const recipient = someone()
  await call('updateAnnouncers', {
    recipient,
    body: {
      added: [
        { ...announcer, text: 'first' },
        { ...announcer, text: 'second' },
        { ...announcer, text: 'third' },
      ],
    },
  })
  const [first, second, third] = await listOf(recipient)

  const answer = await call('updateAnnouncers', {
    recipient,
    body: {
      added: [{ ...announcer, text: 'fourth' }],
      updated: [{ id: first.id, enabled: false }, { id: third.id }],
      deleted: [second.id],
    },
  })

  expect(answer).toMatchObject({ status: 200, body: {} })
  const after = await listOf(recipient)
  expect(after.map(({ text, enabled }: { text: string; enabled: boolean }) => [text, enabled])).toEqual([
    ['first', false],
    ['third', true],
    ['fourth', true],
  ])
})

test('an announcer’s type decides whether its messages are deleted, regression: no field chose', async () => {
  const recipient = someone()
  const stays = { announcerType: 'ANNOUNCE_STREAM' }
  await call('addAnnouncer', { recipient, body: { ...announcer, ...stays } })
  await call('updateAnnouncers', { recipient, body: { added: [{ ...announcer, ...stays }, announcer] } })
  const types = async () =>
    (await listOf(recipient)).map(({ announcerType }: { announcerType: string }) => announcerType)
  expect(await types()).toEqual(['ANNOUNCE_STREAM', 'ANNOUNCE_STREAM', 'ANNOUNCE_STREAM_AND_DELETE'])

  const [first, , third] = await listOf(recipient)
  const updated = [
    { id: first.id, announcerType: 'ANNOUNCE_STREAM_AND_DELETE' },
    { id: third.id, ...stays },
  ]
  await call('updateAnnouncers', { recipient, body: { updated } })

  expect(await types()).toEqual(['ANNOUNCE_STREAM_AND_DELETE', 'ANNOUNCE_STREAM', 'ANNOUNCE_STREAM'])
  const unknown = await call('addAnnouncer', { recipient, body: { ...announcer, announcerType: 'SHOUT' } })
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ pointer: '/announcerType' }] } })
})

test('a foreign id among changed ones changes nothing, and looks exactly like an unknown one', async () => {
  const [recipient, other] = [someone(), someone()]
  await call('addAnnouncer', { recipient, body: announcer })
  await call('addAnnouncer', { recipient: other, body: announcer })
  const [own] = await listOf(recipient)
  const [foreign] = await listOf(other)
  const change = (id: string) => ({
    recipient,
    body: {
      added: [announcer],
      updated: [
        { id: own.id, text: 'changed' },
        { id, enabled: false },
      ],
    },
  })

  const answer = await call('updateAnnouncers', change(foreign.id))
  const unknown = await call('updateAnnouncers', change('00000000-0000-7000-8000-000000000000'))

  expect(answer).toMatchObject({
    status: 404,
    body: { code: 'not_found', errors: [{ in: 'body', pointer: '/updated/1/id' }] },
  })
  expect(unknown).toEqual(answer)
  expect(await listOf(recipient)).toEqual([own])
  expect(await listOf(other)).toEqual([foreign])
})

test('a deleted id that is unknown, foreign or no id is skipped, and the rest of the call happens', async () => {
  const [recipient, other] = [someone(), someone()]
  for (const each of [recipient, other]) await call('addAnnouncer', { recipient: each, body: announcer })
  const [[own], [foreign]] = [await listOf(recipient), await listOf(other)]
  const saving = (id: string) => ({
    recipient,
    body: { added: [{ ...announcer, text: 'added' }], updated: [{ id: own.id, text: 'changed' }], deleted: [id] },
  })

  const answers = []
  for (const id of [foreign.id, '9b2d7c1e-0f5a-4c3b-8d6e-7a1b2c3d4e5f', '', 'x'.repeat(200)])
    answers.push(await call('updateAnnouncers', saving(id)))
  const twice = await call('updateAnnouncers', { recipient, body: { deleted: [own.id, own.id, 'unknown'] } })
  const again = await call('updateAnnouncers', { recipient, body: { deleted: [own.id] } })

  for (const answer of [...answers, twice, again]) expect(answer).toEqual({ ...answers[0], status: 200, body: {} })
  expect((await listOf(recipient)).map(({ text }: { text: string }) => text)).toEqual(Array(4).fill('added'))
  expect(await listOf(other)).toEqual([foreign])
})

test('a skipped deletion frees no slot under the cap', async () => {
  const recipient = someone()
  await call('addAnnouncer', { recipient, body: announcer })

  await call('updateAnnouncers', { recipient, body: { added: [announcer], deleted: ['unknown', 'other'] } })

  const counter = new GetCommand({
    TableName: aws.table('quotas'),
    Key: { recipientId: recipient, collection: 'announcers' },
  })
  expect((await aws.client.send(counter)).Item).toMatchObject({ used: 2 })
})

test.each([
  ['max-main', 5],
  [null, 'x'],
  [{}, 1.5],
])('a saved announcer keeps its account and its chat, whatever is sent as them: %j, %j', async (accountId, chatId) => {
  const recipient = someone()
  await call('addAnnouncer', { recipient, body: announcer })
  const [own] = await listOf(recipient)

  const answer = await call('updateAnnouncers', {
    recipient,
    body: { updated: [{ ...own, accountId, chatId, text: 'Hi' }] },
  })

  expect(answer).toMatchObject({ status: 200 })
  expect(await listOf(recipient)).toEqual([{ ...own, text: 'Hi' }])
})

test.each([
  'twitch.tv/alice',
  '//twitch.tv/alice',
  'twitch.tv:443/alice',
  ' twitch.tv',
  'HTTPS://twitch.tv',
  'https://twitch.tv/a b',
  'tg://resolve?domain=alice',
  'пример.рф/я',
])('the address of a button is answered as it was sent: %s', async (address) => {
  const recipient = someone()

  const answer = await call('addAnnouncer', {
    recipient,
    body: { ...announcer, buttons: [{ text: 'Watch', url: address }] },
  })

  expect(answer).toMatchObject({ status: 200 })
  expect((await listOf(recipient))[0].buttons).toEqual([{ text: 'Watch', url: address }])
})

test.each([
  'localhost',
  'alice',
  'https://localhost/',
  'a b',
  'mailto:a@example.com',
  'javascript:80/alert(1)',
  'a:b@example.com',
  'https://exam\tple.com',
  `example.com/${'x'.repeat(2_037)}`,
])('a button that no messenger takes is 400: %j', async (address) => {
  const body = {
    ...announcer,
    buttons: [
      { text: 'Watch', url: 'e.com' },
      { text: 'Watch', url: address },
    ],
  }

  expect(await call('addAnnouncer', { body })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/buttons/1/url' }] },
  })
})

test('a button that was left empty is left out before buttons are counted, and half a one is 400 at its place', async () => {
  const recipient = someone()
  const empty = [{}, { text: '', url: '' }, { text: null, url: null }, { text: ' ', url: '\u200b' }, { text: '' }]
  const full = Array.from({ length: 100 }, (_, index) => ({ text: `${index}`, url: 'e.com' }))
  const half = (button: object) => call('addAnnouncer', { body: { ...announcer, buttons: [{}, button] } })

  const added = await call('addAnnouncer', {
    recipient,
    body: { ...announcer, buttons: [...empty, ...full, ...empty] },
  })
  const tooMany = await call('addAnnouncer', { body: { ...announcer, buttons: [...full, ...empty, full[0]] } })

  expect(added).toMatchObject({ status: 200 })
  expect((await listOf(recipient))[0].buttons).toEqual(full)
  expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ pointer: '/buttons' }] } })
  expect(await half({ text: 'x' })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/buttons/1/url' }] } })
  expect(await half({ url: 'e.com' })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/buttons/1/text' }] },
  })
})

test('old words of front ends are understood: streamStart and announceAndDelete', async () => {
  const recipient = someone()
  const old = { ...announcer, trigger: 'streamStart', type: 'announceAndDelete' }
  await call('addAnnouncer', { recipient, body: old })
  await call('updateAnnouncers', { recipient, body: { added: [{ ...old, type: 'ANNOUNCE_STREAM' }] } })
  const [first, second] = await listOf(recipient)

  await call('updateAnnouncers', { recipient, body: { updated: [{ id: second.id, type: 'announceAndDelete' }] } })

  const details = await Promise.all(
    [first, second].map(({ id }) => call('getAnnouncer', { recipient, params: { id } })),
  )
  for (const { body } of details)
    expect(body).toMatchObject({ trigger: 'STREAM_STARTED', announcerType: 'ANNOUNCE_STREAM_AND_DELETE' })
})

test('a trigger that 1.0.0 stored as streamStart is answered and exported as STREAM_STARTED', async () => {
  const recipientId = someone()
  await call('addAnnouncer', { recipient: recipientId, body: announcer })
  const [{ id }] = await listOf(recipientId)
  const stored = { TableName: aws.table('announcers'), Key: { recipientId, id } }
  await aws.client.send(
    new UpdateCommand({
      ...stored,
      UpdateExpression: 'SET #trigger = :old',
      ExpressionAttributeNames: { '#trigger': 'trigger' },
      ExpressionAttributeValues: { ':old': 'streamStart' },
    }),
  )
  const { announcerRepository } = await import('../../../../shared/areas/messenger/announcerRepository.ts')
  const { exportedItems } = await import('../../../../shared/areas/personalData/exportedItems.ts')

  const fired = await announcerRepository(aws.client, stored.TableName).page(recipientId, 'STREAM_STARTED', {
    after: undefined,
    limit: 9,
  })
  const exported = exportedItems.announcers((await aws.client.send(new GetCommand(stored))).Item ?? {}, {} as never)

  expect(fired.items.map((each) => each.id)).toEqual([id])
  expect((await call('getAnnouncer', { recipient: recipientId, params: { id } })).body.trigger).toBe('STREAM_STARTED')
  expect(exported).toMatchObject({ trigger: 'STREAM_STARTED' })
})

test('every unknown id is named at once', async () => {
  const answer = await call('updateAnnouncers', {
    body: { updated: [{ id: 'a', text: 'x' }, { id: 'b' }] },
  })

  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/updated/0/id',
    '/updated/1/id',
  ])
})

test('90 changes are made, 91 are refused', async () => {
  const recipient = someone()
  const added = (count: number) => ({ recipient, body: { added: Array.from({ length: count }, () => announcer) } })

  expect(await call('updateAnnouncers', added(91))).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await call('updateAnnouncers', { ...added(90), headers: { 'idempotency-key': 'ninety' } })).toMatchObject({
    status: 200,
  })
  expect(await listOf(recipient)).toHaveLength(90)
})

test('a call with one change spends no rate, and a larger one spends one for each change', async () => {
  const recipient = someone()
  const update = async (body: object) => {
    expect(await call('updateAnnouncers', { recipient, body })).toMatchObject({ status: 200 })
    const items = await itemsOf(aws, 'rates')
    return items
      .filter(({ recipientId }) => recipientId === recipient)
      .reduce((sum, { spent }) => sum + Number(spent), 0)
  }

  const single = await update({ added: [announcer] })
  const several = await update({ added: [announcer, announcer] })
  const [first, second, third] = await listOf(recipient)
  const mixed = await update({
    added: [announcer, announcer],
    updated: [{ id: first.id, text: 'changed' }],
    deleted: [second.id, third.id],
  })

  expect([single, several, mixed]).toEqual([0, 2, 7])
})

test('an empty change is a change', async () => {
  expect(await call('updateAnnouncers', { body: {} })).toMatchObject({ status: 200, body: {} })
})

test.each([
  ['the same id twice', { updated: [{ id: 'a' }, { id: 'a' }] }, '/updated/1/id'],
  ['the same id updated and deleted', { updated: [{ id: 'a' }], deleted: ['a'] }, '/deleted/0'],
  ['chatId with a fraction', { added: [{ ...announcer, chatId: 1.5 }] }, '/added/0/chatId'],
  [
    'a button with javascript:',
    { added: [{ ...announcer, buttons: [{ text: 'x', url: 'javascript:alert(1)' }] }] },
    '/added/0/buttons/0/url',
  ],
  [
    'a button with user info',
    { added: [{ ...announcer, buttons: [{ text: 'x', url: 'https://a:b@example.com' }] }] },
    '/added/0/buttons/0/url',
  ],
  ['no text', { added: [{ ...announcer, text: '' }] }, '/added/0/text'],
  ['updated is no array', { updated: {} }, '/updated'],
])('%s is 400 at its place', async (_name, body, pointer) => {
  const answer = await call('updateAnnouncers', { body })

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] } })
})

test('a chatId that would lose precision is refused, never rounded', async () => {
  const body = JSON.stringify(announcer).replace('-1001234567890', '9007199254740993')

  const answer = await call('addAnnouncer', { body })

  expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_body', errors: [{ pointer: '/chatId' }] } })
})
