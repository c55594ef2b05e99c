import { worker } from '../workers/contract.ts'

/** Seconds after which an event is no news any more. */
const recordAgeLimit = 3600

/** Fans an event out: one announcement for each announcer that waits for it, and the end of those of a stream that is over. */
export const announceStream = worker({
  id: 'announceStream',
  summary: 'Makes the announcements of a stream that has started or ended',
  source: {
    stream: 'streamEvents',
    events: ['INSERT'],
    batchSize: 10,
    maximumRetryAttempts: 10,
    maximumRecordAgeSeconds: recordAgeLimit,
  },
  access: { announcements: ['Query', 'PutItem'], announcers: ['Query'] },
  timeout: 60,
  memory: 512,
})

/** Posts, or deletes, what was just queued, as far as it needs not wait. */
export const sendAnnouncement = worker({
  id: 'sendAnnouncement',
  summary: 'Posts announcements to the messengers, and deletes them',
  source: {
    stream: 'announcements',
    events: ['INSERT', 'MODIFY'],
    filter: { state: { S: ['queued'] } },
    batchSize: 10,
    maximumRetryAttempts: 3,
    maximumRecordAgeSeconds: recordAgeLimit,
    parallelizationFactor: 4,
  },
  access: {
    announcements: ['PutItem'],
    announcers: ['GetItem', 'UpdateItem'],
    streams: ['GetItem'],
    sendingSlots: ['UpdateItem'],
  },
  providers: ['telegram', 'max'],
  timeout: 30,
  memory: 512,
})

/** What had to wait, what a dead worker left behind, and what is old enough to be deleted. */
export const sendDueAnnouncements = worker({
  id: 'sendDueAnnouncements',
  summary: 'Takes up the announcements that are due, every minute',
  source: { schedule: 'rate(1 minute)' },
  access: {
    'announcements.byDue': ['Query'],
    announcements: ['GetItem', 'PutItem'],
    announcers: ['GetItem', 'UpdateItem'],
    streams: ['GetItem'],
  },
  providers: ['telegram', 'max'],
  timeout: 58,
  memory: 512,
})
