import { describe, expect, test } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import type { Write } from '../../../shared/contract/write.ts'
import { namedOverlayId } from '../../../shared/overlays/neededOverlays.ts'
import type { Ticket } from '../../../shared/overlays/ticketStore.ts'
import { type AdmissionPorts, admission } from '../../../shared/realtime/admission.ts'
import { newSecretKey } from '../../../shared/secrets/ownedSecret.ts'
import { anId } from '../../support/expected.ts'

const now = new Date('2026-03-01T18:30:00.500Z')
const seconds = Math.floor(now.getTime() / 1000)
const [day, ninetyDays] = [24 * 60 * 60, 90 * 24 * 60 * 60]
const [ticketText, keyHash] = ['t'.repeat(59), 'k'.repeat(43)]
const ticketKey = { ...newSecretKey('alice', ticketText), owner: 't'.repeat(16) }
const ticket: Ticket = { ...ticketKey, recipientId: 'alice', overlayId: 'o', expiresAt: seconds + 1 }

/** A write that says what it was made of. */
const writeOf = (...made: readonly unknown[]) => ({ made }) as unknown as Write

const refusals: (() => unknown)[] = []
const ports = (found: Ticket | undefined = ticket): AdmissionPorts & { readonly asked: unknown[][] } => {
  const asked: unknown[][] = []
  return {
    asked,
    tickets: {
      find: async (...given) => {
        asked.push(given)
        return found
      },
      redemption: (hash) => writeOf('redemption', hash),
    },
    keys: { registration: (key) => writeOf('registration', key) },
    overlays: {
      opening: (...given) => writeOf('opening', ...given),
      reopening: (recipientId, overlayId, values, at, refusal) => {
        refusals.push(refusal)
        return writeOf('reopening', recipientId, overlayId, values, at)
      },
    },
    totals: { read: async (recipientId) => ({ lastDelivery: recipientId === 'alice' ? 7 : 0 }) as never },
    rates: { spending: (...given) => writeOf('spending', ...given) },
    tokens: {
      verify: async (token: string) => {
        if (token !== 'good') throw new Problem('unauthorized', 'The token is not valid.')
        return { sub: 'alice' }
      },
    } as AdmissionPorts['tokens'],
  }
}
const admit = (headers: Record<string, string>, query: Record<string, string>, given = ports()) =>
  admission(given)(headers, query, now)

describe('a program with a token', () => {
  test.each(['Bearer good', 'bearer  good', 'BEARER good'])(
    'and a name (%j) continues where it was for ninety days',
    async (authorization) => {
      const overlayId = namedOverlayId('alice', 'bot_1.a-b')

      expect(await admit({ authorization }, { name: 'bot_1.a-b' })).toEqual({
        listener: { recipientId: 'alice', overlayId },
        writes: [
          writeOf(
            ...['opening', 'alice', overlayId],
            { startsAfter: 7, expiresAt: seconds + ninetyDays, name: 'bot_1.a-b' },
            now,
          ),
        ],
        needsPlace: true,
      })
    },
  )

  test.each([
    {},
    { name: '' },
    { name: 'n'.repeat(65) },
    { name: 'a b' },
    { name: 'a/b' },
    { name: '\nbot' },
    { name: 'bot!' },
  ])('and no name (%j) is a stranger for a day, of which there are so many', async (query) => {
    const { listener, writes, needsPlace } = await admit({ authorization: 'Bearer good' }, query)

    expect(listener).toEqual({ recipientId: 'alice', overlayId: anId })
    expect(writes).toEqual([
      writeOf('opening', 'alice', listener.overlayId, { startsAfter: 7, expiresAt: seconds + day }, now),
      writeOf('spending', 'alice', 'tickets'),
    ])
    expect(needsPlace).toBe(true)
  })

  test('may have a name of 64 characters', async () => {
    const name = 'n'.repeat(64)
    const { listener } = await admit({ authorization: 'Bearer good' }, { name })

    expect(listener.overlayId).toBe(namedOverlayId('alice', name))
  })

  test('that is not verified is refused, whatever ticket it has', async () => {
    const given = ports()

    await expect(admit({ authorization: 'Bearer bad' }, { ticket: ticketText }, given)).rejects.toMatchObject({
      ...{ code: 'unauthorized', message: 'The token is not valid.' },
    })
    expect(given.asked).toEqual([])
  })
})

describe('an overlay with a ticket', () => {
  const first: Ticket = { ...ticket, isFirst: true }
  const redemption = writeOf('redemption', ticketKey)

  test('comes back for ninety days', async () => {
    const given = ports()

    expect(await admit({}, { ticket: ticketText, key: keyHash }, given)).toEqual({
      listener: { recipientId: 'alice', overlayId: 'o' },
      writes: [redemption, writeOf('reopening', 'alice', 'o', { expiresAt: seconds + ninetyDays }, now)],
      needsPlace: false,
    })
    expect(given.asked).toEqual([[ticketKey, seconds]])
  })

  test('for the first time registers its key, and starts after what was shown', async () => {
    const expiresAt = seconds + ninetyDays

    expect(await admit({}, { ticket: ticketText, key: keyHash }, ports(first))).toEqual({
      listener: { recipientId: 'alice', overlayId: 'o' },
      writes: [
        redemption,
        writeOf('reopening', 'alice', 'o', { startsAfter: 7, keyHash, expiresAt }, now),
        writeOf('registration', { keyHash, recipientId: 'alice', overlayId: 'o', expiresAt }),
      ],
      needsPlace: false,
    })
  })

  test('for the first time and without a key is there for a day', async () => {
    expect(await admit({}, { ticket: ticketText }, ports(first))).toEqual({
      listener: { recipientId: 'alice', overlayId: 'o' },
      writes: [redemption, writeOf('reopening', 'alice', 'o', { startsAfter: 7, expiresAt: seconds + day }, now)],
      needsPlace: false,
    })
  })

  test.each([
    ['no ticket', {}],
    ['a ticket of another form', { ticket: 'short' }],
    ['a key of another form', { ticket: ticketText, key: 'short' }],
    ['an empty key', { ticket: ticketText, key: '' }],
  ])('and %s is refused without a read', async (_name, query) => {
    const given = ports()

    await expect(admit({}, query, given)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'The ticket is not valid.',
    })
    expect(given.asked).toEqual([])
  })

  test.each(['Basic good', 'Bearer', 'xBearer good', 'Bearer good more'])(
    'is not taken for a program with the header %j',
    async (authorization) => {
      const { needsPlace } = await admit({ authorization }, { ticket: ticketText })

      expect(needsPlace).toBe(false)
    },
  )

  test('that nobody has issued, or that was revoked meanwhile, is refused', async () => {
    const unknown = { ...ports(), tickets: { ...ports().tickets, find: async () => undefined } }

    await expect(admit({}, { ticket: ticketText }, { ...unknown, asked: [] })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await admit({}, { ticket: ticketText })
    expect(refusals.at(-1)?.()).toMatchObject({ code: 'unauthorized', message: 'The ticket is not valid.' })
  })
})
