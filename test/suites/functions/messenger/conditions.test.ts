import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { type Announcement, newAnnouncement } from '../../../../shared/areas/messenger/announcement.ts'
import { announcementRepository, isNewOrCancelled } from '../../../../shared/areas/messenger/announcementRepository.ts'
import { announcerRepository } from '../../../../shared/areas/messenger/announcerRepository.ts'
import { chatLinkStore, chatRepository } from '../../../../shared/areas/messenger/chatRepository.ts'
import type { TableName } from '../../../../shared/contract/resources.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { RepeatedEvent } from '../../../../shared/mechanisms/webhooks/webhook.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const aws = await sharedByTests(startLocalAws())

const now = Date.parse('2026-01-31T12:00:00Z')
const isoAfter = (milliseconds: number): string => new Date(now + milliseconds).toISOString()
const chat = { accountId: 'main', chatId: -7 }
const occasion = { trigger: 'GOAL', channel: 'kick#1', sessionId: 's', eventId: '' }
const target = { ...chat, id: 'a', announcerType: 'ANNOUNCE_STREAM' }
let people = 0
const someone = () => `streamer-${++people}`

const putInto = (table: TableName, ...items: readonly object[]) =>
  putMany(aws.client, aws.table(table), items as Record<string, unknown>[])
const read = async (table: TableName, Key: Record<string, unknown>) =>
  (await aws.client.send(new GetCommand({ TableName: aws.table(table), Key, ConsistentRead: true }))).Item

const stored = { ...target, id: 'a', enabled: true, text: 'Hi', buttons: [], trigger: 'GOAL' }
const change = async (present: object, how: 'follow' | 'disable') => {
  const recipientId = someone()
  const announcers = announcerRepository(aws.client, aws.table('announcers'), () => now)
  await putInto('announcers', { ...stored, ...present, recipientId })
  for (let repetition = 0; repetition < 2; repetition++)
    await (how === 'follow'
      ? announcers.follow(recipientId, 'a', chat, -8)
      : announcers.disable(recipientId, 'a', chat, 'kicked'))
  return read('announcers', { recipientId, id: 'a' })
}

test('an announcer follows its group, however often the bot hears of the move', async () => {
  expect(await change({}, 'follow')).toMatchObject({ accountId: 'main', chatId: -8, enabled: true })
})

test('an announcer is disabled with the reason and the time, when its chat is closed', async () => {
  const expected = { enabled: false, disabledReason: 'kicked', disabledAt: isoAfter(0), chatId: -7 }

  expect(await change({}, 'disable')).toMatchObject(expected)
})

test.each([
  ['another chat', { chatId: 5 }],
  ['another bot', { accountId: 'other' }],
])(
  'an announcer that has got %s meanwhile neither follows the old group nor is disabled for it',
  async (_name, present) => {
    for (const how of ['follow', 'disable'] as const)
      expect(await change(present, how)).toMatchObject({ ...stored, ...present })
  },
)

test.each([true, false])('an announcer whose enabled is %j waits for events, or does not', async (enabled) => {
  const recipientId = someone()
  await putInto('announcers', { ...stored, enabled, recipientId })

  expect(await announcerRepository(aws.client, aws.table('announcers')).hasEnabled(recipientId)).toBe(enabled)
})

test('an announcer that was deleted meanwhile is not made again', async () => {
  const announcers = announcerRepository(aws.client, aws.table('announcers'))
  const recipientId = someone()

  await announcers.follow(recipientId, 'a', chat, -8)
  await announcers.disable(recipientId, 'a', chat, 'kicked')

  expect(await read('announcers', { recipientId, id: 'a' })).toBeUndefined()
})

describe('an announcement', () => {
  const announcements = () => announcementRepository(aws.client, aws.table('announcements'))
  const stored = async (fields: Partial<Announcement> = {}): Promise<Announcement> => {
    const announcement = { ...newAnnouncement(someone(), target, occasion, now), ...fields }
    await putInto('announcements', announcement)
    return announcement
  }
  const present = ({ recipientId, id }: Announcement) => read('announcements', { recipientId, id })

  test('an announcement that is there stays as it is when its slice is repeated', async () => {
    const settled = await stored({ state: 'done', ending: 'posted' })

    await announcements().add(settled.recipientId, newAnnouncement(settled.recipientId, target, occasion, now))

    expect(await present(settled)).toEqual(settled)
  })

  test.each([
    ['cancelled', 'queued'],
    ['posted', 'done'],
  ] as const)('a donation’s announcement that was %s is %s after its approval', async (ending, state) => {
    const recipientId = someone()
    const donation = { ...occasion, trigger: 'PAYMENT_COMPLETED' }
    const held = newAnnouncement(recipientId, target, donation, now)
    await stored({ ...held, state: 'done', ending })

    await announcements().add(recipientId, newAnnouncement(recipientId, target, donation, now), isNewOrCancelled)

    expect(await present(held)).toMatchObject({ state })
  })

  test('an announcement belongs to its recipient, whatever the item says', async () => {
    const recipientId = someone()
    const foreign = newAnnouncement('mallory', target, occasion, now)

    await announcements().add(recipientId, foreign)

    expect(await present({ ...foreign, recipientId })).toMatchObject({ recipientId })
    expect(await present(foreign)).toBeUndefined()
  })

  test('an announcement is replaced only if it is unchanged, also after a lost answer', async () => {
    const seen = await stored()
    const [mine, other] = [
      { ...seen, revision: 'mine' },
      { ...seen, revision: 'other' },
    ]
    const replace = (next: Announcement) => announcements().replace(seen.recipientId, seen, next)

    expect([await replace(mine), await replace(mine), await replace(other)]).toEqual([true, true, false])
    expect(await present(seen)).toEqual(mine)
  })

  test('an announcement is changed on the state that another worker left, and not when it is gone', async () => {
    const left = await stored({ state: 'claimed', revision: 'theirs' })
    const gone = newAnnouncement(someone(), target, occasion, now)
    const finish = (current: Announcement) => ({ ...current, ending: 'posted' as const, revision: 'mine' })

    await announcements().change(left.recipientId, { ...left, state: 'queued', revision: 'seen' }, finish)
    await announcements().change(gone.recipientId, gone, finish)

    expect(await present(left)).toMatchObject({ state: 'claimed', ending: 'posted' })
    expect(await present(gone)).toBeUndefined()
  })

  test.each([
    [0, true],
    [-1, false],
  ])(
    'an announcement that an index calls due is queued again %i ms after its time: %s',
    async (milliseconds, isQueued) => {
      const waiting = await stored({ state: 'postponed', dueAt: isoAfter(0) })
      const at = new Date(now + milliseconds)

      await announcements().queueAgain(waiting.recipientId, waiting.id, at)

      const queued = {
        ...waiting,
        state: 'queued',
        dueAt: isoAfter(120_000),
        revision: expect.not.stringMatching(waiting.revision),
      }
      expect(await present(waiting)).toEqual(isQueued ? queued : waiting)
    },
  )

  test('an announcement that is gone though an index has it is not made again', async () => {
    const recipientId = someone()

    await announcements().queueAgain(recipientId, 'gone', new Date(now))

    expect(await read('announcements', { recipientId, id: 'gone' })).toBeUndefined()
  })

  test('an announcement is listed only for its stream', async () => {
    const recipientId = someone()
    const ids = ['s#1', 's#2', 's#3', 't#1']
    await putInto('announcements', ...ids.map((id) => ({ recipientId, id })), { recipientId: someone(), id: 's#4' })
    const pageAfter = (after?: string) => announcements().page(recipientId, 's', { after, limit: 2 })

    const [first, second] = [await pageAfter(), await pageAfter('s#2')]

    expect(first).toMatchObject({ items: [{ id: 's#1' }, { id: 's#2' }], next: 's#2' })
    expect(second).toMatchObject({ items: [{ id: 's#3' }], next: undefined })
  })
})

const chats = () => chatRepository(aws.client, aws.table('chats'))
let lastChat = 0
const ownedBy = async (recipientId: string) => {
  const [accountId, chatId] = ['main', ++lastChat]
  const owned = { chat: `main#${chatId}`, recipientId, accountId, chatId, revision: 'r' }
  await putInto('chats', owned)
  return owned
}

test('a chat is claimed when it is free or one’s own, whose link keeps its revision', async () => {
  const [recipientId, free] = [someone(), { accountId: 'main', chatId: ++lastChat }]
  const own = await ownedBy(recipientId)
  const foreign = await ownedBy(someone())
  const claim = (each: typeof free) => chats().claim(recipientId, each)

  expect([await claim(free), await claim(free), await claim(own), await claim(foreign)]).toEqual([
    true,
    true,
    true,
    false,
  ])
  const revision = expect.stringMatching(/^[\w-]{20,}$/)
  expect(await read('chats', { chat: `main#${free.chatId}` })).toMatchObject({ ...free, recipientId, revision })
  expect(await read('chats', { chat: own.chat })).toEqual(own)
  expect(await read('chats', { chat: foreign.chat })).toEqual(foreign)
})

test('a chat whose link has changed since it was read is neither handed over nor unlinked by an administrator', async () => {
  const links = chatLinkStore(aws.client, aws.table('chats'))
  const present = await ownedBy(someone())
  const seen = { ...present, recipientId: someone(), revision: 'older' }
  const writes = [links.change(someone(), seen, 'title'), links.removal(seen)]

  for (const each of writes) await expect(applyOrThrow(aws.client)(each)).rejects.toBeInstanceOf(RepeatedEvent)
  await expect(applyOrThrow(aws.client)([links.creation(seen.recipientId, present, 'title')])).rejects.toBeInstanceOf(
    RepeatedEvent,
  )

  expect(await read('chats', { chat: present.chat })).toEqual(present)
})

test('a hundred lost chats are listed at most, beside those that are linked', async () => {
  const recipientId = someone()
  // No name of an account begins with a smaller character.
  const owned = { ...(await ownedBy(recipientId)), chat: '-#1', accountId: '-', chatId: 1 }
  const lostChat = (_: unknown, index: number) => ({
    ...owned,
    chat: `#lost#${index}`,
    chatId: -index,
    lostAt: isoAfter(0),
  })
  await putInto('chats', owned, ...Array.from({ length: 101 }, lostChat))

  const listed = await chats().list(recipientId)

  expect(listed).toHaveLength(102)
  expect(listed).toContainEqual(owned)
})

test('a chat of another recipient is not released', async () => {
  const recipientId = someone()
  const [own, foreign] = [await ownedBy(recipientId), await ownedBy(someone())]

  for (const each of [own, foreign]) await chats().release(recipientId, each)

  expect([await read('chats', { chat: own.chat }), await read('chats', { chat: foreign.chat })]).toEqual([
    undefined,
    foreign,
  ])
})
