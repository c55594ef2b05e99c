// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { render } from 'preact'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import reference from '../../../../shared/areas/service/openapi.json' with { type: 'json' }
import page from '../../../../shared/web/panel/page.json' with { type: 'json' }
import { BrowserSocket } from '../../../support/browserSocket.ts'

const at = '2026-03-01T18:30:00.000Z'
const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })
const donation = { id: 'a', historyItemId: 'h', nickname: 'Ada', amount: euros(5), message: 'Hello', createdAt: at }
const [accepted, lost] = [null, at].map((lostAt) => ({ id: 'c', accountId: 'main', chatId: -1, title: 'Fans', lostAt }))
const kick = { platform: 'kick', system: 'Kick', configured: true, linkPath: '/recipients/commands/link-kick' }
const twitch = { ...kick, platform: 'twitch', system: 'Twitch', linkPath: '/recipients/commands/link-twitch' }
const signInAddress = 'https://sign-in.test/authorize'

const keptLook = {
  levels: [{ name: 'gold' }],
  accent: '#112233',
  background: '#000000',
  image: 'https://i.test/',
  speech: { rate: 1.2 },
}

const keptAlerts = {
  levels: [
    { name: 'gold', from: euros(5) },
    { name: 'silver', from: euros(2) },
  ],
  moderation: { words: ['spam'], links: 'hold' },
  events: { cheer: 100, raid: false },
}

const [intro, chorus, outro] = ['Intro', 'Chorus', 'Outro'].map((title) => ({ title, src: `https://v.test/${title}` }))
const songs = [intro, chorus, outro]

/** The answers of the service to reading requests: those of lists have an item of each state. */
const answers: Readonly<Record<string, object>> = {
  '/alerts': {
    content: [
      { ...donation, event: 'payment', hidden: false },
      { id: 'b', nickname: '', amount: null, message: '', event: 'follow', createdAt: at, hidden: true },
    ],
  },
  '/alerts?held': { content: [{ ...donation, nickname: 'Held' }] },
  '/alerts/show': {
    held: 1,
    moderationIsReadable: true,
    overlays: [
      { overlayId: 'o', name: 'OBS', connected: true, waiting: 1 },
      { overlayId: 'p', name: '', connected: false, waiting: 0 },
    ],
  },
  '/goals': { goals: [{ title: 'Microphone', target: euros(50), reached: euros(20) }] },
  '/history': {
    totalPages: 2,
    content: [
      { ...donation, timestamp: at, system: 'Stripe', event: 'payment', refunded: null, deleted: false },
      { ...donation, id: 'd', nickname: 'Gone', timestamp: at, refunded: euros(2), deleted: true },
    ],
  },
  '/history/prints/p': { status: 'ready', rows: 1, rowsExpected: 2, url: 'https://files.test/p' },
  '/overlays': {
    content: [
      { overlayId: 'o', name: 'OBS', connected: false, lastSeenAt: at },
      { overlayId: 'p', name: '', part: 'leaders', connected: true, lastSeenAt: at },
    ],
  },
  '/config?overlay': {
    content: [{ ownerId: 'alice', value: keptLook }],
  },
  '/config?alerts': { content: [{ ownerId: 'alice', value: keptAlerts }] },
  '/config?paymentpage': { content: [] },
  '/payments/gateways': {
    content: [
      { id: 'g', gateway: 'manual', type: 'fiat', enabled: true, webhookUrl: 'w' },
      {
        id: 'y',
        gateway: 'yookassa',
        type: 'fiat',
        enabled: false,
        webhookUrl: 'w',
        lastEvent: { type: 'payment.succeeded', at },
        lastRefused: { reason: 'signature_rejected', at: '2026-03-02T18:30:00.000Z' },
      },
    ],
  },
  '/recipients/tokens': {
    content: [
      { id: 't', system: 'Kick', account: { id: '7', name: 'alice' }, enabled: true },
      { id: 'u', system: 'Twitch', account: { id: '8', name: '' }, enabled: true, relinkRequired: true },
    ],
  },
  '/platforms/sources': {
    content: [
      {
        id: 'u',
        subscription: 'failed',
        lastError: { code: 'provider_timeout', detail: 'Gone.' },
        missingScopes: ['bits:read', 'chat'],
      },
      { id: 't', subscription: 'active', lastEvent: { type: 'STREAM_STARTED', at }, missingScopes: [] },
    ],
  },
  '/recipients/platforms': [
    { ...kick, authorizeUrl: `${signInAddress}?at=kick`, codeChallengeMethod: 'S256' },
    { ...twitch, authorizeUrl: `${signInAddress}?at=twitch`, codeChallengeMethod: null },
    { ...twitch, platform: 'vk', system: 'VK', configured: false, authorizeUrl: signInAddress },
  ],
  '/messenger/announcers': [
    { id: 'n', text: 'Live!', enabled: true },
    {
      id: 'm',
      text: '{nickname}: {amount} {message}{x}',
      enabled: false,
      disabledReason: 'Left.',
      blockedReason: 'Full.',
    },
  ],
  '/messenger/bots': [{ accountId: 'main', messenger: 'telegram' }],
  '/messenger/chats': {
    content: [
      accepted,
      { ...lost, id: 'l', chatId: -2, title: 'Lost' },
      { ...accepted, id: 'e', chatId: -3, title: '' },
    ],
  },
  '/messenger/announcers/n': { trigger: 'STREAM_STARTED' },
  '/messenger/announcers/m': { trigger: 'OTHER' },
  '/media': { content: [{ id: 'v', title: 'A song', url: 'https://v.test/', owner: 'Ada', system: 'Stripe' }] },
  '/uploads': {
    uploads: [{ id: 'f', name: 'coin.gif', kind: 'image', bytes: 43, state: 'ready', url: 'https://files.test/f' }],
    bytes: 43,
  },
  '/endpoints': {
    content: [{ id: 'w', url: 'https://bot.test/', types: ['stream.started'], enabled: true, failingSince: at }],
  },
  '/endpoints/w/messages': {
    content: [
      {
        id: 'k',
        type: 'stream.started',
        createdAt: at,
        state: 'failed',
        attempts: 2,
        status: 500,
        reason: 'no answer',
      },
    ],
  },
  '/news': { content: [{ id: 'e', title: 'Charity', description: 'On Sunday.', demoUrl: '', date: at }] },
  '/history/leaders': { isComplete: true, content: [{ id: 'l', place: 1, nickname: 'Ada', amount: euros(5) }] },
  '/playlists': { content: [{ id: 'pl', title: 'Chill', ownerId: 'alice', items: songs, revision: 'r' }] },
  '/actions': {
    content: [
      { id: 'x', name: 'Creeper', game: 'g', category: 'c', price: euros(5), enabled: true },
      { id: 'y', name: 'Snow', game: '', category: 'c', price: euros(1), enabled: false },
    ],
  },
  '/payments': {
    content: [
      {
        id: 'p',
        nickname: 'Ada',
        amount: euros(5),
        status: 'completed',
        gateway: 'stripe',
        authorizationTimestamp: at,
      },
      { id: 'q', nickname: null, amount: euros(1), status: 'inited', gateway: 'kofi', authorizationTimestamp: null },
    ],
  },
  '/payments/p/trace': {
    steps: [
      { step: 'webhook', state: 'never', name: null, reason: 'late', milliseconds: 7 },
      { step: 'overlay', state: 'done', name: 'OBS', reason: null, milliseconds: null },
    ],
  },
  '/members': {
    members: [{ memberId: 'auth0|bob', name: 'Bob', role: 'moderator', since: at }],
    invitations: [{ invitationId: 'i', role: 'editor', createdAt: at, expiresAt: at }],
    memberships: [{ ownerId: 'auth0|Ölaf', ownerName: 'Cleo', role: 'moderator', since: at }],
  },
  '/recipients/exports/e': { status: 'ready', items: 3, url: 'https://files.test/e' },
  '/recipients/erasures/e': { status: 'done', items: 3 },
}
/** Those to commands. */
const outcomes: Readonly<Record<string, object>> = {
  '/history/commands/print-csv': { printId: 'p' },
  '/history/commands/add-items': { added: ['h'] },
  '/overlays/commands/create-ticket': { ticket: 't', webSocketUrl: 'wss://live.test', expiresAt: at, overlayUrl: 'u' },
  '/overlays/commands/check': { paymentId: 'p' },
  '/recipients/commands/export-data': { exportId: 'e' },
  '/recipients/commands/erase-data': { erasureId: 'e' },
  '/messenger/commands/link-chat': {
    code: 'c',
    command: '/link c',
    links: { group: 'https://t.me/bot?startgroup=c', app: 'tg://resolve?domain=bot' },
    expiresAt: at,
  },
  '/actions/commands/add-actions': { action: { id: 'z' } },
  '/config': { ownerId: 'auth0|1' },
  '/members/commands/invite': { invitation: 's', url: 'https://api.test/panel#invitation=s' },
  '/members/commands/read-invitation': { ownerName: 'Cleo', role: 'editor', expiresAt: at, selfSignUp: false },
  '/members/commands/accept-invitation': { ownerId: 'auth0|Ölaf', ownerName: 'Cleo', role: 'editor', since: at },
}

interface Sent {
  readonly path: string
  readonly query: string
  /** The owner that `X-Recipient` names. */
  readonly recipient: string | null
  /** Undefined of a request that reads. */
  readonly body?: object
}
let sent: Sent[]
let questions: string[]
let isSure: boolean
let refusal: Response | undefined
/** Reading requests that begin while it is there are answered after it, as things were then. */
let late: Promise<unknown> | undefined

const fetched = async (request: Request): Promise<Response> => {
  const { pathname: path, search: query, searchParams } = new URL(request.url)
  const recipient = request.headers.get('x-recipient')
  if (request.method === 'GET') {
    sent.push({ path, query, recipient })
    await late
    const of = searchParams.get('name') ?? (searchParams.has('held') ? 'held' : undefined)
    return Response.json(answers[of === undefined ? path : `${path}?${of}`] ?? { content: [] })
  }
  const body = JSON.parse(await request.text())
  if (body.session) return Response.json(outcomes[path])
  sent.push({ path, query, recipient, body })
  if (refusal?.type === 'error') throw new TypeError('fetch failed')
  return refusal ?? Response.json(outcomes[path] ?? {})
}
/** Gives a path another answer during a test. */
const answerFor = (path: string, answer: object): void => {
  const kept = answers[path]
  onTestFinished(() => void Object.assign(answers, { [path]: kept }))
  Object.assign(answers, { [path]: answer })
}
const commands = () => sent.flatMap(({ path, body }) => (body === undefined ? [] : [[path, body]]))
/** When whatever needs no timer has happened. */
const settled = async (): Promise<void> => {
  for (let count = 0; count < 50; count++) await new Promise(setImmediate)
}
const all = <Kind extends HTMLElement>(selector: string) => [...document.querySelectorAll<Kind>(selector)]
const shown = () => document.querySelector('main')?.textContent ?? ''

/** The button with a text, or with a title before it, below the heading that is named before a `›`. */
const buttonOf = (name: string): HTMLButtonElement => {
  const [title, text = title] = name.split(' › ')
  const found = all<HTMLButtonElement>('button').find(
    (button) =>
      (button.getAttribute('aria-label') ?? button.textContent) === text &&
      (text === title || button.closest('section')?.querySelector('h2')?.textContent === title),
  )
  return found ?? expect.fail(`no button ${name}`)
}

const fill = async (button: HTMLButtonElement, fields: Readonly<Record<string, string | boolean>>): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) {
    const field = button.form?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(`no field ${name}`)
    if (typeof value === 'boolean') field.checked = value
    else field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // The next field may depend on this one.
    await new Promise(setImmediate)
  }
}

/** With each character that base64url has in place of others. */
const token = `h.${Buffer.from('{"sub":"alice","name":">>>>>>??????"}').toString('base64url')}.s`
/** Opens a view; a page that is live has a socket too, and one with a query comes back from the sign-in page. */
const opened = async (view: string, isLive = false, search = '', before = (): void => undefined): Promise<void> => {
  document.head.innerHTML = '<meta name="issuer" content="https://issuer.test" data-client-id="c" data-scope="s">'
  document.body.innerHTML = '<div id="app"></div><data></data>'
  const { en } = page.texts
  document.querySelector('data')?.setAttribute('value', [Object.keys(en).join(' '), ...Object.values(en)].join('\n'))
  document.documentElement.lang = 'en'
  ;(globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `https://api.test/panel${search}#/${view}`,
  )
  sessionStorage.clear()
  const session = { accessToken: token, expiresAt: Date.now() + 3_600_000 }
  if (search === '') sessionStorage.setItem('panel:session', JSON.stringify(session))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('WebSocket', isLive ? BrowserSocket : undefined)
  vi.stubGlobal('confirm', (question: string) => {
    questions.push(question)
    return isSure
  })
  before()
  vi.resetModules()
  await import('../../../../shared/web/panel/main.tsx')
  await vi.waitFor(() => expect([shown() === '', shown().includes('Loading')]).toEqual([false, false]))
}

beforeEach(() => {
  sent = []
  questions = []
  isSure = true
  refusal = undefined
  late = undefined
  BrowserSocket.opened = []
  vi.spyOn(globalThis, 'addEventListener')
  vi.spyOn(document, 'addEventListener')
  localStorage.clear()
})

/** Leaves nothing of a page to the next one. */
afterEach(() => {
  render(null, document.querySelector('#app') as HTMLElement)
  for (const target of [globalThis, document])
    for (const [type, listener] of vi.mocked(target.addEventListener).mock.calls)
      target.removeEventListener(type, listener)
  vi.resetModules()
})

/** A view, a button and its fields; the area and the command or the path that it asks for, and a question before. */
type Act = readonly [string, string, Readonly<Record<string, string | boolean>>, string, object, string?]
const sureDeletion = 'Delete this?'

const acts: readonly Act[] = [
  ['now', 'Pause', {}, 'alerts control-show', { command: 'pause' }],
  ['now', 'Skip', {}, 'alerts control-show', { command: 'skip' }],
  ['now', 'Mute', {}, 'alerts control-show', { command: 'mute' }],
  ['now', 'Clear queue', {}, 'alerts control-show', { command: 'clear' }, 'Drop all waiting alerts?'],
  ['now', 'Approve: Held', {}, 'alerts decide-alert', { historyItemId: 'h', show: true }],
  ['now', 'Hide: Held', {}, 'alerts decide-alert', { historyItemId: 'h', show: false }],
  ['now', 'Repeat: Ada', {}, 'history repeat-alert', { historyItemId: 'h' }],
  ['now', 'Delete: Ada', {}, 'history delete-item', { historyItemId: 'h' }, sureDeletion],
  ['now', 'Check before going live', {}, 'overlays check', {}],
  [
    'now',
    'Set the goal',
    { title: 'Lamp', amount: '12,5', currency: ' usd' },
    'goals set-goal',
    { title: 'Lamp', target: { major: 12, minor: 50, currency: 'USD' } },
  ],
  ['now', 'Delete: Microphone', {}, 'goals delete-goal', { currency: 'EUR' }, sureDeletion],
  [
    'now',
    'Send test',
    { message: 'Hi' },
    'alerts test-alert',
    { event: 'payment', nickname: 'Mira', message: 'Hi', amount: euros(5) },
  ],
  [
    'now',
    'Send test',
    { event: 'raid', count: '250' },
    'alerts test-alert',
    { event: 'raid', nickname: 'Mira', message: '', count: 250 },
  ],
  ['history', 'Delete: Ada', {}, 'history delete-item', { historyItemId: 'a' }, sureDeletion],
  ['history', 'Restore: Gone', {}, 'history restore-item', { historyItemId: 'd' }],
  ['overlays', 'New overlay', { name: 'OBS' }, 'overlays create-ticket', { name: 'OBS' }],
  ['overlays', 'New overlay', {}, 'overlays create-ticket', {}],
  ['overlays', 'New overlay', { part: 'goals' }, 'overlays create-ticket', { part: 'goals' }],
  [
    'overlays',
    'Revoke: OBS',
    {},
    'overlays revoke-overlay',
    { overlayId: 'o' },
    'Revoke this overlay? Its address will stop working.',
  ],
  [
    'overlays',
    'Save',
    { theme: 'neon', size: '1.5', position: 'top', image: '' },
    '/config',
    {
      name: 'overlay',
      value: {
        levels: [{ name: 'gold' }],
        accent: '#112233',
        background: '#000000',
        theme: 'neon',
        size: 1.5,
        position: 'top',
        speech: { rate: 1.2 },
      },
    },
  ],
  ['overlays', 'Save', {}, '/config', { name: 'overlay', value: keptLook }],
  [
    'overlays',
    'Save',
    { ownAccent: false, speech: false, goalBars: false, volume: '0.3', ownText: true, text: '#abcdef' },
    '/config',
    {
      name: 'overlay',
      value: {
        levels: [{ name: 'gold' }],
        background: '#000000',
        text: '#abcdef',
        image: 'https://i.test/',
        volume: 0.3,
        goals: { show: false },
      },
    },
  ],
  ['overlays', 'Rename', { name: 'Scene' }, 'overlays rename-overlay', { overlayId: 'o', name: 'Scene' }],
  ['gateways', 'Disable: Standard Webhooks', {}, 'payments togglegateway', { id: 'g', enabled: false }],
  [
    'gateways',
    'New webhook address: Standard Webhooks',
    {},
    'payments rotate-webhook-url',
    { id: 'g' },
    'Create a new webhook address? The present one works for another 24 hours.',
  ],
  ['gateways', 'Delete: Standard Webhooks', {}, 'payments delete-gateway', { id: 'g' }, sureDeletion],
  [
    'gateways',
    'Add',
    { secret: ' whsec_1 ', token: 'key' },
    'payments set-gateway',
    { gateway: 'stripe', type: 'fiat', secret: 'whsec_1', token: 'key' },
  ],
  [
    'gateways',
    'Add',
    { gateway: 'yookassa', shopId: '7', token: ' key ' },
    'payments set-gateway',
    { gateway: 'yookassa', type: 'fiat', token: 'key', settings: { shopId: '7' } },
  ],
  [
    'gateways',
    'Add',
    { gateway: 'paypal', clientId: ' AX ', token: ' EL ', webhookId: ' 8PT ' },
    'payments set-gateway',
    { gateway: 'paypal', type: 'fiat', token: 'EL', settings: { clientId: 'AX', webhookId: '8PT' } },
  ],
  [
    'gateways',
    'Payments › Save',
    { secret: 'whsec_2' },
    'payments set-gateway',
    { id: 'g', gateway: 'manual', type: 'fiat', secret: 'whsec_2' },
  ],
  [
    'gateways',
    'Donation page › Save',
    { name: 'Alice', least: '2 usd\n100 jpy', terms: ' https://alice.test/terms ', enabled: false },
    '/config',
    {
      name: 'paymentpage',
      value: {
        donorPage: {
          returnUrl: 'https://api.test/donate/',
          enabled: false,
          name: 'Alice',
          least: [
            { major: 2, minor: 0, currency: 'USD' },
            { major: 100, minor: 0, currency: 'JPY' },
          ],
          channel: 'https://kick.com/alice',
          terms: 'https://alice.test/terms',
        },
      },
    },
  ],
  ['accounts', 'Disable: alice', {}, '/recipients/tokens/toggle-token', { id: 't', enabled: false }],
  ['accounts', 'Unlink: alice', {}, '/recipients/tokens/unlink-token', { id: 't' }, sureDeletion],
  [
    'accounts',
    'Link',
    { credential: ' jwt ' },
    '/sources/commands/link-source',
    { service: 'streamElements', credential: 'jwt' },
  ],
  ['announcers', 'Test: Live!', {}, 'messenger test-announcement', { id: 'n' }],
  ['announcers', 'Disable: Live!', {}, 'messenger update-announcers', { updated: [{ id: 'n', enabled: false }] }],
  ['announcers', 'Delete: Live!', {}, 'messenger update-announcers', { deleted: ['n'] }, sureDeletion],
  [
    'announcers',
    'Add',
    { text: '{nickname}!', trigger: 'PAYMENT_COMPLETED' },
    'messenger add-announcer',
    { text: '{nickname}!', accountId: 'main', chatId: -1, trigger: 'PAYMENT_COMPLETED' },
  ],
  ['announcers', 'Link a chat', {}, 'messenger link-chat', { accountId: 'main' }],
  [
    'announcers',
    'Connect a Discord channel',
    { webhook: 'https://discord.com/api/webhooks/1/t' },
    'messenger link-chat',
    { webhook: 'https://discord.com/api/webhooks/1/t' },
  ],
  ['announcers', 'Unlink: Fans', {}, 'messenger unlink-chat', { id: 'c' }, sureDeletion],
  ['actions', 'Disable: Creeper', {}, 'actions toggle-action', { id: 'x', enabled: false }],
  ['actions', 'Enable: Snow', {}, 'actions toggle-action', { id: 'y', enabled: true }],
  ['actions', 'Delete: Creeper', {}, 'actions delete-action', { id: 'x' }, sureDeletion],
  [
    'actions',
    'Add',
    { name: 'Rain', game: 'g', category: 'c', amount: '3', currency: 'EUR' },
    'actions add-actions',
    { actions: [{ name: 'Rain', game: 'g', category: 'c', price: euros(3) }] },
  ],
  [
    'rules',
    'Approval and filters › Save',
    { words: 'spam\n scam ', least: '5 eur\n100 RUB', links: '' },
    '/config',
    {
      name: 'alerts',
      value: {
        ...keptAlerts,
        moderation: { words: ['spam', 'scam'], least: [euros(5), { ...euros(100), currency: 'RUB' }] },
      },
    },
  ],
  [
    'rules',
    'Events of platforms › Save',
    { follow: false, raid: true, from_raid: '10', from_cheer: '' },
    '/config',
    { name: 'alerts', value: { ...keptAlerts, events: { follow: false, raid: 10 } } },
  ],
  ['videos', 'Played: A song', {}, 'media mark-video', { id: 'v' }],
  ['videos', 'Skip: A song', {}, 'media skip-video', { id: 'v' }],
  ['videos', 'Mark all as played', {}, 'media mark-all-listened', {}, 'Mark every video as played?'],
  ['videos', 'New playlist › Add', { title: 'Loud' }, 'playlists create-playlist', { title: 'Loud', items: [] }],
  ['videos', 'Playlists › Rename', { title: 'Calm' }, 'playlists change-playlist', { id: 'pl', title: 'Calm' }],
  ['videos', 'Delete: Chill', {}, 'playlists delete-playlist', { id: 'pl' }, sureDeletion],
  ['videos', 'Move up: Outro', {}, 'playlists change-playlist', { id: 'pl', items: [intro, outro, chorus] }],
  ['videos', 'Move up: Intro', {}, 'playlists change-playlist', { id: 'pl', items: songs }],
  ['videos', 'Take out: Chorus', {}, 'playlists change-playlist', { id: 'pl', items: [intro, outro] }],
  [
    'videos',
    'Add a video',
    { src: ' https://v.test/x ', title: '' },
    'playlists change-playlist',
    { id: 'pl', items: [...songs, { title: 'https://v.test/x', src: 'https://v.test/x' }] },
  ],
  [
    'endpoints',
    'Add',
    { url: 'https://new.test/', 'payment.completed': true },
    'endpoints set-endpoint',
    { url: 'https://new.test/', types: ['payment.completed'] },
  ],
  [
    'endpoints',
    'Save',
    { 'alert.shown': true },
    'endpoints set-endpoint',
    { id: 'w', enabled: true, url: 'https://bot.test/', types: ['alert.shown', 'stream.started'] },
  ],
  [
    'endpoints',
    'Disable: https://bot.test/',
    {},
    'endpoints set-endpoint',
    { id: 'w', url: 'https://bot.test/', types: ['stream.started'], enabled: false },
  ],
  ['endpoints', 'Test: https://bot.test/', {}, 'endpoints test-endpoint', { id: 'w' }],
  ['endpoints', 'Delete: https://bot.test/', {}, 'endpoints delete-endpoint', { id: 'w' }, sureDeletion],
  [
    'endpoints',
    'New secret',
    {},
    'endpoints rotate-secret',
    { id: 'w' },
    'Make a new secret? The present one signs for another day, too.',
  ],
  ['news', 'Add', { title: 'T', description: 'D' }, 'news add-news', { title: 'T', description: 'D', demoUrl: '' }],
  [
    'news',
    'Save',
    { title: 'Other' },
    'news change-news',
    { id: 'e', title: 'Other', description: 'On Sunday.', demoUrl: '' },
  ],
  ['news', 'Delete: Charity', {}, 'news delete-news', { id: 'e' }, sureDeletion],
  [
    'announcers',
    'Save',
    { text: 'On air!', trigger: 'STREAM_ENDED' },
    'messenger update-announcers',
    { updated: [{ id: 'n', text: 'On air!', trigger: 'STREAM_ENDED' }] },
  ],
  [
    'members',
    'Make the link',
    { role: 'editor', ownerName: 'Alice' },
    'members invite',
    { role: 'editor', ownerName: 'Alice' },
  ],
  ['members', 'Change role', { role: 'editor' }, 'members change', { memberId: 'auth0|bob', role: 'editor' }],
  ['members', 'Remove: Bob', {}, 'members remove', { memberId: 'auth0|bob' }, 'Remove this member? It holds at once.'],
  [
    'members',
    'Leave: Cleo',
    {},
    'members remove',
    { owner: 'auth0|Ölaf' },
    'End this membership? Only another invitation brings it back.',
  ],
  ['data', 'Export everything', {}, 'recipients export-data', {}],
  ['data', 'Erase everything', {}, 'recipients erase-data', { confirm: true }, 'Erase everything forever?'],
]

const rows = acts.map(([view, name, fields, of, body, question]) => {
  const path = of.replace(' ', '/commands/').replace(/^(?!\/)/, '/')
  return { view, name, fields, path, body, question }
})

test.each(rows)('in the view $view the button “$name” sends $path $body', async (row) => {
  const { view, name, fields, path, body, question } = row
  await opened(view)
  const button = buttonOf(name)
  await fill(button, fields)

  isSure = false
  if (question !== undefined) button.click()
  await settled()
  const unsure = commands()
  isSure = true
  button.click()
  await Promise.resolve()
  button.click()

  await vi.waitFor(() => expect(commands()[0]).toEqual([path, body]))
  expect(unsure).toEqual([])
  expect(new Set(questions)).toEqual(new Set(question === undefined ? [] : [question]))
  expect(commands().filter(([other]) => other === path)).toHaveLength(path === '/config' && view === 'gateways' ? 2 : 1)
})

/** The least role of an operation, as the reference declares it. */
const leastRoleOf = (path: string, method: 'get' | 'post'): string => {
  const templates = Object.entries(reference.paths as Readonly<Record<string, Readonly<Record<string, object>>>>)
  const [, item = {}] =
    templates.find(([template]) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)) ?? []
  const operation = (method === 'post' ? (item['post'] ?? item['put']) : item['get']) as { 'x-least-role'?: string }
  return operation?.['x-least-role'] ?? 'owner'
}
const orderedRoles = ['moderator', 'editor', 'owner']
const permits = (role: string, path: string, method: 'get' | 'post') =>
  orderedRoles.indexOf(role) >= orderedRoles.indexOf(leastRoleOf(path, method))

const actFor = (role: string) =>
  sessionStorage.setItem('panel:channel', JSON.stringify({ ownerId: 'auth0|Ölaf', ownerName: 'Cleo', role }))

/** Members may make tickets for pages of their own, and no address; a check reads what is the owner's. */
const exceptions = ['New overlay', 'Check before going live']

describe.each([
  ['moderator', ['now', 'history', 'videos']],
  ['editor', ['now', 'history', 'overlays', 'rules', 'announcers', 'actions', 'videos', 'news']],
])('a member in the role %s', (role, views) => {
  const memberships = (answers['/members'] as { memberships: { role: string }[] }).memberships
  beforeEach(() => {
    for (const membership of memberships) membership.role = role
  })
  afterEach(() => {
    for (const membership of memberships) membership.role = 'moderator'
  })

  test.each(views)(
    'sees in the view %s the buttons that the role may use, and no other request is sent',
    async (view) => {
      await opened(view, false, '', () => actFor(role))

      const links = all<HTMLAnchorElement>('header nav a').map((link) => link.getAttribute('href'))
      expect(links).toEqual(views.map((name) => `#/${name}`))
      expect(document.querySelector('.banner')?.textContent?.toLowerCase()).toBe(`you act for cleo as ${role}.`)
      const labels = all('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
      for (const row of rows.filter((each) => each.view === view && !exceptions.includes(each.name)))
        expect([row.name, labels.includes(row.name.split(' › ').at(-1) ?? '')]).toEqual([
          row.name,
          permits(role, row.path, 'post'),
        ])
      for (const name of exceptions) expect(labels).not.toContain(name)
      const foreign = sent.filter(({ path }) => path !== '/members')
      expect(foreign.filter(({ path, body }) => !permits(role, path, body ? 'post' : 'get'))).toEqual([])
      expect(new Set(foreign.map(({ recipient }) => recipient))).toEqual(new Set(['~YXV0aDB8w5ZsYWY']))
      expect(sent.filter(({ path }) => path === '/members').map(({ recipient }) => recipient)).toEqual([null])
    },
  )
})

test('who is a member chooses whose channel the page shows, and it is loaded for that owner', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
  await opened('now')
  await vi.waitFor(() => expect(all('select[aria-label="Whose channel"]')).toHaveLength(1))
  const [select] = all<HTMLSelectElement>('select[aria-label="Whose channel"]')
  if (select) select.value = 'auth0|Ölaf'
  select?.dispatchEvent(new Event('change'))

  expect(reload).toHaveBeenCalledTimes(1)
  expect(JSON.parse(sessionStorage.getItem('panel:channel') ?? '')).toMatchObject({ ownerId: 'auth0|Ölaf' })
  expect(all('.banner')).toEqual([])
})

test.each(['a refused command', 'the end of the connection'])(
  'a member who was removed is told so after %s, and is back in the own channel',
  async (sign) => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
    await opened('now', true, '', () => actFor('moderator'))
    await vi.waitFor(() => expect(BrowserSocket.opened).toHaveLength(1))
    answerFor('/members', { members: [], invitations: [], memberships: [] })

    if (sign === 'a refused command') {
      refusal = Response.json({ detail: 'No.' }, { status: 403 })
      buttonOf('Skip').click()
    } else BrowserSocket.opened[0]?.receive({ version: 1, type: 'error', code: 'revoked', detail: 'It was revoked.' })
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    const ended = sessionStorage.getItem('panel:ended')
    refusal = undefined
    render(null, document.querySelector('#app') as HTMLElement)
    await opened('now', false, '', () => sessionStorage.setItem('panel:ended', ended ?? ''))

    const plain = document.querySelector('.banner')?.textContent
    expect(plain).toBe('Your membership with Cleo has ended. This is your own channel.')
    expect([sessionStorage.getItem('panel:channel'), sessionStorage.getItem('panel:ended')]).toEqual([null, null])
    expect(sent.at(-1)?.recipient).toBe(null)
  },
)

test('a member whose role has changed gets the page for the other role', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
  await opened('now', false, '', () => actFor('editor'))

  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(JSON.parse(sessionStorage.getItem('panel:channel') ?? '')).toMatchObject({ role: 'moderator' })
})

test('an invitation tells owner, role and who creates accounts, and waits in the tab for the sign-in', async () => {
  await opened('now', false, '?error=access_denied', () => {
    location.hash = '#invitation=s.e-c'
  })
  await vi.waitFor(() => expect(shown()).toContain('invites you'))

  const plain = shown()
  expect(plain).toContain('Cleo invites you. Role: Editor.')
  expect(plain).toContain('Whoever operates this service creates accounts: ask that person, or Cleo.')
  expect(sent).toEqual([
    { path: '/members/commands/read-invitation', query: '', recipient: null, body: { invitation: 's.e-c' } },
  ])
  expect([location.hash, sessionStorage.getItem('panel:invitation')]).toEqual(['', 's.e-c'])
})

test('an invitation that is opened in a tab with the panel is shown there', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
  await opened('now')
  location.hash = '#invitation=s.e-c'
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))

  expect(sessionStorage.getItem('panel:invitation')).toBe('s.e-c')
})

test('an invitation is accepted under a name, and the page is loaded for its owner', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
  await opened('now', false, '', () => sessionStorage.setItem('panel:invitation', 's.e-c'))
  await vi.waitFor(() => buttonOf('Accept'))
  await pressed('Accept', { name: 'Bob' })
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))

  expect(commands().at(-1)).toEqual(['/members/commands/accept-invitation', { invitation: 's.e-c', name: 'Bob' }])
  expect(sessionStorage.getItem('panel:invitation')).toBe(null)
  expect(JSON.parse(sessionStorage.getItem('panel:channel') ?? '')).toMatchObject({ ownerName: 'Cleo', role: 'editor' })
})

test('an invitation that is not valid any more is said in words, and can be put away', async () => {
  await opened('now', false, '', () => {
    sessionStorage.setItem('panel:invitation', 's.e-c')
    refusal = Response.json({}, { status: 404 })
  })
  await vi.waitFor(() => expect(shown()).toContain('This invitation is not valid any more. Ask for another one.'))
  buttonOf('Not now').click()
  await vi.waitFor(() => expect(shown()).not.toContain('This invitation'))

  expect(sessionStorage.getItem('panel:invitation')).toBe(null)
})

test('the link of an invitation is shown with its button to copy it, and an open one is withdrawn', async () => {
  await opened('members')
  await pressed('Make the link', { ownerName: 'Alice' })
  const link = document.querySelector<HTMLInputElement>('input[readonly]')?.value
  all<HTMLButtonElement>('button')
    .find((button) => button.getAttribute('aria-label')?.startsWith('Withdraw'))
    ?.click()
  await vi.waitFor(() => expect(commands().at(-1)).toEqual(['/members/commands/remove', { invitationId: 'i' }]))

  expect(link).toBe('https://api.test/panel#invitation=s')
  expect(questions).toEqual(['Withdraw this invitation? Its link will stop working.'])
})

const queriesOf = (path: string) =>
  sent.filter((each) => each.path === path && each.body === undefined).map(({ query }) => query)
const pressed = async (name: string, fields: Readonly<Record<string, string | boolean>> = {}): Promise<void> => {
  const button = buttonOf(name)
  await fill(button, fields)
  const count = sent.length
  button.click()
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(count))
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
}

test('the history is filtered by whole days where the streamer is, turned, and printed by the same filter', async () => {
  await opened('history')

  const atFirst = [buttonOf('Newer').disabled, buttonOf('Older').disabled]
  await pressed('Older')
  const atLast = [buttonOf('Newer').disabled, buttonOf('Older').disabled]
  const fields = { from: '2026-03-01', until: '2026-03-02', system: 'Stripe', event: 'payment', deleted: 'true' }
  await pressed('Filter', fields)
  const kept = document.querySelector<HTMLInputElement>('[name=system]')?.value
  await pressed('Export CSV')
  await vi.waitFor(() => expect(document.querySelector('a[download]')).not.toBeNull())
  const link = document.querySelector<HTMLAnchorElement>('a[download]')
  const progress = document.querySelector('progress')
  await pressed('Filter', { from: '', until: '', system: '' })
  await pressed('Export CSV')

  const [after, before] = ['2026-03-01T03:30:00.000Z', '2026-03-03T03:30:00.000Z'].map(encodeURIComponent)
  expect([atFirst, atLast, kept]).toEqual([[true, false], [false, true], 'Stripe'])
  expect([link?.href, link?.download, progress?.value, progress?.max]).toEqual([
    'https://files.test/p',
    'history.csv',
    1,
    2,
  ])
  expect(queriesOf('/history')).toEqual([
    '?page=0&size=25',
    '?page=1&size=25',
    `?after=${after}&before=${before}&systems=Stripe&events=payment&deleted=true&page=0&size=25`,
    '?events=payment&deleted=true&page=0&size=25',
  ])
  expect(commands()).toEqual([
    [
      '/history/commands/print-csv',
      {
        after: '2026-03-01T03:30:00.000Z',
        before: '2026-03-03T03:30:00.000Z',
        systems: ['Stripe'],
        events: ['payment'],
      },
    ],
    ['/history/commands/print-csv', { events: ['payment'] }],
  ])
})

test('a file cannot be read where the service is newer than the page, which says so', async () => {
  await opened('history')
  vi.spyOn(FormData.prototype, Symbol.iterator).mockImplementation(function* () {
    yield ['file', new File(['a,b'], 'tips.csv')]
  } as never)

  buttonOf('Import › Import').click()

  await vi.waitFor(() => expect(shown()).toContain('This page is older than the service. Reload it.'))
  expect(commands()).toEqual([])
})

test('a gateway says what it lacks, that its key was not tried, and that the key may do everything', async () => {
  const shownKey = { state: 'unchecked', isMaster: true }
  const gateway = { id: 's', gateway: 'stripe', type: 'fiat', enabled: false, webhookUrl: 'w', settings: {} }
  const content = [{ ...gateway, missing: ['secret'], key: shownKey }]
  answerFor('/payments/gateways', { content })
  await opened('gateways')

  for (const text of [
    'Missing: Signing secret. Without it no payment comes in.',
    'Stripe could not be asked about the API key.',
    'This key can do everything in your Stripe account.',
  ])
    expect(shown()).toContain(text)
})

test.each([
  [true, 'The donation page cannot take payments with this gateway.'],
  [false, ''],
])('a gateway says why donations do not arrive, where the donation page is on: %s', async (enabled, page) => {
  const notes = [
    { code: 'key_refused', at },
    { code: 'payment_unreported', at },
    { code: 'no_donation_page' },
    { code: 'of_a_later_version' },
  ]
  const gateway = { id: 's', gateway: 'kofi', type: 'fiat', enabled: true, webhookUrl: 'w', settings: {}, notes }
  const record = { name: 'paymentpage', ownerId: 'alice', value: { donorPage: { enabled } } }
  const kept = { ...answers }
  onTestFinished(() => void Object.assign(answers, kept))
  Object.assign(answers, {
    '/payments/gateways': { content: [gateway] },
    '/config?paymentpage': { content: [record] },
  })
  await opened('gateways')

  for (const text of ['The gateway refused the API key at ', 'A donor paid at ', page]) expect(shown()).toContain(text)
  expect(shown().includes('cannot take payments')).toBe(enabled)
})

test.each([
  [
    { webhook: { state: 'registered' } },
    ['The webhook is registered at Stripe.'],
    ['Add destination', 'lacks one right'],
  ],
  [{ webhook: { state: 'by_hand' } }, ['Webhooks › Add destination'], ['lacks one right', 'Try the key again']],
  [
    { webhook: { state: 'missing_right', right: 'Webhook Endpoints: Write' } },
    ['lacks one right: Webhook Endpoints: Write.', 'Webhooks › Add destination', 'Try the key again'],
    ['The webhook is registered'],
  ],
  [
    { webhook: { state: 'former_address' }, lastEvent: { type: 'x', at } },
    ['Stripe still sends to the former one.', 'Try the key again'],
    ['The webhook is registered', 'lacks one right'],
  ],
])('a gateway with %o says what became of its webhook', async (more, told, untold) => {
  const gateway = { id: 's', gateway: 'stripe', type: 'fiat', enabled: true, webhookUrl: 'w', settings: {}, ...more }
  answerFor('/payments/gateways', { content: [gateway] })
  await opened('gateways')

  for (const text of told) expect(shown()).toContain(text)
  for (const text of untold) expect(shown()).not.toContain(text)
})

test('the stored key of a gateway is tried again with its settings', async () => {
  const [settings, webhook] = [{ clientId: 'AX' }, { state: 'missing_right', right: 'webhooks' }]
  const gateway = { id: 'p', gateway: 'paypal', type: 'fiat', enabled: true, webhookUrl: 'w', settings, webhook }
  answerFor('/payments/gateways', { content: [gateway] })
  await opened('gateways')

  buttonOf('Try the key again: PayPal').click()
  await vi.waitFor(() => expect(commands()).not.toEqual([]))

  const tried = { id: 'p', gateway: 'paypal', type: 'fiat', settings }
  expect(commands()).toEqual([['/payments/commands/set-gateway', tried]])
})

test('a setting of a gateway that is corrected leaves its other settings', async () => {
  const settings = { clientId: 'AX', webhookId: 'wrong', sandbox: true }
  const gateway = { id: 'p', gateway: 'paypal', type: 'fiat', enabled: true, webhookUrl: 'w', settings }
  answerFor('/payments/gateways', { content: [gateway] })
  await opened('gateways')

  const save = buttonOf('Payments › Save')
  await fill(save, { webhookId: '8PT' })
  save.click()
  await vi.waitFor(() => expect(commands()).not.toEqual([]))

  const corrected = { id: 'p', gateway: 'paypal', type: 'fiat', settings: { ...settings, webhookId: '8PT' } }
  expect(commands()).toEqual([['/payments/commands/set-gateway', corrected]])
})

test('every list is asked for as many items as a page may have, or as many as the view shows', async () => {
  for (const view of ['now', 'overlays', 'gateways', 'accounts', 'announcers', 'actions', 'trace']) await opened(view)

  const sizes = sent.flatMap(({ path, query }) => {
    const size = new URLSearchParams(query).get('size')
    return size === null ? [] : [`${path} ${size}`]
  })
  expect([...new Set(sizes)].sort()).toEqual([
    '/actions 100',
    '/alerts 50',
    '/config 100',
    '/messenger/chats 100',
    '/overlays 100',
    '/payments 20',
    '/payments/gateways 100',
    '/platforms/sources 100',
    '/recipients/tokens 100',
  ])
})

test('fields take no more characters than the service', async () => {
  const limits: string[] = []
  for (const view of ['now', 'overlays', 'gateways', 'announcers', 'actions', 'news']) {
    await opened(view)
    for (const part of all('details.edit')) part.remove()
    limits.push(...all<HTMLInputElement>('[maxlength]').map(({ name, maxLength }) => `${view} ${name} ${maxLength}`))
  }

  expect(limits).toEqual([
    'now title 128',
    'now currency 12',
    'now nickname 64',
    'now currency 12',
    'now message 1000',
    'overlays name 128',
    'gateways name 64',
    'announcers text 4096',
    'actions name 128',
    'actions game 128',
    'actions category 128',
    'actions currency 12',
    'actions question0 128',
    'news title 200',
    'news demoUrl 2048',
    'news description 10000',
  ])
})

test.each([
  [
    'stripe',
    [
      'With this the webhook is registered for you, and nothing else is needed: Restricted key (Checkout Sessions: Write, Webhook Endpoints: Write). Open that page',
      'Only if you register it by hand, paste here: Signing secret (whsec_…). Open that page',
    ],
    'https://dashboard.stripe.com/webhooks',
  ],
  ['kofi', ['Paste here: Advanced › Verification Token. Open that page'], 'https://ko-fi.com/manage/webhooks'],
])(
  'what to do at %s is said with its own names, and leads there; a gateway that is off is switched on first',
  async (gateway, texts, address) => {
    await opened('gateways')
    await fill(buttonOf('Add'), { gateway })

    const hints = [...(buttonOf('Add').form?.querySelectorAll('.soft') ?? [])]
    expect(hints.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '))).toEqual(texts)
    expect(hints.at(-1)?.querySelector('a')?.href).toBe(address)
    expect([buttonOf('Disable: Standard Webhooks').className, buttonOf('Enable: YooKassa').className]).toEqual([
      '',
      'main',
    ])
  },
)

test('views are read again after a change, lost chats cannot be chosen, and triggers are named', async () => {
  await opened('announcers')
  const chats = all<HTMLOptionElement>('[name=chat] option').map(({ textContent }) => textContent)
  const adding = [...(buttonOf('Add').form?.querySelectorAll<HTMLOptionElement>('[name=trigger] option') ?? [])]
  const triggers = adding.map(({ value, textContent }) => [value, textContent])

  await pressed('Disable: Live!')

  expect(chats).toEqual(['Fans', '-3'])
  expect(triggers).toEqual([
    ['STREAM_STARTED', 'The stream begins'],
    ['STREAM_ENDED', 'The stream ends'],
    ['PAYMENT_COMPLETED', 'A donation comes'],
  ])
  expect(queriesOf('/messenger/announcers')).toHaveLength(2)
})

test('a list is read again only after its last reading has ended, once for all that have asked meanwhile', async () => {
  await opened('now')
  const shownGoal = () => {
    const { value = 0, max = 1 } = document.querySelector<HTMLProgressElement>('[aria-label=Microphone]') ?? {}
    return value / max
  }
  const { goals } = answers['/goals'] as { goals: object[] }
  const before = [...goals]
  onTestFinished(() => void goals.splice(0, 1, ...before))
  const delayed = Promise.withResolvers()
  late = delayed.promise

  buttonOf('Approve: Held').click()
  await settled()
  late = undefined
  goals.splice(0, 1, { title: 'Microphone', target: euros(50), reached: euros(30) })
  buttonOf('Hide: Held').click()
  await settled()
  const meanwhile = queriesOf('/goals').length
  delayed.resolve(undefined)

  await vi.waitFor(() => expect(shownGoal()).toBe(0.6))
  expect([meanwhile, queriesOf('/goals').length]).toEqual([2, 3])
})

/** A page whose socket is live. */
const live = async (view = 'now'): Promise<BrowserSocket> => {
  await opened(view, true)
  await vi.waitFor(() => expect(BrowserSocket.opened).toHaveLength(1))
  const [socket = expect.fail()] = BrowserSocket.opened
  socket.open()
  socket.receive({ version: 1, type: 'welcome', overlayId: 'own', after: 0, through: 0, more: false })
  return socket
}

test('a page that is live asks nothing by the clock', async () => {
  vi.useFakeTimers()
  const socket = await live()
  await vi.advanceTimersByTimeAsync(2000)
  sent = []

  const welcome = { version: 1, type: 'welcome', overlayId: 'own', after: 0, through: 0, more: false } as const
  for (let seconds = 0; seconds < 3600; seconds += 10) {
    await vi.advanceTimersByTimeAsync(10_000)
    socket.receive(welcome)
  }

  expect(sent).toEqual([])
  expect(socket.sent.map(({ type }) => type)).toEqual(['resume', 'ping', 'ping', 'resume', 'ping', 'ping', 'resume'])
})

test.each([
  [0, []],
  [1, ['/alerts?size=50&held=true']],
  [null, ['/alerts?size=50&held=true']],
])(
  'twenty changes of a second are read once, and where %j are held the list of held ones is %j',
  async (held, lists) => {
    const show = answers['/alerts/show'] as { held: number | null }
    onTestFinished(() => void Object.assign(show, { held: 1 }))
    Object.assign(show, { held })
    vi.useFakeTimers()
    const socket = await live()
    await vi.advanceTimersByTimeAsync(2000)
    sent = []

    const message = { version: 1, type: 'goals', force: false, test: false } as const
    for (let sequence = 1; sequence <= 20; sequence++)
      socket.receive({ ...message, sequence, after: sequence - 1, goals: { goals: [], sequence } })
    await vi.advanceTimersByTimeAsync(2000)

    const asked = sent.map(({ path, query }) => path + query)
    expect(asked.toSorted()).toEqual(['/alerts/show', '/alerts?size=50', ...lists].toSorted())
  },
)

test('a moderation that cannot be read is a red line, where nothing is held too', async () => {
  const show = answers['/alerts/show'] as object
  onTestFinished(() => void Object.assign(show, { held: 1, moderationIsReadable: true }))
  const red = () => document.querySelector('main .bad[role=alert]')?.textContent
  await opened('now')
  const before = red()
  Object.assign(show, { held: 0, moderationIsReadable: false })

  await opened('now')

  expect(before).toBeUndefined()
  await vi.waitFor(() => expect(red()).toMatch('Your moderation cannot be read'))
})

test.each([
  ['visible', 7],
  ['hidden', 0],
] as const)('a %s page that is not live asks %i times in an hour, until it is left', async (visibility, times) => {
  vi.useFakeTimers()
  await opened('now')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  const asked = async () => {
    sent = []
    await vi.advanceTimersByTimeAsync(3_600_000)
    return queriesOf('/alerts').toSorted()
  }

  const there = await asked()
  location.hash = '#/actions'
  dispatchEvent(new Event('hashchange'))
  await asked()

  const queries = ['?size=50', '?size=50&held=true']
  expect(there).toEqual(queries.flatMap((query) => Array<string>(times).fill(query)))
  expect(await asked()).toEqual([])
})

test.each([
  [{ pointer: '/0/price/currency', code: 'format' }, 'Currency: This has the wrong form.'],
  [{ pointer: '/0/name', code: 'too_short', minimum: 1 }, 'Name: Please fill this in.'],
  [{ pointer: '/0/name', code: 'too_long', maximum: 64 }, 'Name: Too long. At most 64.'],
  [{ pointer: '/0/price/major', code: 'too_small', minimum: 0 }, 'Price: Too small. At least 0.'],
  [{ pointer: '/nowhere', code: 'duplicate' }, 'Please check what you entered.Occurs twice.'],
  // A later version may have another code.
  [{ pointer: '/0/name', code: 'newer' }, 'Name: Not possible here.'],
])('the violation %j is told at its field: %s', async (violation, text) => {
  await opened('actions')
  const problem = { code: 'invalid_request', detail: 'For developers.', errors: [{ ...violation, detail: 'New' }] }
  refusal = Response.json(problem, { status: 400 })

  await pressed('Add', { name: 'Rain', amount: '3' })

  await vi.waitFor(() => expect(shown()).toContain(text))
  expect(shown()).not.toMatch(/developers|New\b(?! action)/)
})

test.each([
  [401, {}, 'Your session has expired. The last request changed nothing.'],
  [429, {}, 'Too many requests. Try again in 60 seconds.'],
  [429, { headers: { 'retry-after': '30' } }, 'Too many requests. Try again in 30 seconds.'],
  [409, { code: 'limit_reached', detail: 'Full.' }, 'There is no more room here. Delete something first.'],
  [500, { message: 'Internal Server Error' }, 'That failed: 500'],
  ['no answer', {}, 'The service cannot be reached. The change may have been made: check before you repeat it.'],
])('a refusal with %s shows %j, and keeps the typed values', async (status, problem, text) => {
  await opened('actions')
  refusal = typeof status === 'number' ? Response.json(problem, { status, ...problem }) : Response.error()
  // The client repeats it without a wait.
  vi.spyOn(Math, 'random').mockReturnValue(0)

  await pressed('Add', { name: 'Rain', amount: '3' })

  await vi.waitFor(() => expect(shown()).toContain(text))
  const form = buttonOf('Add').form
  const name = () => form?.querySelector<HTMLInputElement>('[name=name]')?.value
  expect(name()).toBe('Rain')
  expect(all('.banner').length).toBe(status === 401 ? 1 : 0)

  // After an expired sign-in only another one helps.
  if (status === 401) return
  refusal = undefined
  await pressed('Add')
  await vi.waitFor(() => expect([name(), form?.querySelector('.acts')?.textContent]).toEqual(['', 'AddSaved']))
})

test('a form whose required fields are empty, or that has no amount or no file, is not sent', async () => {
  await opened('actions')
  const without = async (name: string, fields: Readonly<Record<string, string>> = {}) => {
    await fill(buttonOf(name), fields)
    buttonOf(name).click()
    await settled()
    return shown()
  }

  await without('Add', { amount: '3' })
  expect(await without('Add', { name: 'Rain', amount: 'much' })).toContain('This is not an amount.')
  await opened('gateways')
  const page = { name: 'Alice', least: '1 EUR\nmuch' }
  expect(await without('Donation page › Save', page)).toContain(
    'This is not an amount. Write it like 1000 or 12.50. (much)',
  )
  await opened('history')
  expect(await without('Import › Import')).toContain('Choose a file first.')
  expect(commands()).toEqual([])
})

test.each([
  ['now', 'Repeat: Ada', 'On its way'],
  ['now', 'Delete: Ada', 'Deleted'],
  ['now', 'Send test', 'Sent'],
  ['announcers', 'Test: Live!', 'Sent'],
  ['gateways', 'Add', 'Added. The list says what is left to do.'],
])('in the view %s the button “%s” says “%s” when that has happened', async (view, name, said) => {
  await opened(view)
  const button = buttonOf(name)
  await pressed(name)
  await vi.waitFor(() => expect(button.parentElement?.querySelector('.good')?.textContent).toBe(said))
})

test('a button’s former result is not shown beside its next failure', async () => {
  await opened('data')
  const said = () => buttonOf('Erase everything').parentElement?.textContent
  await pressed('Erase everything')
  const before = said()
  refusal = Response.json({ code: 'store_unavailable', detail: 'Full.' }, { status: 409 })
  await pressed('Erase everything')

  expect([before, said()]).toEqual([
    'Erase everythingErased3 records',
    'Erase everythingThe service is busy. Please try again in a moment.',
  ])
})

test('an export has its number of records, and a link when it is ready', async () => {
  await opened('data')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const job = answers['/recipients/exports/e'] as { status: string; items: number | null; url: string | null }
  const ready = { ...job }
  onTestFinished(() => void Object.assign(job, ready))
  Object.assign(job, { status: 'running', items: null, url: null })
  buttonOf('Export everything').click()
  await settled()
  const before = [shown().includes('0 records'), all('main a').length]
  Object.assign(job, ready)
  await vi.advanceTimersByTimeAsync(1000)
  await settled()

  const links = all<HTMLAnchorElement>('main a').map(({ href }) => href)
  expect([before, shown().includes('3 records'), links]).toEqual([[true, 0], true, ['https://files.test/e']])
})

/** Leaves nothing in a list until the end of the test. */
const emptied = (list: object[]): void => {
  const items = list.splice(0)
  onTestFinished(() => void list.push(...items))
}
const contentOf = (path: string) => (answers[path] as { readonly content: object[] }).content

test('held alerts have no card where there are none, and a goal without a title is named by its currency', async () => {
  emptied(contentOf('/alerts?held'))
  const { goals } = answers['/goals'] as { readonly goals: { title: string }[] }
  const [goal = expect.fail()] = goals
  onTestFinished(() => void Object.assign(goal, { title: 'Microphone' }))
  goal.title = ''

  await opened('now')

  expect(shown()).not.toContain('Wait for your approval')
  expect(document.querySelector('[aria-label=EUR]')?.tagName).toBe('PROGRESS')
})

test('alerts and the show name the member who decided, and say where that is no member any more', async () => {
  const decided = [{ memberId: 'bob', name: 'Bob' }, null].map((decidedBy, id) => ({
    ...donation,
    id: `d${id}`,
    event: 'payment',
    hidden: true,
    decidedBy,
  }))
  const [alerts, show] = [contentOf('/alerts'), answers['/alerts/show'] as { decidedBy?: object }]
  const before = alerts.splice(0, alerts.length, ...decided)
  show.decidedBy = { memberId: 'cem', name: 'Cem' }
  onTestFinished(() => {
    alerts.splice(0, alerts.length, ...before)
    delete show.decidedBy
  })

  await opened('now')

  const texts = () => [...document.querySelectorAll('main .soft')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(texts().join()).toContain('Last command: Cem'))
  expect(texts().filter((text) => text?.includes('Decision:'))).toEqual([
    expect.stringContaining('hidden\u2069 · \u2068Decision: Bob'),
    expect.stringContaining('hidden\u2069 · \u2068Decision: a former member'),
  ])
})

test('an announcement is previewed as it is typed, and where there is no bot and no chat, that is said', async () => {
  emptied(contentOf('/messenger/chats'))
  emptied(answers['/messenger/bots'] as object[])
  await opened('announcers')
  await fill(buttonOf('Add'), { text: '{nickname}!' })
  expect(buttonOf('Add').form?.querySelector('.preview')?.textContent).toBe('Mira!')
  buttonOf('Add').click()
  await vi.waitFor(() => expect(shown()).toContain('Link a chat first.'))
  expect(shown()).toContain('The operator has set up no bot.')
})

test('keys of earlier panels are forgotten, and those of overlays and the language are kept', async () => {
  const keys = ['alerts:https://api.test:panel:alice', 'alerts:https://api.test:panel:bob']
  const others = ['overlay:ticket', 'alerts:https://api.test:game', 'language']
  for (const key of [...keys, ...others]) localStorage.setItem(key, 'en')

  await opened('now')

  expect(Object.keys(localStorage).toSorted()).toEqual(others.toSorted())
})

test('a change after the sign-in has ended is not sent, and the page asks for another sign-in', async () => {
  await opened('actions')
  sessionStorage.setItem('panel:session', JSON.stringify({ accessToken: token, expiresAt: 0 }))

  buttonOf('Disable: Creeper').click()
  await vi.waitFor(() => expect(all('.banner').map(({ textContent }) => textContent)).toHaveLength(1))

  expect(shown()).toContain('Your session has expired.')
  expect(commands()).toEqual([])
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
})

test('a session that has expired ends the connection, and leaves nothing in the browser', async () => {
  const socket = await live()
  sessionStorage.setItem('panel:session', JSON.stringify({ accessToken: token, expiresAt: 0 }))

  buttonOf('Pause').click()
  await vi.waitFor(() => expect(all('.banner')).toHaveLength(1))

  expect([socket.closings, sessionStorage.length, localStorage.length]).toEqual([1, 0, 0])
})

test.each([
  ['?error=access_denied&error_description=No', 'The sign-in was cancelled.'],
  ['?error=invalid_scope', 'The sign-in is not set up correctly. Tell whoever operates this service.'],
  ['?code=c&state=s', 'That sign-in did not start in this tab. Please sign in again.'],
])(
  'a sign-in that comes back with %s says “%s”, and an issuer that cannot be reached is named',
  async (query, text) => {
    await opened('now', false, query)
    const said = document.querySelector('[role=alert]')?.textContent
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    buttonOf('Sign in').click()
    await settled()

    expect([said, document.querySelector('nav')]).toEqual([text, null])
    expect(shown()).toContain('The sign-in page cannot be reached. Are you offline?')
  },
)

test('a list that cannot be read says so, and is read again by its button', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  late = Promise.reject(new TypeError('fetch failed'))
  await opened('actions')
  const before = shown()
  late = undefined
  await pressed('Try again')

  expect(before).toContain('The service cannot be reached.')
  await vi.waitFor(() => expect(shown()).toContain('Creeper'))
  expect(shown()).not.toContain('The service cannot be reached.')
})

test('a view keeps its content when it cannot be read again', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  await opened('actions')
  late = Promise.reject(new TypeError('fetch failed'))
  await pressed('Disable: Creeper')

  await vi.waitFor(() => expect(shown()).toContain('The service cannot be reached.'))
  expect(shown()).toContain('Creeper')
})

test('a new view gets the focus and the title, and the old one is no longer read', async () => {
  await opened('announcers')
  const go = async (view: string) => {
    location.hash = `#/${view}`
    dispatchEvent(new Event('hashchange'))
    await settled()
    return [
      document.title,
      all('[aria-current=page]').map(({ textContent }) => textContent),
      document.activeElement?.tagName,
    ]
  }

  expect(await go('actions')).toEqual(['Actions · Panel', ['Actions'], 'MAIN'])
  const reads = queriesOf('/messenger/announcers').length
  await pressed('Disable: Creeper')
  expect([reads, queriesOf('/messenger/announcers').length]).toEqual([1, 1])
  expect((await go('constructor'))[0]).toBe('Now · Panel')
  buttonOf('Sign out').focus()
  buttonOf('Skip to the content').click()
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('another language is kept and loaded, and the one of the page is the choice', async () => {
  vi.spyOn(location, 'replace').mockReturnValue(undefined)
  await opened('now')
  const list = document.querySelector<HTMLSelectElement>('[aria-label=Language]') ?? expect.fail('no languages')
  const options = [...list.options].map(({ value, textContent }) => `${value} ${textContent}`)
  list.value = 'es'
  list.dispatchEvent(new Event('change', { bubbles: true }))
  document.documentElement.lang = 'ru'
  dispatchEvent(new Event('hashchange'))
  await settled()

  expect([options, list.value]).toEqual([['en English', 'de Deutsch', 'es Español', 'ru Русский'], 'ru'])
  expect(localStorage.getItem('language')).toBe('es')
  expect(String(vi.mocked(location.replace).mock.lastCall?.[0])).toBe('https://api.test/panel?language=es#/now')
})

test('a job is asked for each second until it has ended, and one that has failed is no success', async () => {
  await opened('data')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const job = answers['/recipients/erasures/e'] as { status: string }
  onTestFinished(() => void Object.assign(job, { status: 'done' }))
  const asked = () => queriesOf('/recipients/erasures/e').length
  const pass = async (milliseconds: number, status: string) => {
    job.status = status
    await vi.advanceTimersByTimeAsync(milliseconds)
    await settled()
    return asked()
  }
  buttonOf('Erase everything').click()
  await pass(0, 'running')
  const before = await pass(999, 'running')
  await pass(1, 'failed')

  expect([before, asked()]).toEqual([1, 2])
  expect([shown().includes('The service failed. Please try again later.'), shown().includes('Erased')]).toEqual([
    true,
    false,
  ])
})

test('a check without an answer is followed for 15 seconds', async () => {
  await opened('now')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const [step = {}] = (answers['/payments/p/trace'] as { steps: object[] }).steps
  Object.assign(step, { state: 'waiting' })
  onTestFinished(() => void Object.assign(step, { state: 'never' }))
  buttonOf('Check before going live').click()
  for (let second = 0; second < 20; second++) {
    await settled()
    await vi.advanceTimersByTimeAsync(1000)
  }

  expect(queriesOf('/payments/p/trace')).toHaveLength(15)
})

/** What a check finds where everything is right, and what is wrong in its place. */
const right = {
  '/alerts/show': { paused: false, muted: false, held: 0, moderationIsReadable: true, overlays: [] },
  '/payments/gateways': { content: [{ id: 'g', gateway: 'stripe', enabled: true, lastEvent: { type: 'x', at } }] },
  '/recipients/tokens': { content: [{ id: 't', system: 'Kick', account: { name: 'alice' }, enabled: true }] },
  '/platforms/sources': { content: [{ id: 't', subscription: 'active', missingScopes: [] }] },
  '/messenger/announcers': [{ id: 'n', text: 'Live!', enabled: true }],
  '/config?paymentpage': { content: [] },
  '/payments/p/trace': {
    steps: [
      { step: 'check', state: 'done', name: null, reason: null, milliseconds: 5 },
      { step: 'overlay', state: 'done', name: 'OBS', reason: null, milliseconds: 79 },
    ],
  },
}
const overlayStep = { step: 'overlay', name: null, milliseconds: null }
const account = { id: 't', system: 'Kick', account: { name: 'alice' }, enabled: true }

test.each<readonly [Partial<Record<keyof typeof right, object>>, string]>([
  [{}, 'Ready to go live.'],
  [
    { '/payments/p/trace': { steps: [{ ...overlayStep, state: 'waiting', reason: 'no_overlay' }] } },
    'First: Overlays: No overlay is connected. Make one, and add its address to OBS.',
  ],
  [
    { '/payments/p/trace': { steps: [{ ...overlayStep, name: 'OBS', state: 'never', reason: 'not_acknowledged' }] } },
    'First: Overlays: No answer from OBS',
  ],
  [{ '/payments/gateways': { content: [] } }, 'Ready to go live.'],
  [
    { '/payments/gateways': { content: [{ gateway: 'kofi', enabled: true }] } },
    'Ready to go live, but Ko-fi is untried.',
  ],
  [
    { '/payments/gateways': { content: [{ gateway: 'stripe', enabled: true, missing: ['secret'] }] } },
    'First: Payments: Stripe · Missing: Signing secret. Without it no payment comes in.',
  ],
  [
    {
      '/payments/gateways': {
        content: [{ gateway: 'stripe', enabled: true, key: { state: 'unchecked' }, lastEvent: { at } }],
      },
    },
    'Ready to go live, but Stripe is untried.',
  ],
  [
    {
      '/payments/gateways': {
        content: [
          {
            gateway: 'stripe',
            enabled: false,
            missing: ['secret'],
            webhook: { state: 'missing_right', right: 'Webhook Endpoints: Write' },
          },
        ],
      },
      '/recipients/tokens': { content: [] },
    },
    'First: Payments: No gateway is on, so donations cannot come in. · The API key lacks one right: Webhook Endpoints: Write. Give it that right at Stripe and try the key again, or register the webhook by hand.',
  ],
  [
    {
      '/payments/gateways': {
        content: [{ gateway: 'stripe', enabled: true, webhook: { state: 'former_address' }, lastEvent: { at } }],
      },
    },
    'First: Payments: The webhook address is new, and Stripe still sends to the former one. “Try the key again” moves the webhook.',
  ],
  [
    {
      '/payments/gateways': {
        content: [
          {
            gateway: 'stripe',
            enabled: true,
            webhook: { state: 'missing_right', right: 'Webhook Endpoints: Write' },
            lastEvent: { at },
          },
        ],
      },
    },
    'Ready to go live.',
  ],
  [
    { '/payments/gateways': { content: [] }, '/recipients/tokens': { content: [] } },
    'First: Payments: No gateway is on, so donations cannot come in.',
  ],
  [
    {
      '/payments/gateways': {
        content: [{ gateway: 'kofi', enabled: true, lastRefused: { reason: 'signature_rejected', at } }],
      },
    },
    'First: Payments: Ko-fi · the last event was refused',
  ],
  [
    {
      '/payments/gateways': {
        content: [{ gateway: 'kofi', enabled: true, notes: [{ code: 'no_donation_page' }], lastEvent: { at } }],
      },
      '/config?paymentpage': { content: [{ name: 'paymentpage', value: { donorPage: { enabled: true } } }] },
    },
    'First: Payments: Ko-fi · The donation page cannot take payments with this gateway.',
  ],
  [
    { '/recipients/tokens': { content: [{ ...account, relinkRequired: true }] } },
    'First: Accounts: Link again: Kick · alice',
  ],
  [
    { '/platforms/sources': { content: [{ id: 't', subscription: 'failed', missingScopes: [] }] } },
    'First: Accounts: Link again: Kick · alice',
  ],
  [
    { '/messenger/announcers': [{ id: 'n', text: 'Live!', enabled: true, blockedReason: 'Full.' }] },
    'First: Announcements: Live! · Nothing arrives there: check the rights of the bot, or link the chat again.',
  ],
  [
    { '/alerts/show': { ...right['/alerts/show'], paused: true, muted: true } },
    'First: Alerts: Alerts are paused. Alerts are muted.',
  ],
  [{ '/alerts/show': { ...right['/alerts/show'], held: 3 } }, 'First: Approval: 3 wait for your approval.'],
])('a check where %j sums up by “%s”', async (wrong, sentence) => {
  const kept = { ...answers }
  onTestFinished(() => void Object.assign(answers, kept))
  Object.assign(answers, right, wrong)
  await opened('now')

  await pressed('Check before going live')

  const result = document.querySelector('.steps')?.parentElement
  expect(result?.querySelector('p')?.textContent?.replaceAll(/[\u2068\u2069]/g, '')).toBe(sentence)
  expect(result?.querySelectorAll('li')).toHaveLength(6)
})

test('the address of a new overlay is shown, and copied by a button', async () => {
  await opened('overlays')
  const writeText = vi.fn(async () => undefined)
  Object.assign(navigator, { clipboard: { writeText } })
  await pressed('New overlay', { name: 'OBS' })
  await vi.waitFor(() => buttonOf('Copy: Address'))

  buttonOf('Copy: Address').click()
  await settled()

  expect(document.querySelector<HTMLInputElement>('[aria-label=Address]')?.value).toBe('u')
  expect(shown()).toContain('Add this address as a browser source in OBS.')
  expect([writeText.mock.calls, shown().includes('Copied')]).toEqual([[['u']], true])
})

test('a chat is linked by a command, or by one of its links to the web', async () => {
  await opened('announcers')

  await pressed('Link a chat')

  expect(all('[name=accountId] option').map(({ textContent }) => textContent)).toEqual(['Telegram: main'])
  expect(document.querySelector<HTMLInputElement>('[aria-label="Link a chat"]')?.value).toBe('/link c')
  const links = all<HTMLAnchorElement>('main a').map(({ href, rel, target, textContent }) => [
    href,
    rel,
    target,
    textContent,
  ])
  expect(links.filter(([href = '']) => /t\.me|tg:/.test(href))).toEqual([
    ['https://t.me/bot?startgroup=c', 'noreferrer', '_blank', 'https://t.me/bot'],
  ])
})

test('an enabled gateway warns that donors are shown the legal offer of another, and a bridge does not', async () => {
  const [records, gateways] = [answers['/config?paymentpage'], answers['/payments/gateways']] as { content: object[] }[]
  const enabled = { id: 'r', gateway: 'robokassa', type: 'fiat', enabled: true, webhookUrl: 'w' }
  onTestFinished(() => void [records?.content.splice(0), gateways?.content.pop()])
  gateways?.content.push(enabled)
  const warnings = () => document.body.textContent?.match(/Donors are shown the legal offer of [^.]*/g) ?? []
  records?.content.push({ ownerId: 'alice', value: { gateway: 'stripe' } })
  await opened('gateways')
  expect(warnings()).toEqual(['Donors are shown the legal offer of Stripe'])
  await pressed('Show its offer: robokassa')
  expect(commands()).toEqual([['/config/commands/change-agreement', { gateway: 'robokassa' }]])

  records?.content.splice(0, 1, { ownerId: 'alice', value: { gateway: 'robokassa' } })
  await opened('gateways')
  expect(warnings()).toEqual([])
})

test('a new donation page gets the address of its owner, and an old one keeps what its form does not show; only a shop id is read on the screen', async () => {
  const records = answers['/config?paymentpage'] as { content: object[] }
  onTestFinished(() => void records.content.splice(0))
  const saved = () => commands().map(([, body]) => (body as { readonly value: object }).value)
  const least = [
    { ...euros(1), minor: 50 },
    { major: 100, minor: 0, currency: 'JPY' },
  ]
  const page = { enabled: true, name: 'Alice', least, returnUrl: 'https://alice.test/', picture: 'p', channel: '' }
  await opened('gateways')
  const isOpenAtFirst = document.querySelector<HTMLInputElement>('[name=enabled]')?.checked
  await pressed('Donation page › Save', { name: 'Alice' })
  await vi.waitFor(() => expect(saved()).toHaveLength(2))
  await settled()
  expect([isOpenAtFirst, queriesOf('/config').length]).toEqual([true, 7])
  expect(saved()[1]).toMatchObject({ donorPage: { returnUrl: 'https://api.test/donate/auth0%7C1' } })

  sent = []
  records.content.push({ ownerId: 'alice', value: { theme: 'dark', donorPage: page } })
  await opened('gateways')
  await pressed('Donation page › Save', { name: 'Bob' })
  expect(saved()).toEqual([{ theme: 'dark', donorPage: { ...page, name: 'Bob', terms: '' } }])
  const secrets = all<HTMLInputElement>('[name=secret], [name=token], [name=shopId]')
  expect(new Set(secrets.map(({ name, type }) => `${name} ${type}`))).toEqual(
    new Set(['secret password', 'token password', 'shopId text']),
  )
  const address = () => document.querySelector<HTMLInputElement>('[aria-label="Donation page"]')?.value
  expect(address()).toBe('https://api.test/donate/alice')
  await pressed('Donation page › Save', { least: '200 JPY', returnUrl: 'https://alice.test/thanks' })
  expect(saved()[1]).toMatchObject({
    donorPage: { least: [{ ...least[1], major: 200 }], returnUrl: 'https://alice.test/thanks' },
  })
  records.content.splice(0, 1, { ownerId: 'alice', value: { donorPage: { ...page, enabled: false } } })
  await opened('gateways')
  expect(address()).toBeUndefined()
})

test('an old page neither opens the donation page that was closed elsewhere nor puts its former amounts back', async () => {
  const page = {
    enabled: true,
    name: 'Alice',
    least: [euros(1)],
    channel: 'https://kick.com/alice',
    terms: 'https://alice.test/terms',
    returnUrl: 'https://alice.test/',
  }
  const answerWith = (donorPage: object) =>
    answerFor('/config?paymentpage', { content: [{ ownerId: 'alice', value: { donorPage } }] })
  answerWith(page)
  await opened('gateways')
  const closed = { ...page, enabled: false, least: [euros(5)], terms: '' }
  answerWith(closed)

  await pressed('Donation page › Save', { name: 'Bob' })
  await pressed('Donation page › Save', { channel: '' })

  expect(commands().map(([, body]) => (body as { value: object }).value)).toEqual([
    { donorPage: { ...closed, name: 'Bob' } },
    { donorPage: { ...closed, channel: '' } },
  ])
})

test('a first save of the donation page that was cut off is ended by the next one', async () => {
  await opened('gateways')
  const save = buttonOf('Donation page › Save')
  await fill(save, { name: 'Alice' })
  const cut = { enabled: true, name: 'Alice', least: [euros(1)], returnUrl: 'https://api.test/donate/' }
  answerFor('/config?paymentpage', { content: [{ ownerId: 'alice', value: { donorPage: cut } }] })
  save.click()
  await vi.waitFor(() => expect(commands()).toHaveLength(1))

  expect(commands()[0]?.[1]).toMatchObject({ value: { donorPage: { returnUrl: 'https://api.test/donate/alice' } } })
})

test.each([
  ['kick', true, (state: string) => ` https://panel.test/?state=${state}&code=good-7 `, true],
  ['kick', true, () => ' good-7 ', true],
  ['kick', true, () => 'https://panel.test/?state=another&code=good-7', false],
  ['twitch', false, (state: string) => `https://panel.test/?code=good-7&state=${state}`, true],
  ['twitch', false, () => 'https://panel.test/?code=good-7', false],
  ['twitch', false, () => 'good-7', false],
])('an account of %s (PKCE: %j) is linked by what is pasted, unless another sign-in made it', async (...given) => {
  const [platform, hasVerifier, pasted, isLinked] = given
  await opened('accounts')
  const open = vi.fn()
  vi.stubGlobal('open', open)
  const signIns = all<HTMLButtonElement>('button').filter(({ textContent }) => textContent === 'Sign in')
  expect(signIns).toHaveLength(2)
  signIns[platform === 'kick' ? 0 : 1]?.click()
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce())
  const [[address, ...options] = []] = open.mock.calls
  expect(options).toEqual(['_blank', 'noreferrer'])
  const { searchParams } = new URL(address)
  await vi.waitFor(() => buttonOf('Link'))

  const state = searchParams.get('state') ?? ''
  if (!isLinked) {
    await fill(buttonOf('Link'), { code: pasted(state) })
    buttonOf('Link').click()
    await vi.waitFor(() => expect(shown()).toContain('That sign-in did not start in this tab.'))
    expect(commands()).toEqual([])
    return
  }
  await pressed('Link', { code: pasted(state) })

  const [[, { codeVerifier }] = ['', {}]] = commands() as [string, { readonly codeVerifier?: string }][]
  const digest = createHash('sha256')
    .update(codeVerifier ?? '')
    .digest('base64url')
  const challenge = hasVerifier ? { code_challenge: digest, code_challenge_method: 'S256' } : {}
  const verifier = hasVerifier ? { codeVerifier: expect.stringMatching(/^[\w-]{43}$/) } : {}
  expect(Object.fromEntries(searchParams)).toEqual({
    at: platform,
    state: expect.stringMatching(/^[\w-]+$/),
    ...challenge,
  })
  expect(searchParams.get('state')).not.toBe(codeVerifier)
  expect(commands()).toEqual([[`/recipients/commands/link-${platform}`, { authorizationCode: 'good-7', ...verifier }]])
})

test('the state of the show names the next commands, and a sign-out leaves nothing behind', async () => {
  await opened('now', true)
  await vi.waitFor(() => expect(BrowserSocket.opened).toHaveLength(1))
  const [socket] = BrowserSocket.opened
  socket?.open()
  const show = { sequence: 0, paused: true, muted: true, cleared: 0, skipped: [] }
  const welcome = {
    version: 1,
    type: 'welcome',
    overlayId: 'own',
    after: 0,
    through: 0,
    more: false,
    look: {},
  } as const
  socket?.receive({ ...welcome, show })
  await vi.waitFor(() => buttonOf('Unmute'))
  const steering = all<HTMLButtonElement>('main .acts button').map(({ textContent }) => textContent)
  const status = document.querySelector('main [role=status]')?.textContent
  const banner = document.querySelector('.banner')?.textContent

  vi.spyOn(location, 'assign').mockReturnValue(undefined)
  buttonOf('Sign out').click()
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalled())

  expect(steering.slice(0, 4)).toEqual(['Resume', 'Skip', 'Unmute', 'Clear queue'])
  expect(status).toBe('Panel connected')
  expect(banner).toBe('Alerts are paused. Alerts are muted.')
  expect(commands()).toEqual([])
  expect([sessionStorage.length, localStorage.length, socket?.closings]).toEqual([0, 0, 1])
})

const bannerTexts = () => all('.banner').map(({ textContent }) => textContent)

test('without a connection a show that was paused is said and can be resumed, and goals are those of now', async () => {
  const show = answers['/alerts/show']
  await opened('now')
  answerFor('/alerts/show', { ...show, paused: true, muted: true })
  answerFor('/goals', { goals: [] })
  await pressed('Pause')
  const paused = [bannerTexts(), shown().includes('GoalsNothing yet.')]
  answerFor('/alerts/show', { ...show, paused: false, muted: true })
  await pressed('Resume')

  expect(paused).toEqual([['Alerts are paused. Alerts are muted.'], true])
  expect([bannerTexts(), buttonOf('Pause').textContent]).toEqual([['Alerts are muted.'], 'Pause'])
  expect(commands().map(([, body]) => body)).toEqual([{ command: 'pause' }, { command: 'resume' }])
  expect(buttonOf('Unmute').textContent).toBe('Unmute')
})

test('a view that shows no alerts asks for the state of the show only while there is no connection', async () => {
  vi.useFakeTimers()
  answerFor('/alerts/show', { ...answers['/alerts/show'], paused: true })
  const socket = await live('history')
  await vi.advanceTimersByTimeAsync(60_000)
  const asked = queriesOf('/alerts/show').length
  socket.cut()
  await vi.advanceTimersByTimeAsync(30_000)

  expect([asked, queriesOf('/alerts/show').length, bannerTexts()]).toEqual([0, 1, ['Alerts are paused.']])
})

test('goals are asked for by the clock while there is no connection', async () => {
  vi.useFakeTimers()
  await opened('now')
  answerFor('/goals', { goals: [] })
  await vi.advanceTimersByTimeAsync(30_000)

  expect([queriesOf('/goals').length, shown().includes('GoalsNothing yet.')]).toEqual([2, true])
})

test.each([
  ['the network is lost', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))],
  ['the sign-in has ended', () => sessionStorage.setItem('panel:session', '{"accessToken":"","expiresAt":0}')],
])('a sign-out works when %s too', async (_title, happen) => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.spyOn(location, 'assign').mockReturnValue(undefined)
  await opened('now', true)
  await vi.waitFor(() => expect(BrowserSocket.opened).toHaveLength(1))
  BrowserSocket.opened[0]?.open()
  BrowserSocket.opened[0]?.receive({ version: 1, type: 'welcome', overlayId: 'own', after: 0, through: 0, more: false })
  await settled()
  happen()
  buttonOf('Sign out').click()

  await vi.waitFor(() => expect(location.assign).toHaveBeenCalled())
  expect(sessionStorage.length).toBe(0)
})

test('each message has the alerts read anew and brings goals, and people who hear the page hear the newest', async () => {
  await opened('now', true)
  await vi.waitFor(() => expect(BrowserSocket.opened).toHaveLength(1))
  const [socket] = BrowserSocket.opened
  socket?.open()
  socket?.receive({ version: 1, type: 'welcome', overlayId: 'own', after: 0, through: 0, more: false })
  await settled()
  sent = []
  const message = { version: 1, type: 'goals', sequence: 1, after: 0, force: false, test: false } as const
  socket?.receive({ ...message, goals: { goals: [], sequence: 1 } })
  await vi.waitFor(() => expect(queriesOf('/alerts')).toHaveLength(2), 3000)

  expect(new Set(queriesOf('/alerts'))).toEqual(new Set(['?size=50', '?size=50&held=true']))
  expect([queriesOf('/goals'), shown().includes('GoalsNothing yet.')]).toEqual([[], true])
  expect(document.querySelector('.unseen')?.textContent.replaceAll(/[\u2066-\u2069]/g, '')).toBe('Ada · €5.00 · Hello')
})

test.each([
  ['the network is back', () => dispatchEvent(new Event('online'))],
  ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('the panel connects again when %s, and keeps nothing for that', async (_title, happen) => {
  await opened('now', true)
  await vi.waitFor(() => expect(BrowserSocket.opened).toHaveLength(1))

  // By itself it would connect again after a while.
  vi.useFakeTimers({ toFake: ['setTimeout'] })

  BrowserSocket.opened[0]?.cut()
  dispatchEvent(new Event('offline'))
  await settled()
  expect(all('.banner').map(({ textContent }) => textContent)).toEqual([
    'You are offline. This page may be out of date.',
  ])
  happen()
  await settled()

  expect(BrowserSocket.opened).toHaveLength(2)
  expect(localStorage.length).toBe(0)
})

test('a tried look goes only to the overlay’s page, as in the form', async () => {
  await opened('overlays')
  const frame = document.querySelector('iframe')
  const postMessage = vi.fn()
  vi.spyOn(frame as HTMLIFrameElement, 'contentWindow', 'get').mockReturnValue({ postMessage } as never)

  frame?.dispatchEvent(new Event('load'))
  await fill(buttonOf('Save'), { position: 'top', accent: '#445566' })

  const look = { ...keptLook, position: 'top', accent: '#445566' }
  expect(frame?.src).toBe('https://api.test/overlay')
  expect(postMessage.mock.calls[0]).toEqual([{ look: keptLook }, 'https://api.test'])
  expect(postMessage.mock.lastCall).toEqual([{ look }, 'https://api.test'])
})

test('a look keeps what is automatic or linked, and what was saved elsewhere meanwhile', async () => {
  const [record = expect.fail()] = contentOf('/config?overlay') as { value: object }[]
  onTestFinished(() => void Object.assign(record, { value: keptLook }))
  const linked = { accent: '#112233', image: 'https://cdn.test/former.png' }
  record.value = linked
  await opened('overlays')

  await pressed('Save', { position: 'bottom' })

  const first = { ...linked, position: 'bottom' }
  expect(commands()).toEqual([['/config', { name: 'overlay', value: first }]])

  record.value = { ...first, theme: 'neon' }
  await pressed('Save', { size: '2' })
  expect(commands()[1]).toEqual(['/config', { name: 'overlay', value: { ...first, theme: 'neon', size: 2 } }])
})

test('another address for an overlay is made under its name before the former one ends, and stays to be copied', async () => {
  await opened('overlays')

  await pressed('New address: OBS')
  await vi.waitFor(() => expect(commands()).toHaveLength(2))
  await settled()

  expect(commands()).toEqual([
    ['/overlays/commands/create-ticket', { name: 'OBS' }],
    ['/overlays/commands/revoke-overlay', { overlayId: 'o' }],
  ])
  expect(document.querySelector<HTMLInputElement>('[aria-label=Address]')?.value).toBe('u')
})

test('leaders are counted for a source of them, whose new address shows them too', async () => {
  const [record = expect.fail()] = contentOf('/config?overlay') as { value: object }[]
  onTestFinished(() => void Object.assign(record, { value: keptLook }))
  record.value = { leaders: { period: 'all', currency: 'USD' } }
  const [overlay = expect.fail()] = contentOf('/overlays') as { part?: string }[]
  onTestFinished(() => void delete overlay.part)
  overlay.part = 'leaders'
  await opened('overlays')

  await pressed('New address: OBS')
  await vi.waitFor(() => expect(commands()).toHaveLength(2))
  await settled()

  expect(commands()[0]).toEqual(['/overlays/commands/create-ticket', { name: 'OBS', part: 'leaders' }])
  expect(queriesOf('/history/leaders')).toEqual(['?period=all&currency=USD&size=10'])
})

test('a tried look has the picture that was uploaded for it', async () => {
  await opened('overlays')
  const postMessage = vi.fn()
  const frame = document.querySelector('iframe') as HTMLIFrameElement
  vi.spyOn(frame, 'contentWindow', 'get').mockReturnValue({ postMessage } as never)

  await fill(buttonOf('Save'), { layout: 'above', imageUpload: 'f' })

  expect(postMessage.mock.lastCall?.[0]).toMatchObject({ look: { layout: 'above', image: 'https://files.test/f' } })
})

test('a level has its amounts in one record and its look in the other, and other levels keep their places', async () => {
  await opened('rules')

  await pressed('Save', { from: '10 EUR\n12 USD', seconds: '20', text: 'made it rain' })
  await vi.waitFor(() => expect(commands()).toHaveLength(2))

  const ofGold = [{ ...euros(10) }, { ...euros(12), currency: 'USD' }].map((from) => ({ name: 'gold', from }))
  expect(commands()).toEqual([
    [
      '/config',
      { name: 'overlay', value: { ...keptLook, levels: [{ name: 'gold', seconds: 20, text: 'made it rain' }] } },
    ],
    ['/config', { name: 'alerts', value: { ...keptAlerts, levels: [...ofGold, keptAlerts.levels[1]] } }],
  ])
})

test('the form of a new level is empty after a save, and the next level has all that is filled in then', async () => {
  await opened('rules')
  const save = buttonOf('New level › Save')
  const fields = { from: '9 EUR', seconds: '20', text: 'wow', imageUpload: 'f', ownAccent: true, accent: '#112233' }
  await fill(save, { name: 'jade', ...fields })
  save.click()
  await vi.waitFor(() => expect(save.parentElement?.textContent).toBe('SaveSaved'))
  const emptied = all<HTMLInputElement>('[name]').filter(({ form }) => form === save.form)
  sent = []
  await fill(save, { name: 'ruby', from: '9 EUR', seconds: '20', ownAccent: true })
  save.click()
  await vi.waitFor(() => expect(commands()).toHaveLength(2))

  expect(emptied.map(({ name }) => name)).toEqual([
    'name',
    'from',
    'seconds',
    'text',
    'imageUpload',
    'soundUpload',
    'ownAccent',
  ])
  const look = { name: 'ruby', seconds: 20, accent: '#f5b301' }
  expect(commands()).toEqual([
    ['/config', { name: 'overlay', value: { ...keptLook, levels: [...keptLook.levels, look] } }],
    [
      '/config',
      { name: 'alerts', value: { ...keptAlerts, levels: [...keptAlerts.levels, { name: 'ruby', from: euros(9) }] } },
    ],
  ])
})

test.each([
  ['New level › Save', 'GOLD'],
  ['Save', 'Silver'],
])('by “%s” no level gets the name of another one', async (button, name) => {
  await opened('rules')

  await pressed(button, { name, seconds: '20' })

  expect([shown().includes('This name is taken. Choose another one.'), commands()]).toEqual([true, []])
})

test('a level keeps what another page has saved meanwhile, and one that is gone does not come back', async () => {
  await opened('rules')
  const save = buttonOf('Save')
  const others = [{ name: 'silver', from: euros(2) }]
  answerFor('/config?alerts', { content: [{ value: { levels: [{ name: 'gold', from: euros(7) }, ...others] } }] })
  answerFor('/config?overlay', { content: [{ value: { levels: [{ name: 'gold', seconds: 9, text: 'gave' }] } }] })

  await pressed('Save', { text: 'made it rain' })
  await vi.waitFor(() => expect(commands()).toHaveLength(2))

  expect(commands().map(([, body]) => (body as { value: object }).value)).toEqual([
    { levels: [{ name: 'gold', seconds: 9, text: 'made it rain' }] },
    { levels: [{ name: 'gold', from: euros(7) }, ...others] },
  ])
  sent = []
  answerFor('/config?alerts', { content: [{ value: { levels: others } }] })
  answerFor('/config?overlay', { content: [] })
  save.click()
  await vi.waitFor(() => expect(shown()).toContain('This no longer exists.'))
  expect(commands()).toEqual([])
})

test('a level that is deleted leaves both records, and one without a name or with no amount is not stored', async () => {
  await opened('rules')

  await pressed('Delete: gold')
  await vi.waitFor(() => expect(commands()).toHaveLength(2))
  expect(commands().map(([, body]) => (body as { value: { levels: object } }).value.levels)).toEqual([
    [],
    [keptAlerts.levels[1]],
  ])

  for (const [fields, problem] of [
    [{ name: ' ' }, 'Give the level a name.'],
    [{ name: 'x', from: '5 EUR\nmuch' }, 'This is not an amount. Write it like 1000 or 12.50. (much)'],
  ] as const) {
    const button = buttonOf('New level › Save')
    await fill(button, fields)
    button.click()
    await vi.waitFor(() => expect(shown()).toContain(problem))
  }
  expect(commands()).toHaveLength(2)
})

test('an action that is changed takes the place of the former one, which stays where that fails', async () => {
  await opened('actions')

  await pressed('Save', { name: 'Storm', amount: '7' })
  await vi.waitFor(() => expect(commands()).toHaveLength(2))

  expect(commands()).toEqual([
    ['/actions/commands/add-actions', { actions: [{ name: 'Storm', game: 'g', category: 'c', price: euros(7) }] }],
    ['/actions/commands/delete-action', { id: 'x' }],
  ])
})

test('an action asks donors questions, and a changed one keeps the names by which its game knows them', async () => {
  const parameters = [
    { name: 'where', displayName: 'Where?', type: 'string' },
    { name: 'count', displayName: 'How many?', type: 'number' },
  ]
  const rain = { id: 'r', name: 'Rain', game: 'g', category: 'c', price: euros(5), enabled: true }
  const content = [{ ...rain, payload: { a: 1 }, parameters }]
  answerFor('/actions', { content })
  await opened('actions')

  const save = buttonOf('Save')
  await fill(save, { question0: 'In which place?', question1: '' })
  save.click()
  await vi.waitFor(() => expect(commands()).toHaveLength(2))
  await pressed('Add', { name: 'Snow', amount: '1', question0: 'Deep?', kind0: 'boolean' })

  const [changed, , added] = commands().map(([, body]) => body)
  const asked = { name: 'where', displayName: 'In which place?', type: 'string' }
  expect(changed).toMatchObject({ actions: [{ name: 'Rain', payload: { a: 1 }, parameters: [asked] }] })
  expect(added).toMatchObject({ actions: [{ parameters: [{ name: 'Deep?', displayName: 'Deep?', type: 'boolean' }] }] })
})

test('a video is taken out of what its playlist is by now', async () => {
  await opened('videos')
  const added = { title: 'First', src: 'https://v.test/first' }
  answerFor('/playlists', {
    content: [{ id: 'pl', title: 'Chill', ownerId: 'alice', items: [added, ...songs], revision: 's' }],
  })

  await pressed('Take out: Chorus')

  expect(commands()).toEqual([['/playlists/commands/change-playlist', { id: 'pl', items: [added, intro, outro] }]])
})

test('the log of a webhook shows each attempt, and sends it again', async () => {
  await opened('endpoints')

  await pressed('Log: https://bot.test/')
  await vi.waitFor(() => expect(shown()).toContain('failed'))
  all<HTMLButtonElement>('button')
    .find(({ textContent }) => textContent === 'Send again')
    ?.click()

  await vi.waitFor(() =>
    expect(commands()).toEqual([['/endpoints/commands/resend-message', { endpointId: 'w', messageId: 'k' }]]),
  )
})

test('an account is linked by the answer of a platform that leads back to the panel, and by no answer to another tab', async () => {
  const address = { redirectUri: 'https://api.test/panel' }
  const platforms = answers['/recipients/platforms'] as object[]
  onTestFinished(() => void Object.assign(platforms[1] ?? {}, { redirectUri: undefined }))
  Object.assign(platforms[1] ?? {}, address)
  const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined)
  await opened('accounts')
  all<HTMLButtonElement>('main button')
    .filter(({ textContent }) => textContent === 'Sign in')[1]
    ?.click()
  await vi.waitFor(() => expect(assign).toHaveBeenCalled())
  const state = new URL(String(assign.mock.lastCall?.[0])).searchParams.get('state') ?? expect.fail()
  const begun = sessionStorage.getItem('panel:link') ?? expect.fail()

  const seen: unknown[] = []
  for (const given of ['other', state]) {
    sent = []
    render(null, document.querySelector('#app') as HTMLElement)
    await opened('accounts', false, '', () => {
      sessionStorage.setItem('panel:link', begun)
      history.replaceState(null, '', `https://api.test/panel?code=c&state=${given}`)
    })
    await settled()
    seen.push(commands(), location.search)
  }

  expect(seen).toEqual([[], '', [['/recipients/commands/link-twitch', { authorizationCode: 'c' }]], ''])
  expect(shown()).toContain('Linked')
  expect(sessionStorage.getItem('panel:link')).toBeNull()
})

test('the network that is back ends the message that it is lost', async () => {
  await opened('now')
  const banners: number[] = []
  for (const type of ['offline', 'online']) {
    dispatchEvent(new Event(type))
    await settled()
    banners.push(all('.banner').length)
  }

  expect(banners).toEqual([1, 0])
})

test('a step has its tone, and its reason and its time if it has them', async () => {
  await opened('trace')

  await pressed('View: Ada')

  expect(all('.steps li').map(({ className, textContent }) => [className, textContent])).toEqual([
    ['bad', 'Webhook  \u2068will not happen\u2069 · \u2068late\u2069 · \u20687 ms\u2069'],
    ['good', 'Overlay OBS \u2068done\u2069'],
  ])
  await pressed('View', { id: ' p ' })
  expect(queriesOf('/payments/p/trace')).toEqual(['', ''])
})

/** The texts of the items of each list, with their tones and without marks of direction. */
const itemsShown = () => {
  for (const part of all('details.edit')) part.remove()
  for (const part of all('li small')) part.prepend(` ${part.className}: `)
  return Object.fromEntries(
    all('section:has(> ul)').map((section) => [
      section.querySelector('h2')?.textContent,
      [...section.querySelectorAll(':scope > ul > li')].map(({ firstElementChild }) =>
        firstElementChild?.textContent.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' '),
      ),
    ]),
  )
}
const day = 'Mar 1, 2026, 3:00 PM'

test.each([
  [
    'now',
    {
      'Wait for your approval': ['Held €5.00Hello'],
      Alerts: [`Ada €5.00Hello soft: Donation · ${day}`, `Somebody soft: Follow · ${day} · hidden`],
      Overlays: ['OBS good: connected · 1 wait', 'p soft: offline'],
      Goals: ['Microphone soft: €20.00 / €50.00'],
    },
  ],
  [
    'history',
    {
      History: [`Ada €5.00Hello soft: Stripe · Donation · ${day}`, `Gone €5.00Hello soft: ${day} bad: €2.00 refunded`],
      Leaders: ['1. Ada €5.00'],
    },
  ],
  ['overlays', { Overlays: [`OBS soft: offline · ${day}`, 'p good: connected soft: Leaders alone'] }],
  [
    'gateways',
    {
      Payments: [
        'Standard Webhooks good: onCopySet upAny processor that signs with Standard Webhooks: whsec_ and base64 of at least 24 bytes.' +
          'Signing secretSave soft: No event has come yet.',
        'YooKassa soft: offCopySet upOpen Интеграция › HTTP-уведомления there, and paste the webhook address. ' +
          'Choose payment.succeeded, payment.canceled, refund.succeeded. Open that pagePaste here: Интеграция › Ключи API. ' +
          `Open that pageShop IDAPI keySave soft: Last event: payment.succeeded, ${day}` +
          ' bad: Last refused: wrong signature, Mar 2, 2026, 3:00 PM',
      ],
    },
  ],
  [
    'accounts',
    {
      Accounts: [
        `Kick: alice soft: Events arrive · Stream began, ${day}`,
        'Twitch: 8 bad: Link this account again. · Events do not arrive · The other service took too long. Please try again. · Not allowed: Bits, chat. Link the account again, and allow everything.',
      ],
      'Link an account': ['Kick ', 'Twitch ', 'VK soft: The operator has not set this platform up.'],
    },
  ],
  [
    'announcers',
    {
      Announcements: [
        ' Live! soft: The stream begins',
        ' Mira: 12.34 EUR Great stream!{x} soft: OTHER bad: The bot can no longer post in this chat.',
      ],
      Chats: ['Fans ', `Lost bad: Lost: ${day}`, '-3 '],
    },
  ],
  ['actions', { Actions: ['Creeper €5.00 soft: g · c', 'Snow €1.00 soft: c · off'] }],
  [
    'trace',
    { 'Payment status': [`Ada €5.00 soft: Stripe · completed · ${day}`, 'Somebody €1.00 soft: Ko-fi · begun'] },
  ],
])('the view %s describes each item in its tone', async (view, said) => {
  await opened(view)

  expect(itemsShown()).toEqual(said)
})
