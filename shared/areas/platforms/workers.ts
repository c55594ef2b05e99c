import { worker } from '../../contract/worker.ts'

const subscriptionAccess = ['GetItem', 'UpdateItem'] as const

export const subscribeEvents = worker({
  id: 'subscribeEvents',
  summary: 'Subscribes to the events of accounts that were linked, and unsubscribes from those that were unlinked',
  source: {
    stream: 'accountLinks',
    batchSize: 10,
    maximumRetryAttempts: 10,
    maximumRecordAgeSeconds: 3600,
    parallelizationFactor: 10,
  },
  access: { accountLinks: subscriptionAccess, tokens: ['GetItem'] },
  providers: ['kick', 'twitch', 'twitchEvents'],
  publicUrl: true,
  timeoutSeconds: 60,
  memoryMb: 512,
})

/**
 * Projects each event of an audience into history, alerts and totals. The table stream is the outbox: an event waits in
 * the table until it is projected. Three writes for each, and one, are at most 100 of a transaction.
 */
export const projectAudience = worker({
  id: 'projectAudience',
  summary: 'Makes follows, subscriptions, gifts, cheers and raids appear in history and alerts',
  source: {
    stream: 'streamEvents',
    events: ['INSERT', 'MODIFY'],
    filter: { state: { S: ['due'] } },
    batchSize: 32,
    maximumRetryAttempts: 10,
    maximumRecordAgeSeconds: 3600,
  },
  access: {
    streamEvents: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    history: ['BatchGetItem', 'PutItem', 'UpdateItem'],
    alerts: ['PutItem', 'UpdateItem'],
    deliveries: ['PutItem'],
    overlays: ['Query'],
    'queue:wakeUps': ['SendMessage'],
    recipients: ['BatchGetItem', 'UpdateItem'],
    configs: ['BatchGetItem'],
  },
  timeoutSeconds: 30,
  memoryMb: 512,
})

/** Platforms end subscriptions whose events they could not deliver: Kick after a day. */
export const keepSubscriptions = worker({
  id: 'keepSubscriptions',
  summary: 'Compares the subscriptions at the platforms with the linked accounts, every day',
  source: { schedule: 'rate(1 day)' },
  access: { accountLinks: [...subscriptionAccess, 'Scan'], tokens: ['GetItem'] },
  providers: ['kick', 'twitch', 'twitchEvents'],
  publicUrl: true,
  timeoutSeconds: 600,
  memoryMb: 512,
})

/** VK Video Live has no webhooks. */
export const watchVkLive = worker({
  id: 'watchVkLive',
  summary: 'Asks VK Video Live whether linked channels are online, every minute',
  source: { schedule: 'rate(1 minute)' },
  access: {
    watchedChannels: ['Query', 'UpdateItem'],
    announcers: ['Query'],
    recipients: ['GetItem'],
    streams: ['GetItem', 'PutItem'],
    streamEvents: ['PutItem'],
    tokens: ['GetItem', 'Query'],
  },
  providers: ['vkLive'],
  timeoutSeconds: 58,
  memoryMb: 512,
})
