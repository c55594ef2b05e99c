import { expect, test } from 'vitest'
import { type AdmitterPorts, admitter } from '../../../shared/realtime/admitter.ts'

const now = new Date('2026-03-01T00:00:00Z')

test.each([
  ['without a name expires after a day', {}, '2026-03-02T00:00:00Z'],
  ['with a name expires after ninety days', { name: 'bot' }, '2026-05-30T00:00:00Z'],
])('a listener %s', async (_name, query, end) => {
  const expiries: number[] = []
  const ports = {
    tokens: { verify: async () => ({ sub: 'alice' }) },
    totals: { read: async () => ({ lastDelivery: 0 }) },
    overlays: {
      opening: (_recipientId: string, _overlayId: string, { expiresAt }: { expiresAt: number }) => {
        expiries.push(expiresAt)
      },
    },
    rates: { spending: () => undefined },
  } as unknown as AdmitterPorts

  await admitter(ports)({ authorization: 'Bearer token' }, query, {} as never, now)

  expect(expiries).toEqual([Date.parse(end) / 1000])
})
