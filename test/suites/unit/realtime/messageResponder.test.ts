import { expect, test } from 'vitest'
import { messageResponder, type ResponderPorts } from '../../../../shared/areas/realtime/messageResponder.ts'
import type { SocketEvent } from '../../../../shared/areas/realtime/socketEvent.ts'
import { Problem } from '../../../../shared/contract/problem.ts'

const now = Date.parse('2026-03-02T12:00:00.000Z')

/** Answers a message of a listener. */
const respond = (message: object, ports: object) => {
  const connections = { find: async () => ({ recipientId: 'alice', overlayId: 'o' }) }
  const event = { connectionId: 'c', body: JSON.stringify({ version: 1, ...message }) } as SocketEvent
  return messageResponder({ connections, clock: () => now, ...ports } as unknown as ResponderPorts)(event)
}

test('an acknowledgement of which endpoints could not be informed is not stored, so that its repetition informs them', async () => {
  const acknowledged: number[] = []
  const ports = {
    totals: { reached: async () => ({}) },
    overlays: {
      acknowledge: async (_recipientId: string, _overlayId: string, sequence: number) => acknowledged.push(sequence),
    },
    notifyShown: async () => {
      throw new Error('the store is away')
    },
  }

  await expect(respond({ type: 'ack', sequence: 7 }, ports)).rejects.toThrow('the store is away')

  expect(acknowledged).toEqual([])
})

test('a resume that has to wait a part of a second may come again after a whole one', async () => {
  const sent: unknown[] = []
  const ports = {
    overlays: { attach: async () => ({ lastSeenAt: new Date(now).toISOString() }) },
    rates: {
      spend: async () => {
        throw new Problem('rate_limited', 'Too many.', { retryAfter: 0.2 })
      },
    },
    sender: { send: async (_connectionId: string, answer: unknown) => sent.push(answer) },
  }

  await respond({ type: 'resume' }, ports)

  expect(sent).toMatchObject([{ type: 'error', code: 'rate_limited', retryAfter: 1 }])
})

/** What an overlay asks for that was last seen so long ago, and what it is sent until its connection is gone. */
const resumed = async (agoMs: number, taken = Number.POSITIVE_INFINITY, totals: object = {}) => {
  const [limits, spent, sent]: [number[], string[], string[]] = [[], [], []]
  let welcome: object | undefined
  const ports = {
    overlays: { attach: async () => ({ lastSeenAt: new Date(now - agoMs).toISOString() }) },
    deliveries: {
      page: async (_recipientId: string, through: number, limit: number) => {
        limits.push(limit)
        return { messages: [{ type: 'alert' }, { type: 'media' }], through, more: false }
      },
    },
    totals: { read: async () => ({ lastDelivery: 7, ...totals }) },
    configs: { find: async () => undefined },
    rates: { spend: async (_recipientId: string, kind: string) => spent.push(kind) },
    sender: {
      send: async (_connectionId: string, message: { readonly type: string }) => {
        const { type } = message
        welcome ??= message
        sent.push(`${type} begins`)
        await new Promise(setImmediate)
        return sent.push(`${type} ends`) <= taken
      },
    },
  }
  await respond({ type: 'resume' }, ports)
  return { limits, spent, sent, welcome }
}

test.each([
  [59_999, ['resumes']],
  [60_000, []],
])('a resume %i ms after the last sign of life counts %j, and brings twenty deliveries at most', async (ago, spent) => {
  expect(await resumed(ago)).toMatchObject({ limits: [20], spent })
})

test('a welcome has the show and the goals as they are now, and neither where nobody has set them', async () => {
  const show = { paused: true, muted: false, cleared: 3, skipped: [5], sequence: 6 }
  const target = { major: 9, minor: 0, currency: 'EUR' }
  const goal = { title: 'Mic', target, start: target, since: '2026-03-01T00:00:00Z', counted: '0' }
  const totals = { show: { ...show, changedAt: 'then' }, goals: JSON.stringify([goal]) }
  const [known, unknown] = [await resumed(60_000, 1, totals), await resumed(60_000, 1)]

  const welcome = { version: 1, type: 'welcome', overlayId: 'o', after: 0, through: 0, more: false }
  const goals = { goals: [{ title: 'Mic', target, reached: target }], sequence: 7 }
  expect([known.welcome, unknown.welcome]).toEqual([{ ...welcome, show, goals }, welcome])
})

test('the messages of an answer are sent in order, and none after the connection is gone', async () => {
  const [whole, cut] = [await resumed(60_000), await resumed(60_000, 2)]

  const messages = ['welcome begins', 'welcome ends', 'alert begins', 'alert ends', 'media begins', 'media ends']
  expect([whole.sent, cut.sent]).toEqual([messages, messages.slice(0, 4)])
})

test.each([
  [1024, 'ack'],
  [1025, 'malformed'],
])('a message of %i characters is read as %s', async (length, type) => {
  const message = { type: 'ack', sequence: 7, more: '' }
  const more = 'x'.repeat(length - JSON.stringify({ version: 1, ...message }).length)
  const ports = {
    totals: { reached: async () => ({}) },
    overlays: { acknowledge: async () => true },
    rates: { spendOf: async () => undefined },
    notifyShown: async () => undefined,
    sender: { send: async () => true },
  }

  expect(await respond({ ...message, more }, ports)).toBe(type)
})
