import { worker } from '../../contract/worker.ts'

/** An older event is not announced any more. */
const recordAgeLimitSeconds = 3600

/**
 * Processes an event a slice at a time: it makes one announcement for each announcer that waits for the event, and ends
 * those of a stream that is over, once its end is final. Its own change of the event starts the next slice, after the
 * events of other recipients.
 */
export const announceStream = worker({
  id: 'announceStream',
  summary: 'Makes the announcements of a stream that has started or ended',
  source: {
    stream: 'streamEvents',
    events: ['INSERT', 'MODIFY'],
    filter: { state: { S: ['queued'] } },
    batchSize: 100,
    maximumRetryAttempts: 10,
    maximumRecordAgeSeconds: recordAgeLimitSeconds,
  },
  access: {
    streamEvents: ['GetItem', 'UpdateItem'],
    announcements: ['Query', 'PutItem'],
    announcers: ['Query'],
    streams: ['GetItem', 'UpdateItem'],
    recipients: ['GetItem'],
    endpointMessages: ['PutItem'],
    sendingSlots: ['UpdateItem'],
    'queue:wakeUps': ['SendMessage'],
  },
  timeoutSeconds: 30,
  memoryMb: 512,
})

/** Posts or deletes the messages that were just queued, unless they have to wait. */
export const sendAnnouncement = worker({
  id: 'sendAnnouncement',
  summary: 'Posts announcements to the messengers, and deletes them',
  source: {
    stream: 'announcements',
    events: ['INSERT', 'MODIFY'],
    filter: { state: { S: ['queued'] } },
    batchSize: 10,
    maximumRetryAttempts: 3,
    maximumRecordAgeSeconds: recordAgeLimitSeconds,
    parallelizationFactor: 10,
  },
  access: {
    announcements: ['PutItem'],
    announcers: ['GetItem', 'UpdateItem'],
    chats: ['GetItem', 'UpdateItem', 'DeleteItem'],
    streams: ['GetItem'],
    alerts: ['Query'],
    sendingSlots: ['GetItem', 'UpdateItem'],
    'queue:wakeUps': ['SendMessage'],
    'key:secrets.chats': ['Decrypt'],
  },
  providers: ['telegram', 'max', 'discord'],
  timeoutSeconds: 30,
  memoryMb: 512,
})

/** Wakes announcements, events and webhooks that no message woke, or a dead worker left, and posts to be deleted. */
export const wakeDueAnnouncements = worker({
  id: 'wakeDueAnnouncements',
  summary: 'Wakes the announcements, the events and the webhooks that are due, every minute',
  source: { schedule: 'rate(1 minute)' },
  access: {
    'announcements.byDue': ['Query'],
    'streamEvents.byDue': ['Query'],
    'endpointMessages.byDue': ['Query'],
    'queue:wakeUps': ['SendMessage'],
  },
  timeoutSeconds: 58,
  memoryMb: 512,
})
