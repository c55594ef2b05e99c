import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Connection, type State } from '../../../shared/client/live/connection.ts'
import { Credentials, type Ticket, type Tickets } from '../../../shared/client/live/credentials.ts'
import type { ServerMessage } from '../../../shared/client/live/messages.ts'
import { BrowserSocket } from '../../support/browserSocket.ts'

const welcome: ServerMessage = { version: 1, type: 'welcome', overlayId: 'o', after: 0, through: 0, more: false }
const revoked: ServerMessage = { version: 1, type: 'error', code: 'revoked', detail: 'The overlay was revoked.' }

let states: State[]
let renewal: () => Promise<Ticket | undefined>
const ticket = (name: string): Ticket => ({ ticket: name, webSocketUrl: 'wss://test' })
const tickets: Tickets = { first: async () => ticket('first'), renewed: () => renewal(), isEndless: false }
const hours = (count: number) => vi.advanceTimersByTimeAsync(count * 3_600_000)

const opened = async (): Promise<Connection> => {
  const credentials = new Credentials('overlay:first', tickets)
  const changed = (state: State) => states.push(state)
  const connection = new Connection(credentials, { opened: () => {}, received: () => {}, changed }, () => 1)
  await connection.open()
  return connection
}

beforeEach(() => {
  const stored = new Map<string, string>()
  states = []
  renewal = async () => ticket('next')
  BrowserSocket.opened = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', BrowserSocket)
  vi.stubGlobal('localStorage', {
    getItem: (place: string) => stored.get(place) ?? null,
    setItem: (place: string, value: string) => stored.set(place, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the page of a revoked overlay', () => {
  test('is off and stays off, because it came back for ever', async () => {
    const connection = await opened()
    BrowserSocket.opened[0]?.receive(welcome)

    BrowserSocket.opened[0]?.receive(revoked)
    await connection.open()
    await hours(24)

    expect(states).toEqual(['online', 'revoked'])
    expect(BrowserSocket.opened).toHaveLength(1)
  })

  test('that was away meanwhile is off when its key is refused', async () => {
    await opened()
    BrowserSocket.opened[0]?.receive(welcome)
    renewal = async () => undefined

    BrowserSocket.opened[0]?.dispatchEvent(new Event('close'))
    await hours(24)

    expect(states).toEqual(['online', 'offline', 'revoked'])
    expect(BrowserSocket.opened).toHaveLength(1)
  })

  test('is not taken for one whose service is in trouble', async () => {
    await opened()
    BrowserSocket.opened[0]?.receive(welcome)
    renewal = async () => Promise.reject(new Error('503'))
    BrowserSocket.opened[0]?.dispatchEvent(new Event('close'))
    await hours(1)
    expect(BrowserSocket.opened).toHaveLength(1)

    renewal = async () => ticket('next')
    await vi.advanceTimersByTimeAsync(60_000)

    expect(BrowserSocket.opened).not.toHaveLength(1)
    expect(states).not.toContain('revoked')
  })
})
