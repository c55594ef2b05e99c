import { Problem } from '../../contract/problem.ts'

/** The most that a recipient may keep in a collection. `bytes` limits the bytes that its items have reserved. */
export interface Cap {
  readonly items: number
  readonly bytes?: number
}

/**
 * The cap of every collection that a caller can fill without paying. History, alerts and payments have none: they grow
 * with the events of the stream. One-time codes expire, so their rate limits how many are valid.
 */
export const caps = {
  announcers: { items: 100 },
  actions: { items: 2000, bytes: 5_000_000 },
  configs: { items: 500, bytes: 5_000_000 },
  playlists: { items: 500, bytes: 5_000_000 },
  news: { items: 100 },
  globalNews: { items: 100 },
  gateways: { items: 20 },
  endpoints: { items: 5 },
  accounts: { items: 20 },
  chats: { items: 100 },
  prints: { items: 2 },
  dataJobs: { items: 2 },
  overlays: { items: 20 },
  programs: { items: 20 },
  sessions: { items: 10 },
  memberSessions: { items: 40 },
  members: { items: 20 },
  memberships: { items: 20 },
  uploads: { items: 50, bytes: 50_000_000 },
} as const satisfies Record<string, Cap>

export type Collection = keyof typeof caps

/** The owner of the use that all recipients share. */
export const everyone = 'everyone'

/** How often a recipient may do something costly within a window of time. */
export interface Rate {
  readonly limit: number
  readonly seconds: number
  /** Seconds after midnight UTC at which a window begins; 0 when absent. */
  readonly begins?: number
}

/**
 * YouTube's day begins at midnight Pacific time, in winter.
 * https://developers.google.com/youtube/v3/getting-started#quota
 */
const youtubeDay = { seconds: 86_400, begins: 8 * 3600 }

/**
 * The rates of each recipient, and `sharedPlaylists` of all together. Of the 10,000 units that YouTube gives a
 * deployment each day, a recipient has 250 that nobody else can spend; its further units are of 4,000 that all
 * share. So 5,000 are left for the shares of 20 others who come later, and 1,000 for the titles of videos that donors
 * link. A one-time code is valid for as long as a window, so the valid ones are from at most two windows: no more than
 * 20 are valid at a time. Prints are kept for a week and listed as a whole, hence their long window.
 */
export const rates = {
  prints: { limit: 100, seconds: 86_400 },
  dataJobs: { limit: 10, seconds: 86_400 },
  externalPlaylists: { limit: 250, ...youtubeDay },
  sharedPlaylists: { limit: 4000, ...youtubeDay },
  testAlerts: { limit: 60, seconds: 60 },
  overlayChecks: { limit: 60, seconds: 600 },
  showCommands: { limit: 120, seconds: 60 },
  goals: { limit: 30, seconds: 600 },
  donorPayments: { limit: 120, seconds: 60 },
  donorAddresses: { limit: 10, seconds: 60 },
  donorReserve: { limit: 120, seconds: 60 },
  donorChecks: { limit: 600, seconds: 60 },
  donorCheckAddresses: { limit: 60, seconds: 60 },
  donorCheckReserve: { limit: 600, seconds: 60 },
  gatewayQuestions: { limit: 120, seconds: 60 },
  gatewayQuestionAddresses: { limit: 30, seconds: 60 },
  gatewayQuestionReserve: { limit: 120, seconds: 60 },
  testAnnouncements: { limit: 20, seconds: 600 },
  endpointChanges: { limit: 30, seconds: 600 },
  endpointMessages: { limit: 60, seconds: 600 },
  links: { limit: 20, seconds: 600 },
  gatewayKeys: { limit: 20, seconds: 600 },
  uploads: { limit: 200, seconds: 86_400 },
  chatCodes: { limit: 20, seconds: 600 },
  oneTimeCodes: { limit: 10, seconds: 600 },
  tickets: { limit: 60, seconds: 3600 },
  renewals: { limit: 600, seconds: 600 },
  resumes: { limit: 600, seconds: 60 },
  idleMessages: { limit: 30, seconds: 10 },
  historyItems: { limit: 6000, seconds: 60 },
  actions: { limit: 6000, seconds: 600 },
  announcers: { limit: 3000, seconds: 600 },
  keptBytes: { limit: 20_000_000, seconds: 3600 },
} as const satisfies Record<string, Rate>

export type RateKind = keyof typeof rates

/** The counted things, as the documents name them; this text is in no function's bundle. */
export const countedItems: Readonly<Record<Collection, string>> = {
  announcers: 'announcers',
  actions: 'actions',
  configs: 'names of configuration records, the first one of each renamed record included',
  playlists: 'playlists',
  news: 'news entries of the caller',
  globalNews: 'global news entries, of all callers together',
  gateways: 'gateway credentials',
  endpoints: 'endpoints for webhooks',
  accounts: 'linked platform accounts',
  chats: 'linked chats, counted when a code is made',
  prints: 'unfinished prints',
  dataJobs: 'unfinished exports and erasures of one’s data',
  overlays: 'overlays that wait for their first connection, can come back, or are connected',
  programs: 'programs that connect with an access token; the one that has been absent longest gives way',
  sessions: 'pages of the panel with a session; the one that has been absent longest gives way',
  memberSessions: 'the same of members, of all together',
  members: 'members and open invitations',
  memberships: 'recipients for whom somebody may act',
  uploads: 'uploaded pictures and sounds, those of the last day that never arrived or were refused included',
}

export const countedActs: Readonly<Record<RateKind, string>> = {
  prints: 'prints',
  dataJobs: 'exports and erasures of one’s data',
  externalPlaylists:
    'units of YouTube’s quota for external playlists that are not remembered: one for the title, two for each 50 entries',
  sharedPlaylists: 'the same, beyond one’s own units, of all recipients together',
  testAlerts: 'test alerts',
  donorPayments: 'payments that donors begin on a donor page',
  donorAddresses: 'the same, from one IP address',
  donorReserve: 'the same, when those are used up: the first one of an IP address',
  donorChecks: 'questions for what became of a donor’s payment',
  donorCheckAddresses: 'the same, from one IP address',
  donorCheckReserve: 'the same, when those are used up: the first one of an IP address',
  gatewayQuestions:
    'webhooks for which YooKassa or PayPal was asked in vain: it has no such payment, or the event was known',
  gatewayQuestionAddresses: 'the same, from one IP address',
  gatewayQuestionReserve: 'the same, when those are used up: the first one of an IP address',
  overlayChecks: 'checks of the overlays',
  showCommands: 'commands to the show of alerts',
  goals: 'goals that are set',
  testAnnouncements: 'test announcements',
  endpointChanges: 'endpoints that are made or changed',
  endpointMessages: 'tests of endpoints, and webhooks that are sent again',
  links: 'attempts to link a platform account',
  gatewayKeys: 'keys with which a gateway is asked, before they are stored or to move a webhook',
  uploads: 'uploads that are begun',
  chatCodes: 'codes that link a chat',
  oneTimeCodes: 'one-time codes',
  tickets: 'tickets for new overlays, and connections of programs that give no name',
  renewals: 'renewed tickets, and connections of programs that give a name, of all overlays together',
  resumes: 'messages “resume” within a minute of the overlay’s last sign of life, of all overlays together',
  idleMessages: 'messages of an overlay that move nothing forward: malformed ones, and acknowledgements that are known',
  historyItems: 'history items that are added',
  actions: 'actions, in calls that register more than one',
  announcers: 'changes of announcers, in calls that carry more than one',
  keptBytes: 'bytes of long answers that are kept for an Idempotency-Key',
}

export const limitReached = (collection: Collection): Problem => {
  const { items, bytes }: Cap = caps[collection]
  const size = bytes === undefined ? '' : ` and ${bytes} bytes`
  return new Problem('limit_reached', `The collection ${collection} is full: at most ${items} items${size}.`)
}

/** Bytes are reserved in steps, so that a value that grows a little needs no new reservation. */
const step = 512

/** Bytes to reserve for a value, from the length of its JSON. */
export const reservationFor = (value: unknown): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify(value)) / step) * step
