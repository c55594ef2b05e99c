import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { Credentials, type Ticket, type Tickets } from '../../../../shared/web/client/live/credentials.ts'
import { base64Url, newKey } from '../../../../shared/web/client/live/newKey.ts'

const place = 'alerts:panel'
let stored: Map<string, string>
let writes: number
let asked: string[]
let known: ReadonlySet<string> | 'all'

const storage = () => ({
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => {
    writes += 1
    stored.set(name, value)
  },
})
const kept = () => JSON.parse(stored.get(place) ?? 'null')
const ticket = (name: string): Ticket => ({ ticket: name, webSocketUrl: 'wss://live.test' })
const tickets = (isEndless: boolean): Tickets => ({
  first: async () => {
    asked.push('first')
    return ticket('first')
  },
  renewed: async (key) => {
    asked.push(`renewed ${key}`)
    return known === 'all' || known.has(key) ? ticket('next') : undefined
  },
  isEndless,
})
const made = (isEndless = false, given = storage) => new Credentials(place, tickets(isEndless), given)
const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

beforeEach(() => {
  ;[stored, writes, asked, known] = [new Map(), 0, [], 'all']
})

test('a key is as random as it is long, and needs no escape', () => {
  const keys = Array.from({ length: 200 }, newKey)

  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      expect(base64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
    }),
  )
})

test('the key is stored before its first use, so that a page that is closed while it connects finds it again', () => {
  made()
  const { key } = kept()
  made()

  expect(kept()).toEqual({ key, isKnown: false })
})

test('a new listener brings the digest of its key with a first ticket, and gets the next one for its key', async () => {
  const credentials = made()
  const { key } = kept()

  const addresses = [await credentials.address(), await credentials.address()]

  expect(addresses).toEqual([`wss://live.test?ticket=first&key=${digestOf(key)}`, 'wss://live.test?ticket=next'])
  expect(asked).toEqual(['first', `renewed ${key}`])
})

test('a listener that was there before asks with its key first; one that the service does not know yet begins again', async () => {
  made()
  const { key } = kept()
  known = new Set()

  expect(await made().address()).toBe(`wss://live.test?ticket=first&key=${digestOf(key)}`)
  expect(asked).toEqual([`renewed ${key}`, 'first'])
})

test('a listener that was given a ticket for its key asks with it from then on', async () => {
  made()
  const again = made()
  await again.address()
  known = new Set()

  await again.address()

  expect(asked.map((call) => call.split(' ')[0])).toEqual(['renewed', 'renewed', 'first'])
})

const refused = async (isEndless: boolean, isWelcome: boolean) => {
  made(isEndless).welcomed()
  const again = made(isEndless)
  again.progress = { shown: 7, ahead: [] }
  if (isWelcome) again.welcomed()
  const before = kept()
  known = new Set()
  return { before, address: await again.address() }
}

test('a key that the service no longer knows is revoked if there is only one first ticket', async () => {
  const { before, address } = await refused(false, false)

  expect(address).toBe('revoked')
  expect(kept()).toEqual(before)
})

test('a key that the service no longer knows is revoked if it was accepted since the page was opened', async () => {
  expect((await refused(true, true)).address).toBe('revoked')
})

test('a forgotten key is replaced, and the progress is kept', async () => {
  const { before, address } = await refused(true, false)

  const { key } = kept()
  expect(key).not.toBe(before.key)
  expect(kept()).toEqual({ key, isKnown: false, shown: 7 })
  expect(address).toBe(`wss://live.test?ticket=first&key=${digestOf(key)}`)
})

test('a first ticket is in doubt after three attempts that nobody welcomed', async () => {
  known = new Set()
  const credentials = made()
  const doubts: boolean[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    await credentials.address()
    doubts.push(credentials.isDoubtful)
  }
  credentials.welcomed()

  expect(doubts).toEqual([false, false, true])
  expect(credentials.isDoubtful).toBe(false)
})

test('progress survives a reload, and a welcome is written once', () => {
  const credentials = made()
  expect(credentials.progress.shown).toBeUndefined()
  credentials.welcomed()
  credentials.progress = { shown: 5, ahead: [] }
  const before = writes
  credentials.welcomed()

  expect(writes).toBe(before)
  expect(made().progress.shown).toBe(5)
  expect(kept()).toMatchObject({ isKnown: true, shown: 5 })
})

test.each(['{', 'null'])('a storage that holds %j is a new listener’s', (text) => {
  stored.set(place, text)
  made()

  expect(kept()).toMatchObject({ isKnown: false })
  expect(kept().key).toMatch(/^[\w-]{43}$/)
})

test('without a storage a listener works until its page is closed', async () => {
  const refusing = () => {
    throw new Error('a private window')
  }
  const credentials = made(false, refusing)
  credentials.progress = { shown: 3, ahead: [] }

  expect(await credentials.address()).toMatch(/^wss:\/\/live\.test\?ticket=first&key=[\w-]{43}$/)
  expect(await credentials.address()).toBe('wss://live.test?ticket=next')
  expect(credentials.progress.shown).toBe(3)
})
