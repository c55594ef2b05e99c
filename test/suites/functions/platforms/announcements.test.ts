import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualWebhook } from '../../../local/sandbox/eventSenders.ts'
import type { SandboxResponse } from '../../../local/sandbox/standIn.ts'
import { telegramPath, telegramRefusals } from '../../../local/sandbox/telegram.ts'
import { emptyTable } from '../../../support/emptyTable.ts'
import { justNow } from '../../../support/expected.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { laterBy, standAt, startAnnouncements } from './announcements.ts'

const service = await sharedByTests(startAnnouncements())
beforeEach(() => standAt(Date.now()))
afterEach(async () => {
  // What one test leaves due, and the turns that it took in the future, are no other's.
  const { client, table } = service.aws
  await emptyTable(client, table('announcements'), ['recipientId', 'id'])
  await emptyTable(client, table('sendingSlots'), ['lane'])
})

const minute = 60_000
const hour = 60 * minute

let lastChat = 5000
const chat = () => ++lastChat

const buttons = [
  { text: 'Kick', url: 'https://kick.com/alice' },
  { text: 'Twitch', url: 'https://twitch.tv/alice' },
]

const refuse = (response: SandboxResponse, times = 1, method: 'sendMessage' | 'deleteMessage' = 'sendMessage'): void =>
  service.sandbox.script({ path: telegramPath(method) }, { kind: 'instead', response }, times)

/** A streamer with one announcer, whose stream has just started. */
const onAir = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const recipientId = service.someone()
  const chatId = chat()
  await service.addAnnouncer(recipientId, { chatId, ...fields })
  const data = { recipientId, streamId: 'stream-1' }
  await service.receive(manualWebhook('STREAM_STARTED', data))
  await service.announce(recipientId)
  return { recipientId, chatId, data }
}

const end = async (data: { readonly recipientId: string; readonly streamId: string }): Promise<void> => {
  await service.receive(manualWebhook('STREAM_ENDED', data))
  await service.announce(data.recipientId)
}

test('every enabled announcer posts a stream once, with buttons, and its messages are deleted at the end', async () => {
  // Prepare
  const recipientId = service.someone()
  const [chatId, other] = [chat(), chat()]
  await service.addAnnouncer(recipientId, { chatId, buttons })
  await service.addAnnouncer(recipientId, { chatId: other, text: 'Другой чат' })
  const data = { recipientId, streamId: 'stream-1' }

  // Act
  for (let count = 0; count < 5; count++) await service.receive(manualWebhook('stream.online', data))
  await service.settle(recipientId)
  await service.settle(recipientId)
  const posted = [service.sent(chatId), service.sent(other), service.sent(chatId, 'deleteMessage')]
  const [message] = (await service.stored(recipientId)).filter((stored) => stored.chatId === chatId)
  for (let count = 0; count < 3; count++) await service.receive(manualWebhook('stream.offline', data))
  await service.settle(recipientId)
  await service.settle(recipientId)

  // Assess
  const inline_keyboard = buttons.map((button) => [button])
  expect(posted).toEqual([
    [{ chat_id: chatId, text: 'We are live!', reply_markup: { inline_keyboard } }],
    [{ chat_id: other, text: 'Другой чат' }],
    [],
  ])
  expect(service.sent(chatId, 'deleteMessage')).toEqual([{ chat_id: chatId, message_id: Number(message?.messageId) }])
  expect(service.sent(other, 'deleteMessage')).toHaveLength(1)
  expect(service.sent(chatId)).toHaveLength(1)
  expect((await service.stored(recipientId)).map(({ ending }) => ending)).toEqual(['deleted', 'deleted'])
})

test('a stream that starts ten times at once is announced once', async () => {
  const recipientId = service.someone()
  const chatId = chat()
  await service.addAnnouncer(recipientId, { chatId })
  const data = { recipientId, streamId: 'stream-1' }

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => service.receive(manualWebhook('STREAM_STARTED', data))),
  )
  await Promise.all([service.announce(recipientId), service.announce(recipientId)])
  await Promise.all([service.send(recipientId), service.send(recipientId), service.send(recipientId)])
  // Of three workers at once, one with a later turn may have put the announcement off.
  laterBy(10_000)
  await service.sendDue()

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(await service.events(recipientId)).toHaveLength(1)
  expect(service.sent(chatId)).toHaveLength(1)
})

test('a stream fires the announcers of its end, once, whose messages stay until they are 47 hours old', async () => {
  const { recipientId, data } = await onAir()
  const chatId = chat()
  await service.addAnnouncer(recipientId, { chatId, trigger: 'STREAM_ENDED', text: 'Bye!' })
  await service.send(recipientId)

  await end(data)
  await service.send(recipientId)
  await service.settle(recipientId)
  const before = service.sent(chatId, 'deleteMessage').length
  laterBy(47 * hour + minute)
  await service.sendDue()
  await service.sendDue()

  expect(service.sent(chatId)).toHaveLength(1)
  expect(before).toBe(0)
  expect(service.sent(chatId, 'deleteMessage')).toHaveLength(1)
})

test('other triggers fire at each of their events, once for a message however often it comes', async () => {
  const recipientId = service.someone()
  const chatId = chat()
  await service.addAnnouncer(recipientId, { chatId, trigger: 'GIVEAWAY', text: 'Give away!' })
  const data = { recipientId, streamId: 'stream-1' }

  for (const id of ['one', 'two', 'one', 'two', 'one']) {
    await service.receive(manualWebhook('GIVEAWAY', data, { id: `${recipientId}-${id}` }))
    await service.settle(recipientId)
  }

  expect(service.sent(chatId)).toHaveLength(2)
})

test('a trigger does not fire announcers of other triggers or disabled ones', async () => {
  const recipientId = service.someone()
  const chatId = chat()
  await service.addAnnouncer(recipientId, { chatId })
  const [announcer] = await service.announcers(recipientId)
  await service.receive(manualWebhook('GIVEAWAY', { recipientId, streamId: 'stream-1' }))
  await service.call('updateAnnouncers', {
    recipient: recipientId,
    body: { updated: [{ id: announcer?.['id'], enabled: false }] },
  })

  await service.receive(manualWebhook('STREAM_STARTED', { recipientId, streamId: 'stream-1' }))
  await service.settle(recipientId)

  expect(service.sent(chatId)).toEqual([])
})

test('a messenger that fails is tried again until the news is old', async () => {
  const { recipientId, chatId } = await onAir()
  refuse(telegramRefusals.failed, 3)
  await service.send(recipientId)
  for (let count = 0; count < 3; count++) {
    laterBy(minute)
    await service.sendDue()
  }

  expect(service.sent(chatId)).toHaveLength(4)
  expect(await service.stored(recipientId)).toMatchObject([{ state: 'posted' }])
})

test('a post whose answer was lost is not repeated, because it may have been posted', async () => {
  const { recipientId, chatId } = await onAir()
  service.sandbox.script({ path: telegramPath('sendMessage') }, { kind: 'dropAfter' })

  await service.send(recipientId)
  laterBy(hour)
  await service.sendDue()

  expect(service.sent(chatId)).toHaveLength(1)
  expect(await service.stored(recipientId)).toMatchObject([{ state: 'done', ending: 'unconfirmed' }])
})

test.each([
  ['kicked', telegramRefusals.kicked],
  ['in a group that was deleted', telegramRefusals.deleted],
])(
  'a bot that was %s disables the announcer with the reason, regression: nobody could read it',
  async (_title, answer) => {
    const { recipientId } = await onAir()
    refuse(answer)

    await service.send(recipientId)
    const [disabled] = await service.announcers(recipientId)
    const toggle = (enabled: boolean) =>
      service.call('updateAnnouncers', {
        recipient: recipientId,
        body: { updated: [{ id: disabled?.['id'], enabled }] },
      })
    await toggle(false)
    const [listed] = (await service.call('listAnnouncers', { recipient: recipientId })).body
    await toggle(true)
    const [enabled] = await service.announcers(recipientId)

    const { description } = answer.body as { description: string }
    expect(disabled).toMatchObject({ enabled: false, disabledReason: description, disabledAt: justNow })
    expect(listed).toMatchObject({ enabled: false, disabledReason: description, disabledAt: justNow })
    expect(enabled).toMatchObject({ enabled: true })
    expect(enabled).not.toHaveProperty('disabledReason')
    expect(enabled).not.toHaveProperty('disabledAt')
    expect(await service.stored(recipientId)).toMatchObject([{ ending: 'refused', reason: description }])
  },
)

test('a group that has moved gets the message in its new chat, where the announcer stays', async () => {
  const { recipientId, chatId, data } = await onAir()
  const moved = -chat()
  refuse(telegramRefusals.migrated(moved))

  await service.send(recipientId)
  await end(data)
  await service.send(recipientId)

  expect(service.sent(chatId)).toHaveLength(1)
  expect(service.sent(moved)).toHaveLength(1)
  expect(service.sent(moved, 'deleteMessage')).toHaveLength(1)
  expect(await service.announcers(recipientId)).toMatchObject([{ chatId: moved, enabled: true }])
})

test('a worker that never comes leaves queued messages to the next run of the schedule', async () => {
  const { recipientId, chatId } = await onAir()

  await service.sendDue()
  const early = service.sent(chatId).length
  laterBy(2 * minute + 1000)
  await service.sendDue()
  await service.send(recipientId)

  expect(early).toBe(0)
  expect(service.sent(chatId)).toHaveLength(1)
})

test('a worker that is late with the start of a stream that is over meanwhile posts nothing', async () => {
  const recipientId = service.someone()
  const chatId = chat()
  await service.addAnnouncer(recipientId, { chatId })
  const data = { recipientId, streamId: 'stream-1' }
  await service.receive(manualWebhook('STREAM_STARTED', data))
  const [started] = await service.events(recipientId)
  await service.receive(manualWebhook('STREAM_ENDED', data))
  const others = (await service.events(recipientId)).filter(({ id }) => id !== started?.id)

  await service.announce(
    recipientId,
    others.map(({ id }) => id),
  )
  await service.announce(recipientId)
  await service.send(recipientId)

  expect(service.sent(chatId)).toEqual([])
})

const detailsOf = async (recipient: string) => {
  const [{ id }] = (await service.call('listAnnouncers', { recipient })).body
  return (await service.call('getAnnouncer', { recipient, params: { id } })).body
}

test('an announcer that is read says when its last message was posted, and later that it is deleted', async () => {
  const { recipientId, data } = await onAir()
  const before = await detailsOf(recipientId)
  await service.send(recipientId)
  const posted = await detailsOf(recipientId)
  await end(data)
  await service.send(recipientId)

  expect(before).toMatchObject({ trigger: 'STREAM_STARTED', lastAnnouncement: null })
  const at = expect.stringMatching(/Z$/)
  const { lastAnnouncement } = posted
  expect(lastAnnouncement).toEqual({ at, trigger: 'STREAM_STARTED', test: false, outcome: 'posted' })
  expect((await detailsOf(recipientId)).lastAnnouncement).toEqual({ ...lastAnnouncement, outcome: 'deleted' })
})

test('an announcer that is read says why its last message was refused, and nothing of that of another recipient', async () => {
  const { recipientId } = await onAir()
  refuse(telegramRefusals.badButton)
  await service.send(recipientId)
  const [{ id }] = (await service.call('listAnnouncers', { recipient: recipientId })).body
  const foreign = await service.call('getAnnouncer', { recipient: service.someone(), params: { id } })

  expect((await detailsOf(recipientId)).lastAnnouncement).toMatchObject({
    outcome: 'refused',
    reason: 'Bad Request: BUTTON_URL_INVALID',
  })
  expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

/** When the recipient's announcements are due, in seconds from the first turn, by their trigger and test. */
const turnsOf = async (recipient: string, startedAt: number) =>
  (await service.stored(recipient))
    .map(({ trigger, test: isTest, state, dueAt = '' }) => {
      const seconds = state === 'postponed' ? Math.floor((Date.parse(dueAt) - startedAt) / 1000) : 0
      return [isTest ? 'test' : trigger, seconds] as const
    })
    .toSorted(([, one], [, other]) => one - other)

const withGroup = async (announcers: number) => {
  const [recipient, chatId] = [service.someone(), -chat()]
  for (let count = 0; count < announcers; count++) await service.addAnnouncer(recipient, { chatId })
  const found = (await service.call('listAnnouncers', { recipient })).body as readonly { readonly id: string }[]
  const run = async () => {
    for (const { id } of found) await service.call('testAnnouncement', { recipient, body: { id } })
  }
  return { recipient, chatId, ids: found.map(({ id }) => id), run }
}

test('a group gets a message every three seconds, each with its own slot, regression: it got one a minute', async () => {
  const { recipient, run } = await withGroup(5)
  const startedAt = Date.now()
  await run()

  await service.send(recipient)

  const turns = await turnsOf(recipient, startedAt)
  expect(turns.map(([, seconds]) => seconds - (turns[1]?.[1] ?? 0))).toEqual([-(turns[1]?.[1] ?? 0), 0, 3, 6, 9])
  expect(turns[4]?.[1]).toBeLessThan(18)
  const delays = [...service.aws.queue('wakeUps').messages.values()]
    .filter(({ body }) => body.includes(`"${recipient}"`))
    .map(({ sentAt, visibleAt }) => (visibleAt - sentAt) / 1000)
  expect(delays.toSorted((one, other) => one - other)).toEqual([3, 6, 9, 12])
})

test('a group gets a stream’s start before the tests that wait, regression: it came minutes later', async () => {
  const { recipient, chatId, run } = await withGroup(3)
  await run()
  await service.send(recipient)
  await service.receive(manualWebhook('STREAM_STARTED', { recipientId: recipient, streamId: 'stream-1' }))
  await service.announce(recipient)
  await service.send(recipient)
  const waiting = (await service.stored(recipient)).filter(({ state }) => state === 'postponed')

  for (let round = 0; round < 3; round++) {
    laterBy(30_000)
    await service.sendDue()
  }

  const started = waiting.filter(({ test: isTest }) => !isTest).map(({ dueAt = '' }) => Date.parse(dueAt))
  const tests = waiting.filter(({ test: isTest }) => isTest).map(({ dueAt = '' }) => Date.parse(dueAt))
  expect(started.toSorted().slice(0, 2)).toEqual(tests.toSorted())
  // Those whose turns were taken have new ones, behind the others.
  expect(service.sent(chatId)).toHaveLength(6)
})

test('a group with a full queue drops a new message, and the announcer shows that', async () => {
  const { recipient, chatId, ids, run } = await withGroup(1)
  const full = { lane: `telegram#main#${chatId}`, freeAt: Date.now() + 11 * minute }
  await service.aws.client.send(new PutCommand({ TableName: service.aws.table('sendingSlots'), Item: full }))
  await run()

  await service.send(recipient)

  const { body } = await service.call('getAnnouncer', { recipient, params: { id: ids[0] ?? '' } })
  const reason = 'too many messages wait for this chat'
  expect(body.lastAnnouncement).toMatchObject({ test: true, outcome: 'dropped', reason })
  expect(service.sent(chatId)).toEqual([])
})

const tested = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const [recipient, chatId] = [service.someone(), chat()]
  await service.addAnnouncer(recipient, { chatId, ...fields })
  const [{ id }] = (await service.call('listAnnouncers', { recipient })).body
  return { recipient, chatId, id, run: () => service.call('testAnnouncement', { recipient, body: { id } }) }
}

test('a test of a disabled announcer is posted, and deleted after a minute', async () => {
  const { recipient, chatId, id, run } = await tested({ announcerType: 'ANNOUNCE_STREAM' })
  const updated = [{ id, enabled: false }]
  await service.call('updateAnnouncers', { recipient, body: { updated } })

  const answer = await run()
  await service.send(recipient)
  const posted = service.sent(chatId)
  laterBy(2 * minute)
  await service.sendDue()

  expect(answer).toMatchObject({ status: 200, body: {} })
  expect(posted).toMatchObject([{ text: 'We are live!' }])
  expect(service.sent(chatId, 'deleteMessage')).toHaveLength(1)
  const { body } = await service.call('getAnnouncer', { recipient, params: { id } })
  expect(body).toMatchObject({ enabled: false, lastAnnouncement: { test: true, outcome: 'deleted' } })
})

/** Moves an announcer, as a group that moved does, and as updates of 1.0.0 did. */
const move = (recipientId: string, id: string, accountId: string, chatId: number) =>
  service.aws.client.send(
    new UpdateCommand({
      TableName: service.aws.table('announcers'),
      Key: { recipientId, id },
      UpdateExpression: 'SET accountId = :accountId, chatId = :chatId',
      ExpressionAttributeValues: { ':accountId': accountId, ':chatId': chatId },
    }),
  )

test('an announcer that moves to another chat and bot after it was fired announces there, and its message is deleted there', async () => {
  const { recipientId, chatId, data } = await onAir()
  const [{ id }] = (await service.call('listAnnouncers', { recipient: recipientId })).body
  await service.link(recipientId, { accountId: 'max-main', chatId: -77 })
  await move(recipientId, id, 'max-main', -77)
  const before = service.sandbox.log.length

  await service.send(recipientId)
  await end(data)
  await service.send(recipientId)

  expect(service.sent(chatId)).toEqual([])
  const toMax = service.sandbox.log.slice(before).filter(({ base }) => base === 'platform-api2.max.ru')
  expect(toMax.map(({ method, query }) => [method, query.get('chat_id')])).toEqual([
    ['POST', '-77'],
    ['DELETE', null],
  ])
  expect(await service.stored(recipientId)).toMatchObject([{ accountId: 'max-main', chatId: -77, ending: 'deleted' }])
})

test('an announcer that moves to a chat that nobody has linked after it was fired announces nowhere', async () => {
  const { recipientId, chatId } = await onAir()
  const [{ id }] = (await service.call('listAnnouncers', { recipient: recipientId })).body
  const elsewhere = chat()
  await move(recipientId, id, 'main', elsewhere)

  await service.send(recipientId)

  expect([...service.sent(chatId), ...service.sent(elsewhere)]).toEqual([])
  expect(await service.stored(recipientId)).toMatchObject([{ ending: 'refused', reason: 'the chat is not linked' }])
})
