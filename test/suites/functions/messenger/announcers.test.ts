import { GetCommand } from '@aws-sdk/lib-dynamodb'
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
  for (const trigger of [undefined, 'stream.offline', 'boss.defeated'])
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

test('an announcer keeps its messages or deletes them, by its type when it is added and when it is updated, regression: no field chose', async () => {
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

test('a foreign id among own ones changes nothing, and looks exactly like an unknown one', async () => {
  const [recipient, other] = [someone(), someone()]
  await call('addAnnouncer', { recipient, body: announcer })
  await call('addAnnouncer', { recipient: other, body: announcer })
  const [own] = await listOf(recipient)
  const [foreign] = await listOf(other)
  const change = (id: string) => ({
    recipient,
    body: { added: [announcer], updated: [{ id: own.id, text: 'changed' }], deleted: [id] },
  })

  const answer = await call('updateAnnouncers', change(foreign.id))
  const unknown = await call('updateAnnouncers', change('00000000-0000-7000-8000-000000000000'))

  expect(answer).toMatchObject({
    status: 404,
    body: { code: 'not_found', errors: [{ in: 'body', pointer: '/deleted/0' }] },
  })
  expect(unknown).toEqual(answer)
  expect(await listOf(recipient)).toEqual([own])
  expect(await listOf(other)).toEqual([foreign])
})

test('a single deletion of an unknown id is 404', async () => {
  expect(await call('updateAnnouncers', { body: { deleted: ['unknown'] } })).toMatchObject({ status: 404 })
})

test('every unknown id is named at once', async () => {
  const answer = await call('updateAnnouncers', {
    body: { updated: [{ id: 'a', text: 'x' }, { id: 'b' }], deleted: ['c'] },
  })

  expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/updated/0/id',
    '/updated/1/id',
    '/deleted/0',
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
