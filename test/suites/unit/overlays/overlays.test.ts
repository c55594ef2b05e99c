import { expect, test } from 'vitest'
import { isConnected, listedOverlay, shownName } from '../../../../shared/areas/overlays/listedOverlay.ts'
import { keptPrograms, neededOverlays } from '../../../../shared/areas/overlays/neededOverlays.ts'
import type { Overlay } from '../../../../shared/areas/overlays/overlay.ts'
import { isHashLike } from '../../../../shared/areas/overlays/overlayKeyStore.ts'
import { isProgram, namedOverlayId } from '../../../../shared/areas/overlays/program.ts'
import { secretHash } from '../../../../shared/mechanisms/secrets/ownedSecret.ts'

const now = new Date('2026-01-01T00:00:00Z')
const second = now.getTime() / 1000
const twoHoursMs = 2 * 60 * 60 * 1000

const overlay = (values: Partial<Overlay> = {}): Overlay => ({
  recipientId: 'alice',
  overlayId: 'one',
  createdAt: '2025-12-31T00:00:00.000Z',
  expiresAt: second + 1,
  ...values,
})

test.each([
  [{ connectionId: 'c', connectedAt: now.getTime() - twoHoursMs + 1 }, true],
  [{ connectionId: 'c', connectedAt: now.getTime() - twoHoursMs }, false],
  [{ connectionId: 'c' }, false],
  [{ connectedAt: now.getTime() }, false],
])(
  'an overlay with %j is connected: %s, because API Gateway ends every connection after two hours',
  (values, expected) => {
    expect(isConnected(overlay(values), now)).toBe(expected)
  },
)

test('the name that the owner gave comes before the one that the overlay was made with', () => {
  expect(shownName({ name: 'made', givenName: 'given' })).toBe('given')
  expect(shownName({ name: 'made' })).toBe('made')
  expect(shownName({})).toBeUndefined()
})

test('an overlay is listed without its key and tickets', () => {
  const { createdAt } = overlay()
  const seen = {
    lastSeenAt: '2025-12-31T12:00:00.000Z',
    acknowledged: 7,
    connectionId: 'c',
    connectedAt: now.getTime(),
  }

  expect(listedOverlay(overlay({ ...seen, name: 'Alerts', keyHash: 'hash' }), now)).toEqual({
    id: 'one',
    overlayId: 'one',
    name: 'Alerts',
    part: null,
    createdAt,
    lastSeenAt: seen.lastSeenAt,
    lastAcknowledged: 7,
    connected: true,
  })
  const unseen = { name: '', part: null, lastSeenAt: null, lastAcknowledged: null, connected: false }
  expect(listedOverlay(overlay(), now)).toEqual({ id: 'one', overlayId: 'one', createdAt, ...unseen })
})

test('a program keeps its overlay’s id, under which its slot and its acknowledgements are stored', () => {
  // printf '["overlay","alice","bot"]' | openssl dgst -sha256, as a UUID of version 8
  expect(namedOverlayId('alice', 'bot')).toBe('231ff673-bbb1-83ec-ba03-d9597b7ad284')
})

const lastSeenAt = '2025-12-31T12:00:00.000Z'
const neededOf = (values: Partial<Overlay>) => {
  const list = async (recipientId: string) => (recipientId === 'alice' ? [overlay(values)] : expect.fail())
  return neededOverlays({ list }, 'alice', () => now.getTime())()
}

test.each<[string, Partial<Overlay>]>([
  ['that waits for its first connection', {}],
  ['that can come back with its key', { lastSeenAt, keyHash: 'hash' }],
  ['that is connected', { lastSeenAt, connectionId: 'c', connectedAt: now.getTime() }],
])('a slot is needed by an overlay %s', async (_name, values) => {
  expect(await neededOf(values)).toEqual([values.overlayId ?? 'one'])
})

test.each<[string, Partial<Overlay>]>([
  ['that has expired', { expiresAt: second }],
  ['that was seen, and cannot come back', { lastSeenAt }],
  ['whose name is only a name', { lastSeenAt, name: 'bot' }],
  [
    'that has the name of another recipient’s program',
    { lastSeenAt, name: 'bot', overlayId: namedOverlayId('bob', 'bot') },
  ],
])('a slot is needed by no overlay %s', async (_name, values) => {
  expect(await neededOf(values)).toEqual([])
})

test.each<[string, boolean, Partial<Overlay>]>([
  ['a listener that says so', true, { program: true }],
  ['one of an earlier version, by its name,', true, { name: 'bot', overlayId: namedOverlayId('alice', 'bot') }],
  ['an overlay of this name', false, { name: 'bot' }],
  ['an overlay without a name', false, {}],
])('%s is a program: %s', (_name, is, values) => {
  expect(isProgram(overlay(values))).toBe(is)
})

test('programs that are connected keep their slots, and the one that was absent longest gives way', async () => {
  const program = (index: number, more: Partial<Overlay> = {}) =>
    overlay({
      overlayId: `${index}`,
      program: true,
      lastSeenAt: new Date(now.getTime() - index * 60_000).toISOString(),
      ...more,
    })
  const connected = { connectionId: 'c', connectedAt: now.getTime() }
  const all = Array.from({ length: 20 }, (_, index) => program(index, index === 19 ? connected : {}))
  const listeners = async () => [...all, overlay(), program(20, { expiresAt: second })]

  const kept = await keptPrograms({ listeners }, 'alice', () => now.getTime())()

  expect(kept).toEqual(['19', ...Array.from({ length: 18 }, (_, index) => `${index}`)])
})

test('a secret is stored as its SHA-256', () => {
  // printf %s secret | openssl dgst -sha256 -binary | basenc --base64url
  expect(secretHash('secret')).toBe('K7gNU3sdo-OL0wNhqoVWhr3g6s1xYv72ol_pe_Unols')
  expect(isHashLike(secretHash('secret'))).toBe(true)
})

test.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`, `${'x'.repeat(43)}\n`, `\n${'x'.repeat(43)}`])(
  '%j does not have the form of a hash',
  (text) => {
    expect(isHashLike(text)).toBe(false)
  },
)
