import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { OtherConnection, type Overlay } from '../../../../shared/areas/overlays/overlay.ts'
import { overlayKeyStore } from '../../../../shared/areas/overlays/overlayKeyStore.ts'
import { overlayRepository } from '../../../../shared/areas/overlays/overlayRepository.ts'
import { ticketRejected, ticketStore } from '../../../../shared/areas/overlays/ticketStore.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const now = new Date('2026-03-01T18:30:00.500Z')
const second = Math.floor(now.getTime() / 1000)
const recipientId = 'alice'
const [here, there] = [
  { connectionId: 'here', connectedAt: 1 },
  { connectionId: 'there', connectedAt: 2 },
]
const connected = { ...here, lastSeenAt: 'then' }

let made = 0

const aws = await sharedByTests(startLocalAws())
const apply = applyOrThrow(aws.client)
const overlays = overlayRepository(aws.client, aws.table('overlays'), () => now.getTime())
const keys = overlayKeyStore(aws.client, aws.table('overlayKeys'))
const tickets = ticketStore(aws.client, aws.table('tickets'))

/** Stores an overlay that is valid for an hour, and resolves to its id. */
const stored = async (values: Partial<Overlay> = {}): Promise<string> => {
  const overlayId = `overlay-${++made}`
  await apply([overlays.creation(recipientId, { overlayId, createdAt: 'then', expiresAt: second + 3600, ...values })])
  return overlayId
}
const overlayOf = async (overlayId: string) => (await overlays.find(recipientId, overlayId)) ?? {}

const opening = (overlayId: string, previous?: typeof here) =>
  overlays.opening(recipientId, overlayId, { expiresAt: second + 60 }, { ...there, previous }, now)
const reopening = (overlayId: string, previous?: typeof here) =>
  overlays.reopening(recipientId, overlayId, { expiresAt: second + 60 }, { ...there, previous }, now, ticketRejected)

test.each([
  ['a first one', opening],
  ['a later one', reopening],
])('a connection of an overlay takes over from exactly the one that it knows: %s', async (_name, open) => {
  const overlayId = await stored(connected)

  await expect(apply([open(overlayId)])).rejects.toThrow(new OtherConnection(here))
  await expect(apply([open(overlayId, there)])).rejects.toMatchObject({ connection: here })
  expect(await overlayOf(overlayId)).toMatchObject(here)
  await apply([open(overlayId, here)])
  expect(await overlayOf(overlayId)).toMatchObject({ ...there, lastSeenAt: now.toISOString() })
})

test('a connection of an overlay meets the present state of an overlay that has lost its connection meanwhile', async () => {
  const overlayId = await stored()

  await expect(apply([opening(overlayId, here)])).rejects.toMatchObject({ connection: undefined })
  await apply([opening(overlayId)])
})

test('a connection of an overlay keeps the values of the first one, apart from the time at which the overlay expires', async () => {
  const overlayId = await stored({ name: 'first', startsAfter: 7, keyHash: 'key' })
  const later = { name: 'second', startsAfter: 9, keyHash: 'other', expiresAt: second + 60 }

  await apply([overlays.opening(recipientId, overlayId, later, there, now)])

  const kept = { name: 'first', startsAfter: 7, keyHash: 'key', createdAt: 'then', expiresAt: second + 60 }
  expect(await overlayOf(overlayId)).toMatchObject(kept)
})

test.each([
  [second, false],
  [second + 1, true],
])('a connection of an overlay comes back to an overlay that expires at %i: %s', async (expiresAt, isAccepted) => {
  const overlayId = await stored({ expiresAt })

  const outcome = await apply([reopening(overlayId)]).then(
    () => true,
    ({ code }) => code,
  )

  expect(outcome).toBe(isAccepted ? true : 'unauthorized')
})

test.each([
  [second + 1, 'rate_limited'],
  [second, true],
])('an overlay that is barred until %i comes back: %s', async (barredUntil, wanted) => {
  const overlayId = await stored({ expiresAt: second + 1, barredUntil })

  const outcome = await apply([reopening(overlayId)]).then(
    () => true,
    ({ code }) => code,
  )

  expect(outcome).toBe(wanted)
})

test('a connection of an overlay makes no overlay of one that was revoked', async () => {
  await expect(apply([reopening('gone')])).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await overlays.attach(recipientId, 'gone', here)).toBe('revoked')
  expect(await overlays.acknowledge(recipientId, 'gone', 7)).toBe('revoked')
  expect(await overlayOf('gone')).toEqual({})
})

test('an overlay that has registered a key since it was read is not removed, because the key would remain', async () => {
  const overlay = { recipientId, createdAt: 'then', expiresAt: second }
  const overlayId = await stored({ keyHash: 'key' })

  for (const keyHash of [undefined, 'other'])
    await expect(
      apply([overlays.removal(recipientId, { ...overlay, overlayId, ...(keyHash && { keyHash }) })]),
    ).rejects.toMatchObject({ name: 'Conflict' })
  await expect(apply([overlays.removal(recipientId, { ...overlay, overlayId: 'gone' })])).rejects.toMatchObject({
    name: 'Conflict',
  })
  await apply([overlays.removal(recipientId, { ...overlay, overlayId, keyHash: 'key' })])
  expect(await overlayOf(overlayId)).toEqual({})
})

test('an overlay keeps its connection and its missed delivery when another connection of it ends or fails', async () => {
  const overlayId = await stored(connected)

  await overlays.recordMissed(recipientId, overlayId, 'there')
  await overlays.detach(recipientId, overlayId, 'there')
  expect(await overlayOf(overlayId)).toMatchObject(connected)
  expect(await overlayOf(overlayId)).not.toHaveProperty('dueAt')

  await overlays.recordMissed(recipientId, overlayId, 'here')
  expect(await overlayOf(overlayId)).toMatchObject({ ...connected, dueAt: now.toISOString() })
  await overlays.forgetMissed(recipientId, { overlayId, dueAt: 'an earlier time' })
  expect(await overlayOf(overlayId)).toHaveProperty('dueAt')
  await overlays.forgetMissed(recipientId, { overlayId, dueAt: now.toISOString() })
  expect(Object.keys(await overlayOf(overlayId))).not.toContain('dueShard')
})

test.each(['attach', 'detach'] as const)('an overlay has no missed delivery any more after %s', async (method) => {
  const overlayId = await stored(connected)
  await overlays.recordMissed(recipientId, overlayId, 'here')

  if (method === 'attach') await overlays.attach(recipientId, overlayId, here)
  else await overlays.detach(recipientId, overlayId, 'here')

  const overlay = await overlayOf(overlayId)
  expect(overlay).not.toHaveProperty('dueAt')
  expect(overlay).not.toHaveProperty('dueShard')
  expect('connectionId' in overlay).toBe(method === 'attach')
})

test('an overlay that another connection has taken is not attached to the one before, and is found as it was before', async () => {
  const overlayId = await stored({ ...connected, acknowledged: 3 })

  expect(await overlays.attach(recipientId, overlayId, there)).toBe('superseded')
  expect(await overlays.attach(recipientId, overlayId, { ...here, connectedAt: 9 })).toMatchObject({
    lastSeenAt: 'then',
    acknowledged: 3,
  })
  expect(await overlayOf(overlayId)).toMatchObject({ connectedAt: 9, lastSeenAt: now.toISOString() })
})

test('an acknowledgement that comes again, or after a higher one, leaves the time at which a delivery was shown', async () => {
  const overlayId = await stored(connected)
  const later = overlayRepository(aws.client, aws.table('overlays'), () => now.getTime() + 60_000)
  await overlays.acknowledge(recipientId, overlayId, 7)
  const before = await overlayOf(overlayId)

  for (const sequence of [7, 6]) expect(await later.acknowledge(recipientId, overlayId, sequence)).toBe(7)

  expect(await overlayOf(overlayId)).toEqual(before)
})

const key = { keyHash: 'hash', recipientId, overlayId: 'one', expiresAt: second }
const expiryOf = async (keyHash: string) => {
  const { Item } = await aws.client.send(new GetCommand({ TableName: aws.table('overlayKeys'), Key: { keyHash } }))
  return Item?.['expiresAt']
}

test('a secret of an overlay is registered once, and is extended only while it exists', async () => {
  await apply([keys.creation(key)])

  await expect(apply([keys.creation({ ...key, overlayId: 'other' })])).rejects.toMatchObject({ code: 'unauthorized' })
  await apply([keys.change(key, second + 1)])
  expect(await expiryOf('hash')).toBe(second + 1)
  await apply([keys.removal('hash')])
  await apply([keys.removal('hash')])
  await expect(apply([keys.change(key, second + 9)])).rejects.toMatchObject({ code: 'overlay_key_rejected' })
  expect(await expiryOf('hash')).toBeUndefined()
})

test.each([
  [second + 1, true],
  [second, false],
])('a ticket or key that ends at %i is valid: %s, also before DynamoDB has deleted it', async (expiresAt, isValid) => {
  const [ticket, stale] = [{ owner: 'owner', secretHash: `hash-${expiresAt}` }, `key-${expiresAt}`]
  await apply([tickets.creation({ ...ticket, recipientId, overlayId: 'one', expiresAt })])
  await apply([keys.creation({ ...key, keyHash: stale, expiresAt })])

  const found = [await tickets.find(ticket, second), await keys.find(stale, second)]

  expect(found.map((each) => each !== undefined)).toEqual([isValid, isValid])
  expect(await tickets.find({ ...ticket, owner: 'another' }, second)).toBeUndefined()
})

test('an acknowledgement is a sign of life of its overlay', async () => {
  const overlayId = await stored({ ...connected, acknowledged: 3 })

  expect(await overlays.acknowledge(recipientId, overlayId, 4)).toBe('moved')
  expect(await overlayOf(overlayId)).toMatchObject({ acknowledged: 4, lastSeenAt: now.toISOString() })
})
