import { expect, test } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import { messageResponder, type ResponderPorts } from '../../../shared/realtime/messageResponder.ts'
import type { SocketEvent } from '../../../shared/realtime/socketEvent.ts'

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
    informShown: async () => {
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

test('a resume brings twenty deliveries at most, because they are sent within the invocation', async () => {
  const limits: number[] = []
  const ports = {
    overlays: { attach: async () => ({}) },
    deliveries: {
      page: async (_recipientId: string, through: number, limit: number) => {
        limits.push(limit)
        return { messages: [], through, more: false }
      },
    },
    totals: { read: async () => ({ lastDelivery: 0 }) },
    configs: { find: async () => undefined },
    sender: { send: async () => true },
  }

  await respond({ type: 'resume' }, ports)

  expect(limits).toEqual([20])
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
    informShown: async () => undefined,
    sender: { send: async () => true },
  }

  expect(await respond({ ...message, more }, ports)).toBe(type)
})
