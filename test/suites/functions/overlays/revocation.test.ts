import { createHash, randomBytes } from 'node:crypto'
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { overlayRepository } from '../../../../shared/areas/overlays/overlayRepository.ts'
import { namedOverlayId } from '../../../../shared/areas/overlays/program.ts'
import { Conflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { startLiveApi } from '../../../support/liveApi.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { ack, clientOf, connectTo, resume, type SocketClient } from '../../../support/socketClient.ts'

const call = operationCaller()
const clients: SocketClient[] = []
let recipients = 0
const newRecipient = () => `recipient-${++recipients}`

const live = await sharedByTests(startLiveApi())
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

const newKey = () => randomBytes(32).toString('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
const newTicket = async (recipient: string, body: object = {}) => (await call('createTicket', { recipient, body })).body
const revoke = (recipient: string, body: object) => call('revokeOverlay', { recipient, body })
const renew = (key: string) => call('renewTicket', { body: { key } })
const listed = async (recipient: string) => (await call('listOverlays', { recipient })).body.content

const connect = async (query: string): Promise<SocketClient> => {
  const client = await clientOf(`${live.url}${query}`)
  clients.push(client)
  return client
}

/** An overlay with a key that listens. */
const listening = async (recipient: string) => {
  const { overlayId, ticket } = await newTicket(recipient)
  const key = newKey()
  const client = await connect(`?ticket=${ticket}&key=${hashOf(key)}`)
  client.send(resume())
  await client.until('welcome')
  return { overlayId, key, client }
}

const kept = async (table: 'overlays' | 'overlayKeys', recipient: string) => {
  const { Items = [] } = await live.aws.client.send(new ScanCommand({ TableName: live.aws.table(table) }))
  return Items.filter(({ recipientId }) => recipientId === recipient)
}

const revoked = { type: 'error', code: 'revoked' }
const rejectedKey = { status: 401, body: { code: 'overlay_key_rejected' } }

const rename = (recipient: string, overlayId: string, name: string) =>
  call('renameOverlay', { recipient, body: { overlayId, name } })

test('an overlay that is renamed is listed by its new name, and keeps its connection', async () => {
  const recipient = newRecipient()
  const { overlayId } = await listening(recipient)

  const answer = await rename(recipient, overlayId, 'Pause scene')

  expect(answer).toMatchObject({ status: 200, body: { overlayId, name: 'Pause scene' } })
  expect(await listed(recipient)).toMatchObject([{ overlayId, name: 'Pause scene', connected: true }])
})

test('the list of overlays says who is connected, was last seen, and has acknowledged what', async () => {
  const recipient = newRecipient()
  const { overlayId, client } = await listening(recipient)
  await live.push(await live.store(10, { recipient }))
  client.send(ack(10))

  await expect
    .poll(() => listed(recipient))
    .toMatchObject([{ overlayId, name: '', connected: true, lastAcknowledged: 10 }])
  const [connected] = await listed(recipient)
  await client.close()

  expect(connected.lastSeenAt > connected.createdAt).toBe(true)
  await expect.poll(async () => (await listed(recipient))[0].connected).toBe(false)
})

test.each([
  [undefined, ['2', '3', '1']],
  ['createdAt,asc', ['1', '3', '2']],
  ['lastSeenAt,asc', ['2', '1', '3']],
  ['name,asc', ['3', '2', '1']],
  ['id,asc', ['1', '2', '3']],
])('the list of overlays has the newest first, or is sorted by %s', async (sort, ids) => {
  const recipient = newRecipient()
  const expiresAt = Date.now() / 1000 + 60
  for (const [overlayId, created, seen, name] of [
    ['1', 1, 2, 'c'],
    ['2', 3, 1, 'b'],
    ['3', 2, 3, 'a'],
  ]) {
    const times = { createdAt: `2026-01-0${created}T00:00:00.000Z`, lastSeenAt: `2026-02-0${seen}T00:00:00.000Z` }
    const Item = { recipientId: recipient, overlayId, name, expiresAt, ...times }
    await live.aws.client.send(new PutCommand({ TableName: live.aws.table('overlays'), Item }))
  }

  const { body } = await call('listOverlays', { recipient, query: sort === undefined ? {} : { sort } })

  expect(body.content.map(({ id }: { id: string }) => id)).toEqual(ids)
})

test('programs are in no list of overlays, also those of earlier versions, and end with all', async () => {
  const recipient = newRecipient()
  const authorization = `Bearer ${await live.token(recipient)}`
  const former = { recipientId: recipient, overlayId: namedOverlayId(recipient, 'bot'), name: 'bot' }
  const seen = { createdAt: '2026-01-01T00:00:00.000Z', lastSeenAt: '2026-01-01T00:00:00.000Z' }
  const Item = { ...former, ...seen, expiresAt: Math.floor(Date.now() / 1000) + 3600 }
  await live.aws.client.send(new PutCommand({ TableName: live.aws.table('overlays'), Item }))
  for (const query of ['', '?name=game-mod']) await (await clientOf(`${live.url}${query}`, { authorization })).close()
  const { overlayId, client } = await listening(recipient)

  const show = (await call('getShow', { recipient })).body.overlays
  const before = await listed(recipient)
  await revoke(recipient, { all: true })

  expect(before).toMatchObject([{ overlayId }])
  expect(show).toMatchObject([{ overlayId }])
  const overlays = overlayRepository(live.aws.client, live.aws.table('overlays'))
  expect(await overlays.listeners(recipient)).toEqual([])
  await client.closed
})

test.each(['', ' ', 'x'.repeat(65), 1, []])('an overlay is not called %j', async (name) => {
  expect((await call('createTicket', { recipient: newRecipient(), body: { name } })).status).toBe(400)
})

test('a revoked overlay gets no ticket, connection or delivery, because a copied key renewed without end', async () => {
  const recipient = newRecipient()
  const { overlayId, key, client } = await listening(recipient)
  const { ticket } = (await renew(key)).body

  const answer = await revoke(recipient, { overlayId })
  await live.push(await live.store(10, { recipient }))

  expect(answer).toMatchObject({ status: 200, body: {} })
  expect(await renew(key)).toMatchObject(rejectedKey)
  expect(await connectTo(`${live.url}?ticket=${ticket}`)).toBe(401)
  expect(await client.next()).toMatchObject(revoked)
  expect(await client.closed).toBe(1000)
  expect(client.inbox).toEqual([])
  expect(await listed(recipient)).toEqual([])
  expect([await kept('overlays', recipient), await kept('overlayKeys', recipient)]).toEqual([[], []])
})

test('a revoked overlay that could not be reached is revoked at its next message', async () => {
  const recipient = newRecipient()
  const { overlayId, client } = await listening(recipient)
  await live.store(10, { recipient })
  live.manageWith(() => 'stalled')
  await revoke(recipient, { overlayId })
  live.manageWith(undefined)

  client.send(resume())
  expect(await client.next()).toMatchObject(revoked)
  client.send(ack(10))
  expect(await client.next()).toMatchObject(revoked)
  await client.close()
})

test('a revoked overlay leaves the others as they are', async () => {
  const recipient = newRecipient()
  const [one, other] = [await listening(recipient), await listening(recipient)]

  await revoke(recipient, { overlayId: one.overlayId })
  await live.push(await live.store(10, { recipient }))

  expect(await other.client.next()).toMatchObject({ type: 'alert', sequence: 10 })
  expect((await renew(other.key)).status).toBe(200)
})

test('a revoked overlay whose ticket is not used yet opens no connection with it', async () => {
  const recipient = newRecipient()
  const { overlayId, ticket } = await newTicket(recipient)

  await revoke(recipient, { overlayId })

  expect(await connectTo(`${live.url}?ticket=${ticket}&key=${hashOf(newKey())}`)).toBe(401)
  expect(await kept('overlayKeys', recipient)).toEqual([])
})

test('a revoked overlay is unknown the second time, and one of others always is', async () => {
  const recipient = newRecipient()
  const { overlayId } = await newTicket(recipient)

  const foreign = await revoke(newRecipient(), { overlayId })
  const first = await revoke(recipient, { overlayId })
  const second = await revoke(recipient, { overlayId })

  expect([foreign.status, first.status, second.status]).toEqual([404, 200, 404])
  expect(second.body).toEqual({ ...foreign.body, instance: second.body.instance })
})

test('a revoked overlay cannot slip through by connecting and listening at the same moment', async () => {
  const rounds = Array.from({ length: 20 }, async () => {
    const recipient = newRecipient()
    const { overlayId, ticket } = await newTicket(recipient)
    const key = newKey()

    const [client, answer] = await Promise.all([
      connectTo(`${live.url}?ticket=${ticket}&key=${hashOf(key)}`).then((connected) => {
        if (typeof connected !== 'number') connected.send(resume())
        return connected
      }),
      revoke(recipient, { overlayId }),
    ])

    expect(answer.status).toBe(200)
    expect(await renew(key)).toMatchObject(rejectedKey)
    expect([await kept('overlays', recipient), await kept('overlayKeys', recipient)]).toEqual([[], []])
    if (typeof client === 'number') return expect(client).toBe(401)
    clients.push(client)
    client.send(resume())
    expect((await client.until('error')).at(-1)).toMatchObject(revoked)
  })

  await Promise.all(rounds)
})

test('revoking all overlays ends those with a key and those that have not connected, and none of another recipient', async () => {
  const [recipient, neighbour] = [newRecipient(), newRecipient()]
  const connected = await listening(recipient)
  const { ticket } = await newTicket(recipient)
  await newTicket(neighbour)

  const answer = await revoke(recipient, { all: true })

  expect(answer).toMatchObject({ status: 200, body: {} })
  expect(await listed(recipient)).toEqual([])
  expect(await renew(connected.key)).toMatchObject(rejectedKey)
  expect(await connectTo(`${live.url}?ticket=${ticket}`)).toBe(401)
  expect(await listed(neighbour)).toHaveLength(1)
  expect((await revoke(recipient, { all: true })).status).toBe(200)
})

test('revoking all overlays ends more than fit one transaction', async () => {
  const recipient = newRecipient()
  for (let number = 0; number < 100; number++) {
    const Item = { recipientId: recipient, overlayId: `overlay-${number}`, keyHash: `key-${recipient}-${number}` }
    await live.aws.client.send(new PutCommand({ TableName: live.aws.table('overlays'), Item }))
    await live.aws.client.send(new PutCommand({ TableName: live.aws.table('overlayKeys'), Item }))
  }

  const { status } = await call('revokeOverlay', {
    recipient,
    body: { all: true },
    headers: { 'idempotency-key': 'all-overlays' },
  })

  expect(status).toBe(200)
  expect([await kept('overlays', recipient), await kept('overlayKeys', recipient)]).toEqual([[], []])
})

test('revoking all overlays closes finished parts even if a later part is repeated', async () => {
  const { handle } = await import('../../../../functions/overlays/revokeOverlay.ts')
  const known = Array.from({ length: 46 }, (_, number) => ({ overlayId: `${number}`, connectionId: `${number}` }))
  const lists = [known, known.slice(45)]
  const commits = [() => Promise.reject(new Conflict()), async () => {}]
  const closed: string[] = []
  const ports = {
    overlays: { listeners: async () => lists.shift() ?? [], removal: () => ({}) },
    apply: async () => {},
    dismiss: async (_recipientId: string, { connectionId }: { connectionId: string }) => closed.push(connectionId),
  }

  await handle(ports as never)(
    { recipientId: newRecipient(), body: { all: true } } as never,
    () => commits.shift()?.() as never,
  )

  expect(closed).toEqual(known.map(({ connectionId }) => connectionId))
})

test.each([{}, { overlayId: 'x', all: true }, { all: false }, { overlayId: '' }])(
  'a request to revoke with %j is refused',
  async (body) => {
    expect((await revoke(newRecipient(), body)).status).toBe(400)
  },
)

test('a malformed ticket is not looked up, because every such connection cost a read', async () => {
  const { handle } = await import('../../../../functions/realtime/openConnection.ts')
  const { admitConnection } = await import('../../../../shared/areas/realtime/admitConnection.ts')
  const unexpected = () => {
    throw new Error('the store was asked')
  }
  const open = handle({
    admit: admitConnection({
      tickets: { find: unexpected, removal: unexpected },
      keys: { creation: unexpected },
      overlays: { opening: unexpected, reopening: unexpected },
      totals: { read: unexpected },
      rates: { spending: unexpected },
      tokens: { verify: unexpected },
    }),
    connections: { creation: unexpected },
    overlays: { listeners: unexpected },
    slots: { creation: unexpected, change: unexpected, removal: unexpected },
    apply: unexpected,
    dismiss: unexpected,
  })
  const event = { connectionId: 'c', connectedAt: 1, requestId: 'r', headers: {}, body: '' }

  for (const query of [
    {},
    { ticket: '' },
    { ticket: 'x'.repeat(58) },
    { ticket: 'x'.repeat(60) },
    { ticket: '%'.repeat(59) },
  ])
    await expect(open({ ...event, query })).rejects.toMatchObject({ code: 'unauthorized' })
})
