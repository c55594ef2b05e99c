import { randomUUID } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import type { TableName } from '../../../../shared/contract/resources.ts'
import { manualWebhook } from '../../../local/sandbox/eventSenders.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startAnnouncements } from '../platforms/announcements.ts'

/** The items that an index still has, by its name and the first values of the query. */
const late = new Map<string, readonly Record<string, unknown>[]>()

const service = await sharedByTests(startAnnouncements())
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
documentClient.middlewareStack.add(
  (next) => async (given) => {
    const { IndexName, ExpressionAttributeValues } = given.input as {
      IndexName?: string
      ExpressionAttributeValues?: Record<string, unknown>
    }
    const asked = [IndexName, ...Object.values(ExpressionAttributeValues ?? {})].join(' ')
    const [, Items] = [...late].find(([known]) => asked.startsWith(known)) ?? []
    return Items === undefined ? next(given) : { output: { Items, $metadata: {} } as never, response: {} }
  },
  { step: 'initialize', name: 'answerLate' },
)

const put = (table: TableName, Item: Record<string, unknown>) =>
  service.aws.client.send(new PutCommand({ TableName: service.aws.table(table), Item }))
const chatsOf = async (recipient: string) => (await service.call('listChats', { recipient })).body.content
let lastChat = -800_000

test('a chat that changed hands leaves its former owner’s list, however stale the index is', async () => {
  const [former, owner, chatId] = [service.someone(), service.someone(), --lastChat]
  const chat = `main#${chatId}`
  await service.link(owner, { accountId: 'main', chatId })
  late.set(`byRecipient ${former} $`, [{ recipientId: former, chat }])

  expect(await chatsOf(former)).toEqual([])
  expect(await chatsOf(owner)).toMatchObject([{ id: chat }])
})

test('a chat that is gone is not in the list, though the index still has it', async () => {
  const recipient = service.someone()
  late.set(`byRecipient ${recipient} $`, [{ recipientId: recipient, chat: `main#${--lastChat}` }])

  expect(await chatsOf(recipient)).toEqual([])
})

test('nothing is posted to a chat that has just changed hands, though the index still has it with its former owner', async () => {
  const [former, owner, chatId] = [service.someone(), service.someone(), --lastChat]
  await service.addAnnouncer(former, { chatId })
  await service.link(owner, { accountId: 'main', chatId })
  late.set(`byRecipient ${former} $`, [{ recipientId: former, chat: `main#${chatId}` }])

  await service.receive(manualWebhook('STREAM_STARTED', { recipientId: former, streamId: 'stream-1' }))
  await service.announce(former)
  await service.send(former)

  expect(service.sent(chatId)).toEqual([])
  expect(await service.stored(former)).toMatchObject([{ ending: 'refused', reason: 'the chat is not linked' }])
})

test.each([
  ['of another recipient', 'mallory'],
  ['that is gone', undefined],
])('an announcer has no last announcement %s, however stale the index is', async (_name, other) => {
  const recipient = service.someone()
  await service.addAnnouncer(recipient)
  const [{ id: announcerId }] = (await service.call('listAnnouncers', { recipient })).body
  const announcement = { id: randomUUID(), announcerId, settledAt: '2026-01-31T12:00:00.000Z', trigger: 'GOAL' }
  if (other !== undefined) await put('announcements', { ...announcement, recipientId: other })
  late.set(`byAnnouncer ${announcerId}`, [{ recipientId: other ?? recipient, id: announcement.id }])

  const { status, body } = await service.call('getAnnouncer', { recipient, params: { id: announcerId } })

  expect([status, body.lastAnnouncement]).toEqual([200, null])
})

test.each(['announcements', 'streamEvents'] as const)(
  'an item of %s that is done is not woken, though the index still has it due',
  async (table) => {
    const done = { recipientId: service.someone(), id: randomUUID(), state: 'done', task: 'post', revision: 'r' }
    await put(table, done)
    late.set('byDue 0', [{ ...done, dueAt: '2026-01-01T00:00:00.000Z' }])

    await service.sendDue()
    late.delete('byDue 0')

    const stored = table === 'announcements' ? service.stored : service.events
    expect(await stored(done.recipientId)).toEqual([done])
  },
)
