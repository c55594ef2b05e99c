import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { providerUrl, tableName } from '../../shared/env.ts'
import { remainingMilliseconds } from '../../shared/invocation.ts'
import { log, loggedError } from '../../shared/log.ts'
import { type AnnouncementRepository, announcementRepository } from '../../shared/messenger/announcementRepository.ts'
import { type AnnouncementWork, announcementWork } from '../../shared/messenger/announcementWork.ts'
import { announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { botParameters } from '../../shared/messenger/botParameters.ts'
import {
  type AnnouncementKey,
  type DueAnnouncementStore,
  dueAnnouncementStore,
} from '../../shared/messenger/dueAnnouncementStore.ts'
import { botIntervals, localPace, type Pace } from '../../shared/messenger/pace.ts'
import { sendDueAnnouncements } from '../../shared/messenger/workers.ts'
import { streamRepository } from '../../shared/platforms/streamRepository.ts'
import { maxBot } from '../../shared/providers/max.ts'
import { telegramBot } from '../../shared/providers/telegram.ts'
import { forEachConcurrently } from '../../shared/workers/forEachConcurrently.ts'
import { type Run, scheduleHandler } from '../../shared/workers/scheduleHandler.ts'

/** Announcements of a partition that one run looks at: four partitions hold what a bot can post in a minute. */
const shardLimit = 250
const concurrency = 10
/** Milliseconds: what is left when no other announcement is begun. The next run is near. */
const reserve = 10_000

/** One that fails is left due: the next run takes it up again. */
export const handle =
  (
    due: DueAnnouncementStore,
    announcements: Pick<AnnouncementRepository, 'find'>,
    workAtPace: (pace: Pace) => AnnouncementWork,
  ): Run =>
  async () => {
    const work = workAtPace(localPace())
    const now = new Date()
    const keys = await due.list(now, shardLimit)
    const takeUp = async ({ recipientId, id }: AnnouncementKey): Promise<void> => {
      if (remainingMilliseconds() < reserve) return
      try {
        const found = await announcements.find(recipientId, id)
        if (found?.dueAt !== undefined && found.dueAt <= now.toISOString()) await work(found)
      } catch (error) {
        log('ERROR', 'announcement', { worker: sendDueAnnouncements.id, recipientId, error: loggedError(error) })
      }
    }
    await forEachConcurrently(keys, concurrency, takeUp)
    return keys.length
  }

const announcements = announcementRepository(documentClient, tableName('announcements'))
const announcers = announcerRepository(documentClient, tableName('announcers'))
const { isOver } = streamRepository(documentClient, tableName('streams'))
const bots = botParameters(ssmClient, {
  telegram: (token) => telegramBot(providerUrl('telegram', 'api'), token),
  max: (token) => maxBot(providerUrl('max', 'api'), token),
})

export const handler = scheduleHandler(
  sendDueAnnouncements,
  handle(dueAnnouncementStore(documentClient, tableName('announcements')), announcements, (pace) =>
    announcementWork({
      worker: sendDueAnnouncements.id,
      announcements,
      announcers,
      isOver,
      bots,
      pace,
      botInterval: botIntervals.later,
    }),
  ),
)
