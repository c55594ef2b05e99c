import { expect, test } from 'vitest'
import { registrationOf } from '../../../shared/areas/actions/actionRepository.ts'
import { alertId } from '../../../shared/areas/alerts/alert.ts'
import { configId } from '../../../shared/areas/config/retiredNames.ts'
import { historyItemId } from '../../../shared/areas/events/historyItemId.ts'
import { requestedVideoId } from '../../../shared/areas/media/videoRepository.ts'
import { streamIdOf } from '../../../shared/areas/messenger/announcement.ts'
import { paymentId } from '../../../shared/areas/payments/payment.ts'
import { tokenId } from '../../../shared/areas/recipients/tokenRepository.ts'
import { derivedId, newId, newSecret, randomId, shortId, timedDerivedId } from '../../../shared/runtime/ids.ts'

const action = {
  name: 'wave',
  category: 'fun',
  game: 'chess',
  price: { major: 1, minor: 0, currency: 'EUR' },
  payload: {},
  parameters: [],
}
const actionId = () => registrationOf('alice', action, '').action.id

test.each([
  ['an action', actionId, 'c997a50f-6c28-8a22-aa9b-42a0c373e0c4'],
  ['an alert', () => alertId('alice', 'item'), '7bc7e138-cf9d-8a50-9a76-731ede661ce1'],
  ['a configuration record', () => configId('alice', 'theme'), 'dafa034f-6e8c-8226-929e-c26ed21ddf53'],
  ['a history item', () => historyItemId('alice', 'Kick', 'o-1'), 'fc56d271-dd90-8d70-aa12-4938e174d149'],
  [
    'a payment',
    () => paymentId('alice', 'credential', { gatewayId: 'g-1', test: false }),
    '163c5d7c-afa1-842f-984c-6ea9fd26078e',
  ],
  ['a linked account', () => tokenId('alice', 'kick', '7'), '8cc1cb3b-0246-8b31-b865-46bcb9291881'],
  ['a stream', () => streamIdOf('alice', 'kick#1', 'session'), 'f37cb43e-e0ef-8dd4-b174-ba16090cdc7b'],
  [
    'a video',
    () =>
      requestedVideoId('alice', {
        paymentId: 'payment',
        requestedAt: '2026-03-01T18:30:00.123456789Z',
        provider: 'vk',
        originId: '1_2',
      }),
    '019caaaa-18bb-893f-afad-98e298ed5504',
  ],
])('the id of %s stays what it was, because stored items are found by it', (_name, idOf, id) => {
  expect(idOf()).toBe(id)
})

test('a derived id is a UUIDv8 that tells kinds and parts of keys apart', () => {
  const ids = [['a', 'b', 'c'], ['a', 'bc'], ['a', 'b,c'], ['b', 'b', 'c'], ['a']].map(([kind = '', ...key]) =>
    derivedId(kind, ...key),
  )

  expect(new Set(ids).size).toBe(5)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('an id with an instant sorts by it, in all the years that there can be', () => {
  const years = ['0001', '1970', '2026', '9999']
  const ids = years.flatMap((year) => [
    timedDerivedId(`${year}-06-01T00:00:00Z`, 'a', 'b'),
    timedDerivedId(`${year}-06-01T00:00:00.001999Z`, 'a', 'b'),
  ])

  expect(ids.slice(1)).toEqual([...new Set(ids.slice(1))].toSorted())
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('a new id is a UUIDv7, the name of a state a UUIDv4, and a secret has 256 bits: none is made twice', () => {
  const forms = [
    [newId, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
    [randomId, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
    [newSecret, /^[\w-]{43}$/],
  ] as const

  for (const [make, form] of forms) {
    const [one, other] = [make(), make()]
    expect([one, other]).toEqual([expect.stringMatching(form), expect.stringMatching(form)])
    expect(one).not.toBe(other)
  }
})

test('a short id is the beginning of the SHA-256 of its text', () => {
  // `printf abc | openssl sha256 -binary | basenc --base64url`
  expect(shortId('abc')).toBe('ungWv48Bz-pBQUDe')
})
