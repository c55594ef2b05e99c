import type { StreamEvent } from '../platforms/streamEvent.ts'
import { forEachConcurrently } from '../workers/forEachConcurrently.ts'
import { afterStream, newAnnouncement, streamIdOf } from './announcement.ts'
import type { AnnouncementRepository } from './announcementRepository.ts'
import type { AnnouncerRepository } from './announcerRepository.ts'

/** Writes at the same time. */
const concurrency = 10

/**
 * What an event of a channel leads to: the messages of a stream that is over are to be deleted, and every enabled announcer that waits for
 * the event gets its announcement. Done again, it changes nothing.
 */
export const announcingEvents = (
  announcements: Pick<AnnouncementRepository, 'add' | 'listOfStream' | 'change'>,
  announcers: Pick<AnnouncerRepository, 'listFiredBy'>,
) => {
  const endStream = async ({ recipientId, channel }: StreamEvent, sessionId: string): Promise<void> => {
    const standing = await announcements.listOfStream(recipientId, streamIdOf(recipientId, channel, sessionId))
    const now = Date.now()
    const affected = standing.filter((announcement) => afterStream(announcement, now) !== undefined)
    await forEachConcurrently(affected, concurrency, (announcement) =>
      announcements.change(recipientId, announcement, (current) => afterStream(current, now)),
    )
  }

  return async (event: StreamEvent): Promise<void> => {
    const { recipientId, trigger, endedSessionId } = event
    const [fired] = await Promise.all([
      announcers.listFiredBy(recipientId, trigger),
      endedSessionId !== undefined && endStream(event, endedSessionId),
    ])
    const now = Date.now()
    await forEachConcurrently(fired, concurrency, (announcer) =>
      announcements.add(recipientId, newAnnouncement(recipientId, announcer, event, now)),
    )
  }
}

export type AnnounceEvent = ReturnType<typeof announcingEvents>
