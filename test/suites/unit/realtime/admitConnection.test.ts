import { expect, test } from 'vitest'
import { type AdmissionPorts, admitConnection } from '../../../../shared/areas/realtime/admitConnection.ts'

const now = new Date('2026-03-01T00:00:00Z')
const inADay = Date.parse('2026-03-02T00:00:00Z') / 1000
const inNinetyDays = Date.parse('2026-05-30T00:00:00Z') / 1000
const named = 'b._-'.repeat(16)
const key = 'k'.repeat(43)

test.each([
  ['without a name expires after a day, and spends the rate of new ones', {}, { expiresAt: inADay }, 'tickets'],
  ['with a name expires after ninety days', { name: 'bot' }, { name: 'bot', expiresAt: inNinetyDays }, 'renewals'],
  ['with a name of 64 signs may come again', { name: named }, { name: named, expiresAt: inNinetyDays }, 'renewals'],
  ['with a longer one is a stranger', { name: 'b'.repeat(65) }, { expiresAt: inADay }, 'tickets'],
])('a listener %s, and is shown nothing of the past', async (_name, query, values, rate) => {
  const opened: object[] = []
  const spent: string[] = []
  const ports = {
    tokens: { verify: async () => ({ sub: 'alice' }) },
    totals: { read: async () => ({ lastDelivery: 7 }) },
    overlays: { opening: (_recipientId: string, _overlayId: string, given: object) => opened.push(given) },
    rates: { spending: (_recipientId: string, kind: string) => spent.push(kind) },
  } as unknown as AdmissionPorts

  await admitConnection(ports)({ authorization: 'Bearer token' }, query, {} as never, now)

  expect([opened, spent]).toEqual([[{ startsAfter: 7, program: true, ...values }], [rate]])
})

test.each([
  ['the first time without a key expires after a day', true, {}, { startsAfter: 7, expiresAt: inADay }],
  [
    'the first time with a key expires after ninety days',
    true,
    { key },
    { startsAfter: 7, keyHash: key, expiresAt: inNinetyDays },
  ],
  [
    'again expires ninety days later, as its key does, and goes on where it was',
    false,
    {},
    { expiresAt: inNinetyDays },
  ],
])('an overlay that comes with a ticket %s', async (_name, isFirst, query, values) => {
  const opened: object[] = []
  const ports = {
    tickets: { find: async () => ({ recipientId: 'alice', overlayId: 'o', isFirst }), removal: () => undefined },
    keys: { creation: () => undefined },
    totals: { read: async () => ({ lastDelivery: 7 }) },
    overlays: { reopening: (_recipientId: string, _overlayId: string, given: object) => opened.push(given) },
  } as unknown as AdmissionPorts

  await admitConnection(ports)({}, { ticket: 't'.repeat(59), ...query }, {} as never, now)

  expect(opened).toEqual([values])
})

test.each(['bearer a.b.c', 'BEARER  a.b.c'])(
  'the access token of %j is taken, because a scheme has no case',
  async (authorization) => {
    const verify = (token: string) => Promise.reject(new Error(`verified ${token}`))
    const admit = admitConnection({ tokens: { verify } } as unknown as AdmissionPorts)

    await expect(admit({ authorization }, {}, {} as never, now)).rejects.toThrow('verified a.b.c')
  },
)
