import { expect, test } from 'vitest'
import { type AdmitterPorts, admitter } from '../../../shared/realtime/admitter.ts'

const now = new Date('2026-03-01T00:00:00Z')

test.each([
  ['without a name expires after a day, and spends the rate of new ones', {}, '2026-03-02T00:00:00Z', 'tickets'],
  ['with a name expires after ninety days, and may come again', { name: 'bot' }, '2026-05-30T00:00:00Z', 'renewals'],
  ['with a name of 64 signs may come again', { name: 'b._-'.repeat(16) }, '2026-05-30T00:00:00Z', 'renewals'],
  ['with a longer one is a stranger', { name: 'b'.repeat(65) }, '2026-03-02T00:00:00Z', 'tickets'],
])('a listener %s', async (_name, query, end, rate) => {
  const expiries: number[] = []
  const spent: string[] = []
  const ports = {
    tokens: { verify: async () => ({ sub: 'alice' }) },
    totals: { read: async () => ({ lastDelivery: 0 }) },
    overlays: {
      opening: (_recipientId: string, _overlayId: string, { expiresAt }: { expiresAt: number }) => {
        expiries.push(expiresAt)
      },
    },
    rates: { spending: (_recipientId: string, kind: string) => spent.push(kind) },
  } as unknown as AdmitterPorts

  await admitter(ports)({ authorization: 'Bearer token' }, query, {} as never, now)

  expect([expiries, spent]).toEqual([[Date.parse(end) / 1000], [rate]])
})

test.each([
  ['the first time without a key expires after a day', true, {}, '2026-03-02T00:00:00Z'],
  ['the first time with a key expires after ninety days', true, { key: 'k'.repeat(43) }, '2026-05-30T00:00:00Z'],
  ['again expires ninety days later, as its key does', false, {}, '2026-05-30T00:00:00Z'],
])('an overlay that comes with a ticket %s', async (_name, isFirst, query, end) => {
  const expiries: number[] = []
  const ports = {
    tickets: { find: async () => ({ recipientId: 'alice', overlayId: 'o', isFirst }), removal: () => undefined },
    keys: { creation: () => undefined },
    totals: { read: async () => ({ lastDelivery: 0 }) },
    overlays: {
      reopening: (_recipientId: string, _overlayId: string, { expiresAt }: { expiresAt: number }) => {
        expiries.push(expiresAt)
      },
    },
  } as unknown as AdmitterPorts

  await admitter(ports)({}, { ticket: 't'.repeat(59), ...query }, {} as never, now)

  expect(expiries).toEqual([Date.parse(end) / 1000])
})
