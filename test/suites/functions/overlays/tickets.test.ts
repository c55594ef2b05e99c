import { expect, test } from 'vitest'
import { overlayKeyStore } from '../../../../shared/areas/overlays/overlayKeyStore.ts'
import { overlayRepository } from '../../../../shared/areas/overlays/overlayRepository.ts'
import { ticketStore } from '../../../../shared/areas/overlays/ticketStore.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import { rateRepository } from '../../../../shared/mechanisms/limits/rateRepository.ts'
import { slotRepository } from '../../../../shared/mechanisms/limits/slotRepository.ts'
import { secretHash, secretKeyOf } from '../../../../shared/mechanisms/secrets/ownedSecret.ts'
import { applyOrThrow } from '../../../../shared/mechanisms/store/commit.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const now = Date.parse('2026-03-01T18:30:00.500Z')
const second = Math.floor(now / 1000)
const day = 24 * 60 * 60
const recipientId = 'alice'
const request = { recipientId, isAdmin: false, requestId: 'r', params: undefined, query: undefined, headers: {} }

const aws = await sharedByTests(startLocalAws())

const call = operationCaller()

const stores = () => ({
  keys: overlayKeyStore(aws.client, aws.table('overlayKeys')),
  overlays: overlayRepository(aws.client, aws.table('overlays')),
  tickets: ticketStore(aws.client, aws.table('tickets')),
  rates: rateRepository(aws.client, aws.table('rates')),
})
const commit = async <Answer>(writes: readonly Write[], answer: Answer): Promise<Answer> => {
  await applyOrThrow(aws.client)(writes)
  return answer
}
const ticketOf = async (ticket: string) => stores().tickets.find(secretKeyOf(ticket) ?? expect.fail(), 0)

test('a first ticket is valid for a day, as its overlay is until that connects', async () => {
  const { handle } = await import('../../../../functions/overlays/createTicket.ts')
  const { tickets, overlays, keys, rates } = stores()
  const nobody = { presence: () => expect.fail() }
  const urls = { api: 'https://api.example', webSocket: 'wss://live.example' }
  const create = handle(tickets, overlays, keys, slotRepository(aws.table('quotas')), rates, nobody, urls, () => now)

  const { ticket, overlayId, ...answer } = await create({ ...request, body: { name: 'Main scene' } } as never, commit)

  expect(answer).toEqual({
    overlayUrl: `https://api.example/overlay#ticket=${ticket}`,
    webSocketUrl: 'wss://live.example',
    expiresAt: '2026-03-02T18:30:00.000Z',
  })
  const expiresAt = second + day
  expect(await ticketOf(ticket)).toMatchObject({ recipientId, overlayId, isFirst: true, expiresAt })
  const createdAt = new Date(now).toISOString()
  expect(await overlays.find(recipientId, overlayId)).toEqual({
    recipientId,
    overlayId,
    afterSessions: true,
    name: 'Main scene',
    createdAt,
    expiresAt,
  })
})

test('the address of one part says so, and so does the list', async () => {
  const recipient = 'parts'
  const body = async (part?: string) => (await call('createTicket', { recipient, body: { name: 'Goals', part } })).body
  const [all, { overlayUrl, ticket }] = [await body(), await body('goals')]

  expect(overlayUrl).toMatch(new RegExp(`/overlay\\?part=goals#ticket=${ticket}$`))
  expect(all.overlayUrl).not.toContain('part')
  const { content } = (await call('listOverlays', { recipient })).body
  expect(content.map(({ part }: { readonly part: string }) => part).toSorted()).toEqual(['goals', null])
  const refused = await call('createTicket', { recipient, body: { part: 'goals', session: true } })
  expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer: '/part', code: 'contradictory' }]])
})

test.each([
  [45 * day, 45 * day],
  [45 * day - 1, 90 * day],
  [1, 90 * day],
])('a later ticket is valid for a minute, and a key with %i s left has %i s then', async (left, then) => {
  const { handle } = await import('../../../../functions/overlays/renewTicket.ts')
  const { keys, tickets, overlays, rates } = stores()
  const [key, overlayId] = [`secret-${left}`, `overlay-${left}`]
  const keyHash = secretHash(key)
  await applyOrThrow(aws.client)([keys.creation({ keyHash, recipientId, overlayId, expiresAt: second + left })])
  const renew = handle(keys, overlays, tickets, rates, 'wss://live.example', () => now)

  const { ticket, ...answer } = await renew({ ...request, body: { key } } as never, commit)

  expect(answer).toEqual({ webSocketUrl: 'wss://live.example', expiresAt: '2026-03-01T18:31:00.000Z' })
  const issued = await ticketOf(ticket)
  expect(issued).toMatchObject({ recipientId, overlayId, expiresAt: second + 60 })
  expect(issued).not.toHaveProperty('isFirst')
  expect(await keys.find(keyHash, 0)).toMatchObject({ expiresAt: second + then })
})

test.each([
  ['waits while the connection may stand', 1, 'overlay_connected'],
  ['gets a ticket when the connection is two hours old and has ended unseen', 0, undefined],
])('a page that asks for a free overlay %s', async (_name, youngerMs, code) => {
  const { handle } = await import('../../../../functions/overlays/renewTicket.ts')
  const { keys, tickets, overlays, rates } = stores()
  const [key, overlayId] = [`standby-${youngerMs}`, `standby-overlay-${youngerMs}`]
  const connectedAt = second * 1000 - 2 * 60 * 60 * 1000 + youngerMs
  const overlay = { overlayId, createdAt: '2026-03-01T16:00:00.000Z', connectionId: 'c', connectedAt }
  await applyOrThrow(aws.client)([
    keys.creation({ keyHash: secretHash(key), recipientId, overlayId, expiresAt: second + day }),
    overlays.creation(recipientId, { ...overlay, expiresAt: second + day }),
  ])
  const renew = handle(keys, overlays, tickets, rates, 'wss://live.example', () => now)

  const answer = renew({ ...request, body: { key, ifFree: true } } as never, commit)

  if (code === undefined) expect(await answer).toHaveProperty('ticket')
  else await expect(answer).rejects.toMatchObject({ code })
})
