import { worker } from '../workers/contract.ts'

/** VK Video Live has no webhooks. */
export const watchVkLive = worker({
  id: 'watchVkLive',
  summary: 'Asks VK Video Live whether linked channels are online, every minute',
  source: { schedule: 'rate(1 minute)' },
  access: {
    watchedChannels: ['Query', 'UpdateItem'],
    announcers: ['Query'],
    streams: ['GetItem', 'PutItem'],
    streamEvents: ['PutItem'],
    tokens: ['GetItem'],
  },
  providers: ['vkLive'],
  timeoutSeconds: 58,
  memoryMb: 512,
})
