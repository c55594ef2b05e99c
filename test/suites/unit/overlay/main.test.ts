// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DeliveryMessage, ServerMessage } from '../../../../shared/web/client/live/messages.ts'
import { BrowserSocket } from '../../../support/browserSocket.ts'
import { one, openPage } from './openPage.ts'

const chimes: unknown[] = []
vi.mock('../../../../shared/web/overlay/chime.ts', () => ({
  createChime:
    () =>
    (...given: readonly number[]) =>
      void chimes.push(given),
}))

const version = 1
const origin = 'https://overlay.test'
const panel = {}
let page: EventTarget
let sounds: { readonly url: string; volume: number; readonly isPaused: boolean }[]
let canPlay: boolean
let held: (() => unknown)[]
let renewals: Request[]
let renewal: () => Pick<Response, 'ok' | 'status' | 'json'>
const stored = new Map<string, string>()

const answerOf = (status: number, ticket = '') => ({
  status,
  ok: status < 300,
  json: async () => ({ ticket, webSocketUrl: 'wss://live.test' }),
})
const welcome = (look = {}): ServerMessage => ({
  version,
  type: 'welcome',
  overlayId: 'o',
  after: 0,
  through: 0,
  more: false,
  look,
})
const ofDelivery = (sequence: number) =>
  ({ version, sequence, after: sequence - 1, force: false, test: false }) as const
const alert = (sequence: number, more = {}, force = false): DeliveryMessage => ({
  ...ofDelivery(sequence),
  type: 'alert',
  force,
  alert: {
    id: `a${sequence}`,
    recipientId: 'r',
    historyItemId: 'h',
    system: 'Manual',
    event: 'payment',
    createdAt: '',
    hidden: false,
    nickname: `Viewer ${sequence}`,
    message: '',
    amount: null,
    media: { url: '' },
    levelName: 'gold',
    count: 1,
    ...more,
  },
})
const video = {
  id: 'm',
  provider: 'youtube',
  originId: 'v',
  url: '',
  thumbnail: '',
  system: '',
  paymentId: '',
} as const
const media = (sequence: number): DeliveryMessage => ({
  ...ofDelivery(sequence),
  type: 'media',
  media: [{ ...video, title: 'Song', owner: 'Mira' }],
})
const skip = (sequence: number): DeliveryMessage => ({ ...ofDelivery(sequence), type: 'skip', skip: { id: 'm' } })

const change = (sequence: number, of: number, more: object): DeliveryMessage => ({
  ...ofDelivery(sequence),
  type: 'change',
  change: {
    id: `a${of}`,
    historyItemId: 'h',
    hidden: false,
    nickname: `Viewer ${of}`,
    message: '',
    amount: null,
    refunded: null,
    media: { url: '' },
    levelName: 'gold',
    count: 1,
    ...more,
  },
})

/** Opens the page at an address, and lets it have the lock of its storage key. */
const opened = async (hash = '#ticket=first', search = ''): Promise<void> => {
  vi.stubGlobal('location', { hash, search, origin })
  vi.resetModules()
  await import('../../../../shared/web/overlay/main.ts')
}
const locked = (): void => {
  for (const run of held.splice(0)) run()
}
/** The next connection: at the latest half a minute after the last one. */
const connected = async (...messages: readonly ServerMessage[]): Promise<BrowserSocket> => {
  const count = BrowserSocket.opened.length
  for (let tries = 0; BrowserSocket.opened.length === count; tries++) {
    if (tries > 300) throw new Error('the page does not connect')
    await vi.advanceTimersByTimeAsync(100)
  }
  const socket = BrowserSocket.opened.at(-1) as BrowserSocket
  socket.open()
  socket.receive(...messages)
  await vi.advanceTimersByTimeAsync(0)
  return socket
}
const connectedWith = async (look: object, ...messages: readonly DeliveryMessage[]): Promise<BrowserSocket> => {
  await opened()
  locked()
  return connected(welcome(look), ...messages)
}
const light = () => [document.body.dataset['state'], one('#light span').textContent]
const nickname = () => document.querySelector('#stage .nickname')?.textContent
const acknowledged = ({ sent }: BrowserSocket) =>
  sent.flatMap((message) => (message.type === 'ack' ? [message.sequence] : []))
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

class Sound {
  readonly url: string
  volume = 1
  isPaused = false
  constructor(url: string) {
    this.url = url
    sounds.push(this)
  }
  pause(): void {
    this.isPaused = true
  }
  play = (): Promise<void> => (canPlay ? Promise.resolve() : Promise.reject(new Error('not before a click')))
}
const setVisibility = (state: 'hidden' | 'visible'): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
}
const stubVisibility = (state: 'hidden' | 'visible'): void => {
  setVisibility(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  ;[page, sounds, canPlay, held, renewals] = [new EventTarget(), [], true, [], []]
  renewal = () => answerOf(200, 'next')
  stored.clear()
  chimes.length = 0
  BrowserSocket.opened = []
  // A digest that comes from another thread would come to the next test's page.
  const digest = async (_name: unknown, text: Uint8Array) => new Uint8Array(createHash('sha256').update(text).digest())
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(digest as never)
  openPage()
  // Without an event, which pages of earlier tests would hear.
  setVisibility('visible')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const requestLock = (_place: string, run: () => unknown) => held.push(run)
  const stubs = {
    WebSocket: BrowserSocket,
    Audio: Sound,
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    navigator: { locks: { request: requestLock } },
    fetch: async (url: string, init: RequestInit) => {
      renewals.push(new Request(`${origin}/${url}`, init))
      return renewal()
    },
    addEventListener: page.addEventListener.bind(page),
    isSecureContext: true,
    parent: window,
  }
  for (const [name, stub] of Object.entries(stubs)) vi.stubGlobal(name, stub)
})

test('the light says that an address without a ticket is used up, and the page does not connect', async () => {
  await opened('#volume=1')

  expect(light()).toEqual(['rejected', 'this address is used up · make a new one'])
  expect(held).toEqual([])
})

test('a page without a ticket says nothing in a frame, where it shows a look', async () => {
  vi.stubGlobal('parent', panel)

  await opened('')

  expect(light()).toEqual(['connecting', ''])
})

test('the light says that a page without https cannot have a key', async () => {
  vi.stubGlobal('isSecureContext', false)
  await opened()

  expect(light()).toEqual(['insecure', 'this page needs https'])
  expect(held).toEqual([])
})

test('the light says that another page has the address, after a second, until that one is closed', async () => {
  await opened()
  await vi.advanceTimersByTimeAsync(999)
  expect(light()).toEqual(['connecting', ''])
  await vi.advanceTimersByTimeAsync(1)
  expect(light()).toEqual(['standby', 'waiting · open elsewhere'])

  locked()
  await connected(welcome())

  expect(light()).toEqual(['online', ''])
})

test('the light never says that a page waits which has the address at once', async () => {
  await opened()
  locked()
  await seconds(2)

  expect(light()[0]).not.toBe('standby')
})

test('the light is for viewers only where the address asks for it', async () => {
  await opened('#ticket=first&lamp=on')
  expect(document.body.hasAttribute('data-lamp')).toBe(true)

  await opened('#ticket=first')
  expect(document.body.hasAttribute('data-lamp')).toBe(false)
})

test('the light says when the page is offline', async () => {
  const socket = await connectedWith({})
  socket.cut()

  expect(light()).toEqual(['offline', 'offline · reconnecting'])
})

test('the first ticket is that of the address, with the digest of a key', async () => {
  const { url } = await connectedWith({})

  expect(url).toMatch(/^wss:\/\/live\.test\?ticket=first&key=[\w-]{43}$/)
  expect([...stored.keys()]).toEqual(['overlay:first'])
})

test('the next tickets are given for the key', async () => {
  const socket = await connectedWith({})
  const { key } = JSON.parse(stored.get('overlay:first') ?? '')

  socket.cut()
  const { url } = await connected()

  expect(url).toBe('wss://live.test?ticket=next')
  expect(renewals.map(({ method, url: to }) => `${method} ${to}`)).toEqual([
    `POST ${origin}/overlays/commands/renew-ticket`,
  ])
  expect(renewals[0]?.headers.get('content-type')).toBe('application/json')
  expect(await renewals[0]?.json()).toEqual({ key })
})

test('tickets are refused to a page that was revoked, which stays away, also when it is loaded again', async () => {
  renewal = () => answerOf(401)
  const socket = await connectedWith({})

  socket.cut()
  await seconds(3600)

  expect(light()).toEqual(['revoked', 'this overlay was revoked · make a new one'])
  expect(renewals).toHaveLength(1)

  await opened()
  locked()
  await seconds(3600)
  expect([light()[0], renewals.length, BrowserSocket.opened.length]).toEqual(['revoked', 2, 1])
})

test('tickets are refused to a superseded page while the other one is connected, and it asks every five minutes', async () => {
  renewal = () => answerOf(409)
  const socket = await connectedWith({})
  socket.receive({ version, type: 'error', code: 'superseded', detail: '' })
  await seconds(600)

  expect([light()[0], BrowserSocket.opened.length]).toEqual(['standby', 1])
  expect(await Promise.all(renewals.map((request) => request.json()))).toMatchObject(Array(2).fill({ ifFree: true }))
})

test('tickets are requested again when the service fails, and at once when the network is back', async () => {
  renewal = () => answerOf(503)
  const socket = await connectedWith({})
  socket.cut()
  await seconds(1)
  const [asked, connections] = [renewals.length, BrowserSocket.opened.length]

  renewal = () => answerOf(200, 'later')
  page.dispatchEvent(new Event('online'))
  await seconds(0)
  const next = BrowserSocket.opened.at(-1)
  next?.open()
  next?.receive(welcome())

  expect([asked > 0, connections]).toEqual([true, 1])
  expect(renewals).toHaveLength(asked + 1)
  expect(next?.url).toBe('wss://live.test?ticket=later')
  expect(light()[0]).toBe('online')
})

test('an alert is shown for its time, one after the other, and acknowledged after it', async () => {
  const socket = await connectedWith({ seconds: 3 }, alert(1), alert(2))
  expect([nickname(), acknowledged(socket)]).toEqual(['Viewer 1', []])

  await seconds(3.45)
  expect([nickname(), acknowledged(socket)]).toEqual(['Viewer 2', [1]])
  await seconds(3.45)

  expect([nickname(), acknowledged(socket)]).toEqual([undefined, [1, 2]])
})

const raid = (sequence: number): DeliveryMessage => alert(sequence, { event: 'raid' })
const follow = (sequence: number, second = 0, more = {}): DeliveryMessage =>
  alert(sequence, { event: 'follow', createdAt: `2026-03-01T18:30:${String(second).padStart(2, '0')}Z`, ...more })
const card = () => [nickname(), document.querySelector('#stage .phrase')?.textContent]

test('what viewers paid for comes before what is free, and only an unbroken part is acknowledged', async () => {
  const socket = await connectedWith({ seconds: 3 }, raid(1), raid(2), alert(3), alert(4))
  const seen: unknown[] = []
  for (let shown = 0; shown < 4; shown++) {
    seen.push([nickname(), acknowledged(socket).at(-1)])
    await seconds(3.45)
  }

  expect(seen).toEqual([
    ['Viewer 1', undefined],
    ['Viewer 3', 1],
    ['Viewer 4', 1],
    ['Viewer 2', 1],
  ])
  expect(acknowledged(socket)).toEqual([1, 4])
})

test('a page that is loaded again does not repeat what it has shown before its turn', async () => {
  const socket = await connectedWith({ seconds: 3 }, raid(1), raid(2), alert(3))
  await seconds(6.9)
  const last = [nickname(), acknowledged(socket).at(-1)]
  openPage()
  await opened()
  locked()
  const again = await connected(
    { ...welcome({ seconds: 3 }), after: 1, through: 3 } as ServerMessage,
    raid(2),
    alert(3),
  )
  const first = nickname()
  await seconds(3.45)

  expect(last).toEqual(['Viewer 2', 1])
  expect([first, nickname(), acknowledged(again).at(-1)]).toEqual(['Viewer 2', undefined, 3])
})

test('more than five follows within ten seconds are one card, and are acknowledged with it', async () => {
  const follows = Array.from({ length: 7 }, (_, index) => follow(index + 1, index))
  const socket = await connectedWith({ seconds: 3 }, ...follows, follow(8, 30))
  const seen: unknown[] = []
  for (let shown = 0; shown < 3; shown++) {
    seen.push(card())
    await seconds(3.45)
  }

  expect(seen).toEqual([
    ['Viewer 1', 'and 6 more are now following'],
    ['Viewer 8', 'is now following'],
    [undefined, undefined],
  ])
  expect(acknowledged(socket)).toEqual([7, 8])
})

test('a crowd of follows counts one that was shown a moment before, and five are no crowd', async () => {
  const socket = await connectedWith({ seconds: 3 }, follow(1))
  await seconds(3.45)
  socket.receive(...Array.from({ length: 5 }, (_, index) => follow(index + 2, 9)))
  await seconds(0)
  const crowd = card()
  await seconds(3.45)
  socket.receive(...Array.from({ length: 5 }, (_, index) => follow(index + 7, 40)))
  await seconds(0)

  expect(crowd).toEqual(['Viewer 2', 'and 4 more are now following'])
  expect(card()).toEqual(['Viewer 7', 'is now following'])
})

test('a crowd that comes while the show is paused is shown as one card when it goes on', async () => {
  const paused = { paused: true, muted: false, cleared: 0, skipped: [], sequence: 1 }
  const socket = await connectedWith({ seconds: 3 }, { ...ofDelivery(1), type: 'show', show: paused })
  socket.receive(...Array.from({ length: 6 }, (_, index) => follow(index + 2)))
  const before = card()
  socket.receive({ ...ofDelivery(8), type: 'show', show: { ...paused, paused: false, sequence: 8 } })
  await seconds(0)
  const crowd = card()
  await seconds(3.45)

  expect([before, crowd]).toEqual([
    [undefined, undefined],
    ['Viewer 2', 'and 5 more are now following'],
  ])
  expect(acknowledged(socket).at(-1)).toBe(8)
})

test('a follow that is hidden while its crowd is on the screen leaves the card to the others', async () => {
  const socket = await connectedWith({ seconds: 3 }, ...Array.from({ length: 6 }, (_, index) => follow(index + 1)))
  socket.receive(change(7, 1, { hidden: true }))
  await seconds(0)

  expect(card()).toEqual(['Viewer 2', 'and 4 more are now following'])
})

test('who skips means the alert on the screen, also if a free one has given way to it', async () => {
  const socket = await connectedWith({ seconds: 3 }, raid(1), raid(2), alert(3))
  await seconds(3.45)
  const before = nickname()
  const state = { paused: false, muted: false, cleared: 0, skipped: [2], sequence: 4 }
  socket.receive({ ...ofDelivery(4), type: 'show', show: state })
  await seconds(0)

  expect([before, nickname()]).toEqual(['Viewer 3', 'Viewer 2'])
})

test('an alert is shown for less time and says how many wait, hidden and skipped ones and unwanted videos left out', async () => {
  const others = () => one('#stage .waiting').textContent
  const socket = await connectedWith(
    { media: false },
    alert(1, { message: 'x'.repeat(88) }),
    alert(2),
    media(3),
    alert(4),
  )
  socket.receive(change(5, 4, { hidden: true }))
  await seconds(10.45)
  expect([nickname(), others()]).toEqual(['Viewer 2', ''])

  socket.receive(...[6, 7, 8, 9].map((sequence) => alert(sequence)))
  expect(others()).toBe('4 more')
  socket.receive(show(10, { skipped: [9] }))
  expect(others()).toBe('3 more')
  await seconds(6.45)
  expect([nickname(), others()]).toEqual(['Viewer 6', '2 more'])
  await seconds(4.8 + 0.45)
  expect(nickname()).toBe('Viewer 7')
})

test('videos are counted among those that wait, in the language of the look', async () => {
  await connectedWith({ language: 'de' }, alert(1), media(2))

  expect(one('#stage .waiting').textContent).toBe('noch 1')
})

test('an alert that is hidden is acknowledged and not shown, unless it is repeated', async () => {
  const socket = await connectedWith({ seconds: 3 }, alert(1, { hidden: true }))
  expect([nickname(), acknowledged(socket), sounds]).toEqual([undefined, [1], []])

  socket.receive(alert(2, { hidden: true }, true))
  await seconds(0)

  expect(nickname()).toBe('Viewer 2')
})

test('an alert waits until the page is seen', async () => {
  stubVisibility('hidden')
  const socket = await connectedWith({ seconds: 3 }, alert(1))
  stubVisibility('hidden')
  await seconds(60)
  expect([nickname(), acknowledged(socket), chimes]).toEqual([undefined, [], []])

  stubVisibility('visible')
  await seconds(0)

  expect([nickname(), chimes]).toEqual(['Viewer 1', [[44, 0.5]]])
})

test('an alert has the sound of its level, at the configured volume', async () => {
  const gold = { name: 'gold', sound: 'https://sounds.test/gold.ogg' }
  await connectedWith({ volume: 0.2, levels: [gold] }, alert(1))

  expect(sounds).toMatchObject([{ url: gold.sound, volume: 0.2 }])
  expect(chimes).toEqual([])
})

test('an alert has half the volume by default, and a chime when its sound cannot be played', async () => {
  canPlay = false
  await connectedWith({ sound: 'https://sounds.test/all.ogg' }, alert(1))

  expect(sounds).toMatchObject([{ volume: 0.5 }])
  expect(chimes).toEqual([[44, 0.5]])
})

test('an alert has its level’s colour and the recipient’s look, except for the settings of the address', async () => {
  await opened('#ticket=first&position=top')
  locked()
  await connected(welcome({ position: 'center', theme: 'paper', sound: 'https://sounds.test/a.ogg' }), alert(1))

  expect(document.body.dataset).toMatchObject({ position: 'top', theme: 'paper' })
  expect(one('#stage .alert').style.getPropertyValue('--hue')).toBe('44')
})

test('the page shows an alert again that a reload has interrupted, and none that was acknowledged', async () => {
  const before = await connectedWith({ seconds: 6 }, alert(1), alert(2))
  await seconds(6.45)
  expect([nickname(), acknowledged(before)]).toEqual(['Viewer 2', [1]])

  vi.clearAllTimers()
  openPage()
  await opened()
  locked()
  const after = await connected(welcome({ seconds: 6 }), alert(1), alert(2))

  expect(after.sent).toEqual([
    { version, type: 'ack', sequence: 1 },
    { version, type: 'resume', after: 1 },
  ])
  expect(nickname()).toBe('Viewer 2')
  await seconds(6.45)
  expect([nickname(), acknowledged(after)]).toEqual([undefined, [1, 2]])
})

test('the page asks for missed deliveries each time it becomes visible, and not when it is hidden', async () => {
  const { sent } = await connectedWith({})
  const resumes = () => sent.filter(({ type }) => type === 'resume').length

  const counts = (['hidden', 'visible', 'hidden', 'visible'] as const).map((state) => {
    stubVisibility(state)
    return resumes()
  })

  expect(counts).toEqual([1, 2, 2, 3])
})

test('requested videos are announced without a sound, and acknowledged', async () => {
  const socket = await connectedWith({ seconds: 3, sound: 'https://sounds.test/a.ogg' }, media(1))
  expect([nickname(), acknowledged(socket)]).toEqual(['Requested video', []])

  await seconds(3.45)

  expect([nickname(), acknowledged(socket), sounds, chimes]).toEqual([undefined, [1], [], []])
})

test('a hidden page announces videos later', async () => {
  stubVisibility('hidden')
  await connectedWith({}, media(1))
  expect(nickname()).toBeUndefined()

  stubVisibility('visible')
  await seconds(0)

  expect(nickname()).toBe('Requested video')
})

test('a recipient who wants no videos announced gets none, and all else is acknowledged only', async () => {
  const socket = await connectedWith({ media: false }, media(1), skip(2))

  expect([nickname(), acknowledged(socket)]).toEqual([undefined, [1, 2]])
})

const tries = (look: object) =>
  page.dispatchEvent(Object.assign(new Event('message'), { origin, source: panel, data: { look } }))

const atFirst = { paused: false, muted: false, cleared: 0, skipped: [], sequence: 0 }
const show = (sequence: number, more: object): DeliveryMessage => ({
  ...ofDelivery(sequence),
  type: 'show',
  show: { ...atFirst, ...more, sequence },
})

test('a paused show finishes the alert on the screen, and shows the others after it resumes', async () => {
  const socket = await connectedWith({ seconds: 5 }, alert(1), alert(2))
  await seconds(4)
  socket.receive(show(3, { paused: true }))
  await seconds(60)
  socket.receive(show(4, { paused: true, muted: true }))
  await seconds(1)
  expect([nickname(), acknowledged(socket)]).toEqual([undefined, [1]])

  socket.receive(show(5, {}))
  await seconds(1)

  expect(nickname()).toBe('Viewer 2')
})

test('a page that is loaded while the show is paused shows nothing, and older states that follow do not change that', async () => {
  await opened()
  locked()
  const state = { ...atFirst, paused: true, sequence: 9 }
  await connected({ ...welcome({}), through: 3, show: state } as ServerMessage, alert(1), show(2, {}), alert(3))
  await seconds(60)

  expect(nickname()).toBeUndefined()
})

test('a skipped alert leaves the screen with its sound, and one that waits is left out', async () => {
  const socket = await connectedWith(
    { seconds: 5, levels: [{ name: 'gold', sound: 'https://s.test' }] },
    alert(1),
    alert(2),
    alert(3),
  )
  await seconds(1)
  socket.receive(show(4, { skipped: [1, 2] }))
  await seconds(1)

  expect([nickname(), sounds.map(({ isPaused }) => isPaused), acknowledged(socket)]).toEqual([
    'Viewer 3',
    [true, false],
    [1, 2],
  ])
})

test('a skip ends the speech of an alert whose card has left, and the next alert follows', async () => {
  const spoken: EventTarget[] = []
  vi.stubGlobal('SpeechSynthesisUtterance', EventTarget)
  vi.stubGlobal('speechSynthesis', {
    speak: (utterance: EventTarget) => spoken.push(utterance),
    cancel: () => spoken.at(-1)?.dispatchEvent(new Event('error')),
    getVoices: () => [{ lang: 'en' }],
  })
  const socket = await connectedWith({ seconds: 2, speech: {} }, alert(1), alert(2))
  await seconds(10)
  const before = [nickname(), acknowledged(socket), spoken.length]
  socket.receive(show(3, { skipped: [1] }))
  await seconds(1)

  expect(before).toEqual([undefined, [], 1])
  expect([nickname(), acknowledged(socket), spoken.length]).toEqual(['Viewer 2', [1], 2])
})

test('a cleared show drops waiting alerts, even while paused, and keeps the one on the screen', async () => {
  const socket = await connectedWith({ seconds: 5 }, alert(1), alert(2))
  await seconds(1)
  socket.receive(show(3, { paused: true, cleared: 2 }), alert(4))
  await seconds(1)
  expect(nickname()).toBe('Viewer 1')
  await seconds(6)

  expect(acknowledged(socket)).toEqual([1, 2, 3])
  socket.receive(show(5, { cleared: 2 }))
  await seconds(1)
  expect(nickname()).toBe('Viewer 4')
})

test('a muted show ends the sound, and later alerts have none and are not read', async () => {
  const speak = vi.fn((utterance: EventTarget) => utterance.dispatchEvent(new Event('end')))
  vi.stubGlobal('SpeechSynthesisUtterance', EventTarget)
  vi.stubGlobal('speechSynthesis', { speak, cancel: () => {}, getVoices: () => [{ lang: 'en' }] })
  const socket = await connectedWith(
    { seconds: 2, speech: {}, levels: [{ name: 'gold', sound: 'https://s.test' }] },
    alert(1),
    alert(2),
  )
  await seconds(1)
  socket.receive(show(3, { muted: true }))
  await seconds(3)

  expect([nickname(), sounds.map(({ isPaused }) => isPaused), chimes]).toEqual(['Viewer 2', [true], []])
  expect(speak).toHaveBeenCalledOnce()
})

test('a skipped announcement of videos leaves the screen', async () => {
  const socket = await connectedWith({ seconds: 5 }, media(1), alert(2))
  await seconds(1)
  socket.receive(show(3, { skipped: [1] }))
  await seconds(1)

  expect(nickname()).toBe('Viewer 2')
})

test('a preview wears each look that the panel tries, on a sample that stays', async () => {
  vi.stubGlobal('parent', panel)
  await opened()
  tries({ theme: 'paper' })
  tries({ theme: 'neon', language: 'de' })

  expect(document.body.dataset['theme']).toBe('neon')
  expect(nickname()).toBe('Mira')
  expect(one('#stage .amount').textContent).toBe('12,34\u00a0€')
  expect(one('#stage .alert').className).toBe('alert still')
})

test('a preview shows the alert of the panel, in the look that comes with the connection', async () => {
  vi.stubGlobal('parent', panel)
  await opened()
  const { alert: shown } = alert(1, { nickname: 'Ada' }) as { readonly alert: object }
  const shows = (given: object | null) =>
    page.dispatchEvent(Object.assign(new Event('message'), { origin, source: panel, data: { alert: given } }))
  shows(shown)
  expect([nickname(), document.querySelector('#stage .test')]).toEqual(['Ada', null])

  locked()
  await connected(welcome({ accent: '#00ff00' }))

  const inLook = () => [nickname(), one('#stage .alert').style.getPropertyValue('--hue')]
  expect(inLook()).toEqual(['Ada', '120'])
  shows(null)
  expect(inLook(), 'also where the panel has none to show').toEqual(['Ada', '120'])
})

test('a loaded sound is played by its former link, and by the newest one where that brings nothing more', async () => {
  const link = (signature: string) => `https://files.test/1?X-Amz-Signature=${signature}`
  const socket = await connectedWith({ seconds: 3, sound: link('former') }, alert(1))
  await seconds(4)
  socket.receive({ ...ofDelivery(2), type: 'look', look: { seconds: 3, sound: link('newest') } }, alert(3))
  await seconds(4)
  canPlay = false
  socket.receive(alert(4))
  await seconds(0)

  expect(sounds.map(({ url }) => url)).toEqual(['former', 'former', 'former', 'newest'].map(link))
  expect(chimes).toHaveLength(1)
})

const goalsOf = (title: string) => {
  const money = { major: 5, minor: 0, currency: 'EUR' }
  return { goals: [{ title, reached: money, target: money }], sequence: 1 }
}
const partConnected = async (part: string, more: object = {}): Promise<BrowserSocket> => {
  await opened('#ticket=first', `?part=${part}`)
  locked()
  return connected({ ...welcome(), goals: goalsOf('Chair'), ...more } as ServerMessage)
}
const titles = () => [...document.querySelectorAll('.title')].map(({ textContent }) => textContent)

test('a source of goals shows no alerts and acknowledges none, and shows goals that other overlays leave out', async () => {
  const socket = await partConnected('goals', { look: { goals: { show: false } } })
  socket.receive(alert(1), alert(2), { ...ofDelivery(3), type: 'goals', goals: { ...goalsOf('Desk'), sequence: 3 } })
  await seconds(60)

  expect([titles(), nickname(), chimes, acknowledged(socket)]).toEqual([['Desk'], undefined, [], []])
  expect(document.documentElement.dataset['part']).toBe('goals')

  socket.cut()
  const next = await connected(welcome())
  expect(next.sent).toMatchObject([{ type: 'resume', after: 3 }])
})

test('a source of alerts alone has no bars of goals, and acknowledges what it has shown', async () => {
  const socket = await partConnected('alerts')
  socket.receive(alert(1))
  await seconds(0)
  expect([titles(), nickname()]).toEqual([[], 'Viewer 1'])
  await seconds(60)

  expect(acknowledged(socket)).toEqual([1])
})

const leadersOf = (...names: readonly string[]) => ({
  period: 'month',
  currency: 'EUR',
  leaders: names.map((nickname, index) => ({ nickname, amount: { major: 9 - index, minor: 0, currency: 'EUR' } })),
})

test('a source of leaders shows them alone, and asks for newer ones soon after an alert', async () => {
  const socket = await partConnected('leaders', { leaders: leadersOf('<b>Ada</b>', 'Bob') })
  const rows = () => [...document.querySelectorAll('#leaders li')].map(({ textContent }) => textContent)
  expect(one('#leaders .heading').textContent).toBe('Top donors this month')
  expect([rows(), document.querySelectorAll('.goal').length]).toEqual([['<b>Ada</b>€9', 'Bob€8'], 0])
  const asked = socket.sent.length

  socket.receive(alert(1), alert(2), change(3, 1, { hidden: true }))
  await seconds(4.9)
  expect([socket.sent.length, nickname()]).toEqual([asked, undefined])
  await seconds(0.1)
  expect(socket.sent.slice(asked)).toMatchObject([{ type: 'resume', after: 3 }])
  socket.receive({ ...welcome({ language: 'de' }), after: 3, through: 3, leaders: leadersOf('Bob') } as ServerMessage)

  expect([one('#leaders .heading').textContent, rows()]).toEqual(['Beste Spender des Monats', ['Bob9\u00a0€']])
})

test('an overlay without a part shows alerts with the bars of goals, and no leaders', async () => {
  const socket = await partConnected('', { leaders: leadersOf('Ada') })
  socket.receive(alert(1))
  await seconds(0)

  expect([titles(), nickname(), one('#leaders').childElementCount]).toEqual([['Chair'], 'Viewer 1', 0])
})

test('a preview wears the look of the goals too, whose bars are full at most', async () => {
  vi.stubGlobal('parent', panel)
  const money = { major: 5, minor: 0, currency: 'EUR', exponent: 2 } as const
  const goals = { goals: [{ title: 'Chair', reached: { ...money, major: 6, minor: 50 }, target: money }], sequence: 1 }
  await connectedWith({}, { ...ofDelivery(1), type: 'goals', goals })
  expect([one('#goals .title').textContent, one('.goal').style.getPropertyValue('--part')]).toEqual(['Chair', '1'])
  expect([one('#goals').dataset['position'], one('#goals .reached').textContent]).toEqual(['top', '6.50 EUR / 5 EUR'])

  tries({ language: 'de', goals: { accent: '#00ff00' } })
  expect(one('#goals').style.getPropertyValue('--goal')).toBe('#00ff00')
  expect(one('#goals .reached').textContent).toBe('6,50 EUR / 5 EUR')

  tries({ goals: { show: false } })
  expect([one('#goals').style.getPropertyValue('--goal'), one('#goals').childElementCount]).toEqual(['', 0])
})

test('a level is shown for its own seconds and with its own words, others for those of all', async () => {
  const levels = [{ name: 'Gold', seconds: 9, text: 'made it rain' }]
  await connectedWith({ seconds: 3, levels }, alert(1, { levelName: 'gold' }), alert(2, { levelName: 'silver' }))
  const phrase = () => document.querySelector('#stage .phrase')?.textContent
  const first = phrase()
  await seconds(8.9)
  const still = nickname()
  await seconds(1)
  const second = [nickname(), phrase()]
  await seconds(3.5)

  expect([first, still, second, nickname()]).toEqual(['made it rain', 'Viewer 1', ['Viewer 2', ''], undefined])
})

test('a look that is saved is worn before its turn, while an alert is on the screen', async () => {
  const socket = await connectedWith({ theme: 'paper', accent: '#112233' }, alert(1), alert(2))

  socket.receive({ ...ofDelivery(3), type: 'look', look: { theme: 'neon' } })
  await seconds(0)

  expect([nickname(), document.body.dataset['theme']]).toEqual(['Viewer 1', 'neon'])
})

test('a preview does not replace a shown alert', async () => {
  vi.stubGlobal('parent', panel)
  const socket = await connectedWith({ sound: 'https://sounds.test/a.ogg' }, alert(1))
  tries({ theme: 'neon' })
  const theme = document.body.dataset['theme']
  socket.receive(welcome())

  expect([nickname(), theme]).toEqual(['Viewer 1', 'neon'])
})

test('the page wears its look before it is connected', async () => {
  await opened('#ticket=first&position=top')

  expect(document.body.dataset).toMatchObject({ theme: 'glass', position: 'top' })
})

const sounding = { seconds: 6, sound: 'https://sounds.test/a.mp3' }

test('a change removes a shown alert with its sound, drops a waiting one, and the next follows', async () => {
  const socket = await connectedWith(sounding, alert(1), alert(2), alert(3))
  socket.receive(change(4, 2, { hidden: true }), change(5, 1, { hidden: true }))
  await seconds(0)

  expect(nickname()).toBe('Viewer 3')
  expect(sounds.map(({ isPaused }) => isPaused)).toEqual([true, false])
  await seconds(7)
  expect(acknowledged(socket)).toEqual([1, 2, 3, 4, 5])
})

test('a change ends the speech', async () => {
  const cancel = vi.fn()
  vi.stubGlobal('speechSynthesis', { cancel, getVoices: () => [] })
  const socket = await connectedWith({ seconds: 6 }, alert(1))
  socket.receive(change(2, 1, { hidden: true }))
  await seconds(0)

  expect(cancel).toHaveBeenCalledOnce()
})

test('a change updates the texts of shown and waiting alerts', async () => {
  const socket = await connectedWith({ seconds: 6 }, alert(1), alert(2))
  socket.receive(change(3, 1, { nickname: 'Zed' }), change(4, 2, { nickname: 'Ada' }))
  await seconds(0)
  expect(nickname()).toBe('Zed')

  await seconds(6.5)
  expect(nickname()).toBe('Ada')
})

test('a change is in an alert that waited for the page to be visible', async () => {
  stubVisibility('hidden')
  const socket = await connectedWith({ seconds: 6 }, alert(1))
  socket.receive(change(2, 1, { nickname: 'Zed', levelName: 'silver' }))
  await seconds(60)
  expect([nickname(), acknowledged(socket)]).toEqual([undefined, []])

  stubVisibility('visible')
  await seconds(0)

  expect([nickname(), chimes]).toEqual(['Zed', [[210, 0.5]]])
  await seconds(6.45)
  expect(acknowledged(socket)).toEqual([1, 2])
})

test('a change drops an alert that waits for the page to be visible', async () => {
  stubVisibility('hidden')
  const socket = await connectedWith({ seconds: 6 }, alert(1))
  socket.receive(change(2, 1, { hidden: true }))
  await seconds(0)
  stubVisibility('visible')
  await seconds(0)

  expect([nickname(), chimes]).toEqual([undefined, []])
  expect(acknowledged(socket)).toEqual([1, 2])
})

test('a change of a finished alert does not touch the next video announcement', async () => {
  const socket = await connectedWith({ seconds: 3 }, alert(1), media(2))
  await seconds(4)
  socket.receive(change(3, 1, { hidden: true }))
  await seconds(0)

  expect(nickname()).toBe('Requested video')
})
