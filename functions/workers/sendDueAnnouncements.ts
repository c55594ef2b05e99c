import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { areChatsOpen, providerUrl, tableName } from '../../shared/env.ts'
import { remainingMs } from '../../shared/invocation.ts'
import { log, loggedError } from '../../shared/log.ts'
import { type AnnouncementRepository, announcementRepository } from '../../shared/messenger/announcementRepository.ts'
import { type AnnouncementWork, announcementWork } from '../../shared/messenger/announcementWork.ts'
import { announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { botParameters } from '../../shared/messenger/botParameters.ts'
import { chatRepository } from '../../shared/messenger/chatRepository.ts'
import { chatRights } from '../../shared/messenger/chatRights.ts'
import { botIntervalsMs, localPace, type Pace } from '../../shared/messenger/pace.ts'
import { sendDueAnnouncements } from '../../shared/messenger/workers.ts'
import { type StreamEventStore, streamEventStore } from '../../shared/platforms/streamEventStore.ts'
import { streamRepository } from '../../shared/platforms/streamRepository.ts'
import { maxBot } from '../../shared/providers/maxBot.ts'
import { telegramBot } from '../../shared/providers/telegramBot.ts'
import { byTurns, type DueKey, type DueStore, dueStore } from '../../shared/store/dueStore.ts'
import { type Clock, systemClock } from '../../shared/time/clock.ts'
import { forEachConcurrently } from '../../shared/workers/forEachConcurrently.ts'
import { type Run, scheduleHandler } from '../../shared/workers/scheduleHandler.ts'

/** Announcements that one run looks at: what a bot can post in a minute. */
const runLimit = 1000
/** Events that one run queues again, and those of one recipient: more than its lane has room for in a minute. */
const eventLimit = 1000
const eventShare = 60
const concurrency = 10
/** With less time left, no announcement begins, since the next run starts soon. */
const reserveMs = 10_000

export interface DuePorts {
  readonly due: DueStore
  readonly dueEvents: DueStore
  readonly announcements: Pick<AnnouncementRepository, 'find'>
  readonly events: Pick<StreamEventStore, 'queueAgain'>
  readonly workAtPace: (pace: Pace) => AnnouncementWork
  readonly clock?: Clock
}

/** One that fails is left due: the next run takes it up again. */
export const handle =
  ({ due, dueEvents, announcements, events, workAtPace, clock = systemClock }: DuePorts): Run =>
  async () => {
    const work = workAtPace(localPace())
    const now = new Date(clock())
    const attempting = (take: (key: DueKey) => Promise<void>) => async (key: DueKey) => {
      if (remainingMs() < reserveMs) return
      try {
        await take(key)
      } catch (error) {
        const { recipientId } = key
        log('ERROR', 'announcement', { worker: sendDueAnnouncements.id, recipientId, error: loggedError(error) })
      }
    }
    const queueAgain = attempting(({ recipientId, id }) => events.queueAgain(recipientId, id, now))
    const takeUp = attempting(async ({ recipientId, id }) => {
      const found = await announcements.find(recipientId, id)
      if (found?.dueAt !== undefined && found.dueAt <= now.toISOString()) await work(found)
    })
    const queued = byTurns(await dueEvents.list(now), eventLimit, eventShare)
    await forEachConcurrently(queued, concurrency, queueAgain)
    const taken = byTurns(await due.list(now), runLimit)
    await forEachConcurrently(taken, concurrency, takeUp)
    return queued.length + taken.length
  }

const events = tableName('streamEvents')
const announcements = announcementRepository(documentClient, tableName('announcements'))
const announcers = announcerRepository(documentClient, tableName('announcers'))
const chats = chatRepository(documentClient, tableName('chats'))
const { isOver } = streamRepository(documentClient, tableName('streams'))
const bots = botParameters(ssmClient, {
  telegram: (token) => telegramBot(providerUrl('telegram', 'api'), token),
  max: (token) => maxBot(providerUrl('max', 'api'), token),
})

export const handler = scheduleHandler(
  sendDueAnnouncements,
  handle({
    due: dueStore(documentClient, tableName('announcements')),
    dueEvents: dueStore(documentClient, events),
    announcements,
    events: streamEventStore(documentClient, events),
    workAtPace: (pace) =>
      announcementWork({
        worker: sendDueAnnouncements.id,
        announcements,
        announcers,
        chats,
        rights: chatRights(chats, areChatsOpen()),
        isOver,
        bots,
        pace,
        // An announcement that this run postpones waits for another run.
        wakeUps: { send: async () => undefined },
        botIntervalMs: botIntervalsMs.later,
      }),
  }),
)
