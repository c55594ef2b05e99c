import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ssmClient } from '../../../shared/aws/ssmClient.ts'
import { streamIdOf } from '../../../shared/messenger/announcement.ts'
import { maxAccount } from '../../sandbox/max.ts'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import { telegramAccount, telegramPath } from '../../sandbox/telegram.ts'
import { storedTables } from '../../support/storedTables.ts'
import { streamEvent } from '../../support/streamEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { askedOf } from '../providers/askedOf.ts'
import { announcer, fresh, now } from './announcementScene.ts'

stubEnvironment()
vi.stubEnv('PARAMETER_PREFIX', '/stage')
const { handler: announceStream } = await import('../../../functions/workers/announceStream.ts')
const { handler: sendAnnouncement } = await import('../../../functions/workers/sendAnnouncement.ts')
const { handler: sendDueAnnouncements } = await import('../../../functions/workers/sendDueAnnouncements.ts')

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  for (const [name, url] of Object.entries(sandbox.urls)) vi.stubEnv(name, url)
})
afterAll(() => sandbox.stop())

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const goal = fresh('GOAL')
const due = { ...fresh(), dueAt: new Date(now).toISOString() }
const event = {
  ...{ id: 'e', recipientId: 'alice', channel: 'kick#1', trigger: 'GOAL', sessionId: 's', eventId: 'm' },
  ...{ endedSessionId: 'old', takenAt: now - 10_001, state: 'queued', expiresAt: 0 },
}
const ofTables: Readonly<Record<string, object>> = {
  announcers: announcer,
  announcements: due,
  chats: { recipientId: 'alice' },
  streamEvents: event,
}

const openStore = () => {
  vi.spyOn(ssmClient, 'send').mockImplementation(async () => ({
    Parameters: [{ Name: '/stage/telegram/bots/main', Value: telegramAccount.token }],
  }))
  return storedTables(ofTables)
}
const post = { asked: `POST ${telegramPath('sendMessage')}`, body: { chat_id: -7, text: 'Hi' } }

test('an event is announced, and what its recipient has in the chats of the stream before is cancelled', async () => {
  const { names, sent } = openStore()

  expect(await announceStream(streamEvent({ keys: { recipientId: 'alice', id: 'e' } }))).toEqual({
    batchItemFailures: [],
  })

  expect(names).toEqual([
    'Get streamEvents',
    'Query announcers',
    'Query announcements',
    'Get streams',
    'Update sendingSlots',
    'Put announcements',
    'Put announcements',
    'Update streamEvents',
  ])
  expect(sent[2]?.ExpressionAttributeValues).toMatchObject({
    ':stream': `${streamIdOf('alice', 'kick#1', 'old')}#`,
  })
  expect(lines).toMatchObject([{ level: 'INFO', message: 'batch', worker: 'announceStream', count: 1 }])
})

test('a queued announcement is posted by its account’s bot, in turns that all workers share', async () => {
  const { names, sent } = openStore()

  const asked = await askedOf(sandbox, () =>
    sendAnnouncement(streamEvent({ keys: { recipientId: 'alice', id: goal.id }, newImage: { ...goal } })),
  )

  expect(asked).toMatchObject([post])
  expect(names).toEqual([
    'Get announcers',
    'Get chats',
    'Update sendingSlots',
    'Update sendingSlots',
    'Put announcements',
    'Put announcements',
  ])
  expect(sent[2]?.ExpressionAttributeValues).toMatchObject({ ':next': now + 66 })
  expect(lines).toMatchObject([{ worker: 'sendAnnouncement', code: 'announcement_posted' }, { message: 'batch' }])
})

test('a due announcement is posted by its account’s bot, in the turns of the schedule alone', async () => {
  const { names } = openStore()

  const asked = await askedOf(sandbox, () => sendDueAnnouncements({}))

  expect(asked).toMatchObject([post])
  expect(names).toEqual([
    ...['0', '1', '2', '3'].map(() => 'Query streamEvents byDue'),
    'Update streamEvents',
    ...['0', '1', '2', '3'].map(() => 'Query announcements byDue'),
    'Get announcements',
    'Get announcers',
    'Get streams',
    'Get chats',
    'Put announcements',
    'Put announcements',
  ])
  expect(lines).toMatchObject([
    { worker: 'sendDueAnnouncements', code: 'announcement_posted' },
    { message: 'run', worker: 'sendDueAnnouncements', count: 2 },
  ])
})

test.each([
  [
    'sent at once',
    (seen: object) => sendAnnouncement(streamEvent({ keys: { recipientId: 'alice', id: 'a' }, newImage: { ...seen } })),
  ],
  ['due', () => sendDueAnnouncements({})],
])('a message that is %s asks the stream that it belongs to, and MAX where its token is there', async (_name, act) => {
  vi.useFakeTimers({ toFake: ['Date'], now: now + 6 * 60_000 })
  const { names } = openStore()
  vi.mocked(ssmClient.send).mockImplementation(async () => ({
    Parameters: [{ Name: '/stage/max/bots/main', Value: maxAccount.token }],
  }))

  const asked = await askedOf(sandbox, () => act(due))

  expect(names).toContain('Get streams')
  expect(asked).toMatchObject([{ asked: 'POST /messages?chat_id=-7', authorization: maxAccount.token }])
})
