import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualWebhook } from '../../../local/sandbox/eventSenders.ts'
import { emptyTable } from '../../../support/emptyTable.ts'
import { putMany } from '../../../support/manyItems.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { laterBy, standAt, startAnnouncements } from './announcements.ts'

const service = await sharedByTests(startAnnouncements())
beforeEach(() => standAt(Date.now()))
afterEach(async () => {
  const { client, table } = service.aws
  await emptyTable(client, table('announcements'), ['recipientId', 'id'])
  await emptyTable(client, table('streamEvents'), ['recipientId', 'id'])
  await emptyTable(client, table('sendingSlots'), ['lane'])
})

const minute = 60_000
let lastChat = 700_000

const addAnnouncers = async (recipient: string, count: number, fields: object = {}): Promise<void> => {
  const added = Array.from({ length: count }, () => ({
    text: 'Live',
    accountId: 'main',
    chatId: ++lastChat,
    ...fields,
  }))
  // More than a recipient may have come past the operation.
  const { client, table } = service.aws
  const { announcerRepository } = await import('../../../../shared/areas/messenger/announcerRepository.ts')
  const announcers = announcerRepository(client, table('announcers'))
  const writes = added.map(
    (announcer) => announcers.creation(recipient, { buttons: [], announcerType: undefined, ...announcer }).operation,
  )
  const items = writes.flatMap((write) => ('Put' in write ? [{ ...write.Put.Item }] : []))
  await putMany(client, table('announcers'), items)
  for (const { accountId, chatId } of added) await service.link(recipient, { accountId, chatId })
}

/** Somebody with so many announcers of a trigger, to whom so many events come. */
const withEvents = async (announcers: number, events: number, trigger = 'GOAL') => {
  const recipientId = service.someone()
  await addAnnouncers(recipientId, announcers, { trigger })
  for (let count = 0; count < events; count++)
    await service.receive(manualWebhook(trigger, { recipientId, streamId: `stream-${count}` }))
  return recipientId
}

/** As if messages of a minute and a half were laid out for the recipient. */
const fillQueue = (recipientId: string): Promise<unknown> => {
  const { client, table } = service.aws
  return putMany(client, table('sendingSlots'), [{ lane: `recipient#${recipientId}`, freeAt: Date.now() + 90_000 }])
}

const statesOf = async (recipientId: string) =>
  Object.entries(Object.groupBy(await service.stored(recipientId), ({ state }) => state)).map(
    ([state, found]) => [state, found?.length] as const,
  )

const batchOf = async (...recipients: readonly string[]): Promise<unknown> => {
  const { handler } = await import('../../../../functions/workers/announceStream.ts')
  const events = (await Promise.all(recipients.map(service.events))).flat()
  const records = events.map((event) => ({ keys: { recipientId: event.recipientId, id: event.id } }))
  // No machine is too slow: the clock stands, while the timer that ends a step runs.
  return handler(streamEvent(...records), { getRemainingTimeInMillis: () => 300_000 })
}

test('many events of one recipient do not delay those of others, regression', async () => {
  const [many, one] = [await withEvents(60, 8), await withEvents(1, 1)]

  const result = await batchOf(many, one)

  expect(result).toEqual({ batchItemFailures: [] })
  expect(await statesOf(one)).toEqual([['queued', 1]])
  const states = (await service.events(many)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['done', 'parked', ...Array(6).fill('queued')])
  expect(await service.stored(many)).toHaveLength(85)
})

test('behind a full queue many events cost one write, regression: a neighbour waited for the batch', async () => {
  const recipientId = await withEvents(1, 8)
  await fillQueue(recipientId)
  const before = await service.events(recipientId)

  await batchOf(recipientId)

  const after = await service.events(recipientId)
  const changed = after.filter(({ id, dueAt }) => before.every((event) => event.id !== id || event.dueAt !== dueAt))
  expect(changed.map(({ state }) => state)).toEqual(['parked'])
  expect(after.every(({ dueAt }) => dueAt !== undefined)).toBe(true)
})

test('many events of one recipient are all announced in the end, once each', async () => {
  const recipientId = await withEvents(2, 6)
  await fillQueue(recipientId)
  await batchOf(recipientId)
  const waiting = await service.events(recipientId)

  laterBy(3 * minute)
  await service.sendDue()
  await batchOf(recipientId)

  expect(waiting.map(({ state }) => state).toSorted()).toEqual(['parked', ...Array(5).fill('queued')])
  expect((await service.events(recipientId)).map(({ state }) => state)).toEqual(Array(6).fill('done'))
  expect(await service.stored(recipientId)).toHaveLength(12)
})

test('an event that nobody took up is queued by the schedule, regression: it was lost with its record', async () => {
  const recipientId = await withEvents(1, 1)
  const [taken] = await service.events(recipientId)

  laterBy(3 * minute)
  await service.sendDue()

  const [queued] = await service.events(recipientId)
  expect(queued?.state).toBe('queued')
  expect(Date.parse(queued?.dueAt ?? '')).toBeGreaterThan(Date.parse(taken?.dueAt ?? ''))
})

test('an event that was parked and whose stream is over meanwhile announces nothing', async () => {
  const recipientId = service.someone()
  await addAnnouncers(recipientId, 1)
  await fillQueue(recipientId)
  await service.receive(manualWebhook('STREAM_STARTED', { recipientId, streamId: 'stream-1' }))
  await service.announce(recipientId)
  const [parked] = await service.events(recipientId)
  await service.receive(manualWebhook('STREAM_ENDED', { recipientId, streamId: 'stream-1' }))

  // An end is final two minutes after its report.
  laterBy(3 * minute)
  await service.sendDue()
  await service.announce(recipientId)

  expect(parked?.state).toBe('parked')
  expect((await service.events(recipientId)).map(({ state }) => state)).toEqual(['done', 'done'])
  // The start and the end are due in the same batch: whichever comes first, nothing is posted.
  expect((await service.stored(recipientId)).filter(({ ending }) => ending !== 'cancelled')).toEqual([])
})

test('100 announcers of one group do not delay a neighbour’s message', async () => {
  const many = service.someone()
  await addAnnouncers(many, 100, { trigger: 'GOAL', chatId: -700_000 })
  await service.receive(manualWebhook('GOAL', { recipientId: many, streamId: 'stream' }))
  for (let delivery = 0; delivery < 6; delivery++) await service.announce(many)
  await service.send(many)
  const neighbour = await withEvents(1, 1)

  await service.announce(neighbour)
  await service.send(neighbour)

  expect(await statesOf(neighbour)).toEqual([['posted', 1]])
  expect(service.sent(-700_000)).toHaveLength(1)
  expect((await statesOf(many)).toSorted()).toEqual([
    ['posted', 1],
    ['postponed', 99],
  ])
})
