import type * as z from 'zod/mini'
import { canonicalTrigger } from '../platforms/triggers.ts'
import type { Announcement } from './announcement.ts'
import { announcerFromItem, type StoredAnnouncer } from './announcerRepository.ts'
import type { AnnouncerDetails } from './contract.ts'

type Details = z.input<typeof AnnouncerDetails>

const lastAnnouncement = (last: Announcement | undefined): Details['lastAnnouncement'] => {
  if (last?.settledAt === undefined) return null
  const { settledAt, trigger, test = false, ending = 'posted', reason } = last
  return {
    at: settledAt,
    trigger: canonicalTrigger(trigger),
    test,
    outcome: ending,
    ...(reason !== undefined && { reason }),
  }
}

/** The answer for one announcer: with its trigger, and the result of its last message. */
export const announcerDetails = (announcer: StoredAnnouncer, last: Announcement | undefined): Details => ({
  ...announcerFromItem({ ...announcer }),
  trigger: announcer.trigger,
  lastAnnouncement: lastAnnouncement(last),
})
