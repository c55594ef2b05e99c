import { createHash, randomBytes } from 'node:crypto'
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { startLiveApi } from '../../../support/liveApi.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { ack, clientOf, connectTo, resume, type SocketClient } from '../../../support/socketClient.ts'

const call = operationCaller()
const clients: SocketClient[] = []
let recipients = 0
const newRecipient = () => `signed-in-${++recipients}`

const live = await sharedByTests(startLiveApi())
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** A ticket of a session whose access token ends then. */
const sessionTicket = async (recipient: string, tokenEndsAt = inSeconds(3600)) =>
  (await call('createTicket', { recipient, claims: { exp: String(tokenEndsAt) }, body: { session: true } })).body

const opened = async (query: string): Promise<SocketClient> => {
  const client = await clientOf(`${live.url}${query}`)
  clients.push(client)
  client.send(resume())
  await client.until('welcome')
  return client
}

const kept = async (table: 'overlays' | 'overlayKeys', recipient: string) => {
  const { Items = [] } = await live.aws.client.send(new ScanCommand({ TableName: live.aws.table(table) }))
  return Items.filter(({ recipientId }) => recipientId === recipient)
}

/** An overlay with a key, as an earlier version has stored it. */
const keyOfEarlierVersion = async (recipient: string, name: string) => {
  const { overlayId, ticket } = (await call('createTicket', { recipient, body: { name } })).body
  const key = randomBytes(32).toString('base64url')
  const client = await opened(`?ticket=${ticket}&key=${hashOf(key)}`)
  await client.close()
  const place = { TableName: live.aws.table('overlays') }
  const { Item: stored } = await live.aws.client.send(
    new GetCommand({ ...place, Key: { recipientId: recipient, overlayId } }),
  )
  const { afterSessions: _unknown, ...Item } = stored ?? {}
  await live.aws.client.send(new PutCommand({ ...place, Item }))
  return key
}

const renewal = async (key: string) => (await call('renewTicket', { body: { key } })).status

test('a session gets deliveries, is in no list, and takes no place of overlays', async () => {
  const recipient = newRecipient()
  for (let overlays = 0; overlays < 20; overlays++) await call('createTicket', { recipient, body: {} })
  const { ticket, expiresAt } = await sessionTicket(recipient)
  const client = await opened(`?ticket=${ticket}`)

  await live.push(await live.store(1, { recipient }))

  expect(await client.next()).toMatchObject({ type: 'alert', sequence: 1 })
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000)
  const { body } = await call('listOverlays', { recipient })
  expect(body.content.some(({ connected }: { connected: boolean }) => connected)).toBe(false)
  expect((await call('getShow', { recipient })).body.overlays).toHaveLength(20)
})

test('a hundred sign-ins without a sign-out leave the places of overlays, regression: twenty took them for 90 days', async () => {
  const recipient = newRecipient()
  const signIns = []
  for (let count = 0; count < 100; count++)
    signIns.push((await call('createTicket', { recipient, body: { session: true } })).status)

  const { status } = await call('createTicket', { recipient, body: { name: 'Main scene' } })

  expect([new Set(signIns), status]).toEqual([new Set([200]), 200])
})

test('ten pages are connected at most, and one that has gone makes room', async () => {
  const recipient = newRecipient()
  const signIn = () => call('createTicket', { recipient, body: { session: true } })
  const pages = []
  for (let count = 0; count < 10; count++) pages.push(await opened(`?ticket=${(await signIn()).body.ticket}`))

  const refused = await signIn()
  await pages[3]?.close()
  await expect.poll(() => kept('overlays', recipient)).toHaveLength(9)
  const after = await signIn()

  expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
  expect(after.status).toBe(200)
})

test('the ticket of a session works once, and registers no key', async () => {
  const recipient = newRecipient()
  const [first, second] = [await sessionTicket(recipient), await sessionTicket(recipient)]
  await opened(`?ticket=${first.ticket}`)

  expect(await connectTo(`${live.url}?ticket=${first.ticket}`)).toBe(401)
  expect(await connectTo(`${live.url}?ticket=${second.ticket}&key=${hashOf('key')}`)).toBe(401)
  expect(await kept('overlayKeys', recipient)).toEqual([])
})

test('the connection of a session is closed within a minute after its token has ended, and nothing of it is left', async () => {
  const recipient = newRecipient()
  const { ticket } = await sessionTicket(recipient, inSeconds(2))
  const lasting = await opened(`?ticket=${(await sessionTicket(recipient)).ticket}`)
  const client = await opened(`?ticket=${ticket}`)
  await live.runMinute()
  client.send(resume())
  await client.until('welcome')
  await new Promise((resolve) => setTimeout(resolve, 2000))

  await live.runMinute()

  expect(await client.closed).toBe(1000)
  lasting.send(resume())
  await lasting.until('welcome')
  expect(await kept('overlays', recipient)).toHaveLength(1)
})

test('a session leaves nothing once its page is closed', async () => {
  const recipient = newRecipient()
  const client = await opened(`?ticket=${(await sessionTicket(recipient)).ticket}`)

  await client.close()

  await expect.poll(() => kept('overlays', recipient)).toEqual([])
})

test('a session that comes back gets what it has missed, and acknowledges nothing', async () => {
  const recipient = newRecipient()
  const before = await opened(`?ticket=${(await sessionTicket(recipient)).ticket}`)
  await live.push(await live.store(1, { recipient }))
  await before.until('alert')
  before.send(ack(1))
  await before.close()
  await live.store(2, { recipient })

  const after = await clientOf(`${live.url}?ticket=${(await sessionTicket(recipient)).ticket}`)
  clients.push(after)
  after.send(resume(1))

  expect(await after.until('alert')).toMatchObject([
    { type: 'welcome', after: 1 },
    { type: 'alert', sequence: 2 },
  ])
  expect((await kept('overlays', recipient)).every(({ acknowledged }) => acknowledged === undefined)).toBe(true)
})

test('the first session ends the keys of panels of earlier versions, and leaves those of overlays and programs', async () => {
  const recipient = newRecipient()
  const [panel, scene] = [await keyOfEarlierVersion(recipient, 'panel'), await keyOfEarlierVersion(recipient, 'scene')]
  const { ticket } = (await call('createTicket', { recipient, body: { name: 'panel' } })).body
  const own = randomBytes(32).toString('base64url')
  await opened(`?ticket=${ticket}&key=${hashOf(own)}`)
  const before = [await renewal(panel), await renewal(scene), await renewal(own)]

  await sessionTicket(recipient)

  expect([before, [await renewal(panel), await renewal(scene), await renewal(own)]]).toEqual([
    [200, 200, 200],
    [401, 200, 200],
  ])
})

test('no session begins while everything of its recipient is erased', async () => {
  const recipient = newRecipient()
  const Item = { recipientId: recipient, collection: 'sessions', erasedBy: 'e' }
  await live.aws.client.send(new PutCommand({ TableName: live.aws.table('quotas'), Item }))

  const { status, body } = await call('createTicket', { recipient, body: { session: true } })

  expect([status, body.code]).toEqual([409, 'erasure_in_progress'])
})

/** Makes somebody a member, with the page that it has opened for the owner. */
const membersPage = async (owner: string) => {
  const member = newRecipient()
  const { invitation } = (
    await call('inviteMember', { recipient: owner, body: { role: 'moderator', ownerName: 'Alice' } })
  ).body
  await call('acceptInvitation', { recipient: member, body: { invitation, name: 'Bob' } })
  const acting = { recipient: member, headers: { 'x-recipient': owner } }
  const signIn = () => call('createTicket', { ...acting, body: { session: true } })
  return { member, signIn, page: await opened(`?ticket=${(await signIn()).body.ticket}`) }
}

test('a member’s page shows the owner’s alerts, and is disconnected with the membership, as is its unused ticket', async () => {
  const owner = newRecipient()
  const { member, signIn, page } = await membersPage(owner)
  await live.push(await live.store(1, { recipient: owner }))
  expect(await page.next()).toMatchObject({ type: 'alert', sequence: 1 })
  const { ticket } = (await signIn()).body

  await call('removeMember', { recipient: owner, body: { memberId: member } })

  expect(await page.next()).toMatchObject({ type: 'error', code: 'revoked' })
  await page.closed
  expect(await kept('overlays', owner)).toEqual([])
  expect((await signIn()).status).toBe(403)
  expect(await connectTo(`${live.url}?ticket=${ticket}`)).toBe(401)
})

test('pages of members take no place of the owner’s pages', async () => {
  const owner = newRecipient()
  const { signIn } = await membersPage(owner)
  for (let count = 0; count < 10; count++) await opened(`?ticket=${(await signIn()).body.ticket}`)

  expect((await call('createTicket', { recipient: owner, body: { session: true } })).status).toBe(200)
})
