import { createHash, randomBytes } from 'node:crypto'
import { DeleteCommand, GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { namedOverlayId } from '../../../../shared/areas/overlays/program.ts'
import { newOwnedSecret, secretKeyOf } from '../../../../shared/mechanisms/secrets/ownedSecret.ts'
import { startLiveApi } from '../../../support/liveApi.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { clientOf, connectTo, resume } from '../../../support/socketClient.ts'

const call = operationCaller()

const live = await sharedByTests(startLiveApi())

let recipients = 0
const newTicket = async (recipient = `recipient-${++recipients}`): Promise<string> =>
  (await call('createTicket', { recipient, body: {} })).body.ticket

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
const newKey = () => randomBytes(32).toString('base64url')

/** A ticket of an overlay that has connected before. */
const renewedTicket = async (): Promise<string> => {
  const key = newKey()
  const first = await clientOf(`${live.url}?ticket=${await newTicket()}&key=${hashOf(key)}`)
  await first.close()
  return (await call('renewTicket', { body: { key } })).body.ticket
}

const overlayOf = async (client: Awaited<ReturnType<typeof clientOf>>): Promise<string> => {
  client.send(resume())
  const welcome = await client.next()
  return welcome.type === 'welcome' ? welcome.overlayId : ''
}

test.each([
  ['of a new overlay', () => newTicket()],
  ['of one that comes back', renewedTicket],
])('%s opens one connection however many try at once', async (_name, issue) => {
  const ticket = await issue()

  const outcomes = await Promise.all(Array.from({ length: 20 }, () => connectTo(`${live.url}?ticket=${ticket}`)))

  const opened = outcomes.filter((outcome) => typeof outcome !== 'number')
  expect(opened).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 401)).toHaveLength(19)
  await opened[0]?.close()
})

test('a ticket expires, also before DynamoDB has deleted it', async () => {
  const ticket = newOwnedSecret('alice')
  const expiresAt = Math.floor(Date.now() / 1000)
  const Item = { ...secretKeyOf(ticket), recipientId: 'alice', expiresAt }
  await live.aws.client.send(new PutCommand({ TableName: live.aws.table('tickets'), Item }))

  expect(await connectTo(`${live.url}?ticket=${ticket}`)).toBe(401)
})

test.each(['', '?ticket=', '?ticket=x', `?ticket=${newOwnedSecret('alice')}`, '?token=x'])(
  'the ticket %j opens nothing',
  async (query) => {
    expect(await connectTo(`${live.url}${query}`)).toBe(401)
  },
)

test('a ticket is not used up by a malformed key', async () => {
  const ticket = await newTicket()

  const refused = await connectTo(`${live.url}?ticket=${ticket}&key=short`)
  const client = await clientOf(`${live.url}?ticket=${ticket}`)

  expect(refused).toBe(401)
  await client.close()
})

test('the key of an overlay gives tickets to come back as the same overlay', async () => {
  const key = newKey()
  const first = await clientOf(`${live.url}?ticket=${await newTicket()}&key=${hashOf(key)}`)
  const overlayId = await overlayOf(first)
  await first.close()

  const { status, body } = await call('renewTicket', { body: { key } })
  const second = await clientOf(`${live.url}?ticket=${body.ticket}`)

  expect(status).toBe(200)
  expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(61_000)
  expect(await overlayOf(second)).toBe(overlayId)
  await second.close()
})

test('a first ticket with a known overlay key is 401', async () => {
  const key = hashOf(newKey())
  const first = await clientOf(`${live.url}?ticket=${await newTicket()}&key=${key}`)

  const second = await connectTo(`${live.url}?ticket=${await newTicket()}&key=${key}`)

  expect(second).toBe(401)
  await first.close()
})

test.each(['', 'x', newKey(), 'ключ'])('the key %j is answered like any other that is not known', async (key) => {
  const { status, body } = await call('renewTicket', { body: { key } })

  expect({ status, code: body.code, detail: body.detail }).toEqual({
    status: 401,
    code: 'overlay_key_rejected',
    detail: 'The key is unknown or has expired.',
  })
})

test('the key of an overlay is of no use when its overlay is forgotten', async () => {
  const key = newKey()
  const client = await clientOf(`${live.url}?ticket=${await newTicket('forgetful')}&key=${hashOf(key)}`)
  const overlayId = await overlayOf(client)
  await client.close()

  const Key = { recipientId: 'forgetful', overlayId }
  await live.aws.client.send(new DeleteCommand({ TableName: live.aws.table('overlays'), Key }))

  const { body } = await call('renewTicket', { body: { key } })

  expect(await connectTo(`${live.url}?ticket=${body.ticket}`)).toBe(401)
})

const authorization = async (recipient: string) => ({ Authorization: `Bearer ${await live.token(recipient)}` })

test('an access token opens connections of its recipient', async () => {
  const client = await clientOf(live.url, await authorization('alice'))

  expect(await overlayOf(client)).not.toBe('')
  await client.close()
})

test.each([
  ['for one of several clients opens connections', { AUDIENCE: 'mobile,local' }, 200],
  ['without the scope of the deployment opens none', { SCOPE: 'tools' }, 403],
])('an access token %s', async (_name, variables, statusCode) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllEnvs().resetModules())
  const { handler } = await import('../../../../functions/realtime/openConnection.ts')

  const answer = await handler({ requestContext: { connectionId: newKey() }, headers: await authorization('alice') })

  expect(answer).toEqual({ statusCode })
})

test('an access token with a name resumes at the position of that name', async () => {
  const first = await clientOf(`${live.url}?name=game-mod`, await authorization('alice'))
  const firstId = await overlayOf(first)
  await first.close()

  const second = await clientOf(`${live.url}?name=game-mod`, await authorization('alice'))
  const other = await clientOf(`${live.url}?name=game-mod`, await authorization('mallory'))

  expect(await overlayOf(second)).toBe(firstId)
  expect(await overlayOf(other)).not.toBe(firstId)
  await second.close()
  await other.close()
})

test('a 21st name with an access token is refused with 409, while names and connections that have ended make room', async () => {
  const recipient = 'names'
  const opened = async (query: string) => connectTo(`${live.url}${query}`, await authorization(recipient))
  const attempts = await Promise.all(Array.from({ length: 20 }, (_, index) => opened(`?name=program-${index}`)))

  const refused = [await opened('?name=another'), await opened('')]
  const again = await opened('?name=program-7')
  await call('revokeOverlay', { recipient, body: { all: true } })
  // Without a name it keeps its place only as long as it is connected.
  for (let count = 0; count < 25; count++) {
    const connection = await opened('')
    expect(connection).not.toBeTypeOf('number')
    if (typeof connection !== 'number') await connection.close()
  }

  expect(refused).toEqual([409, 409])
  for (const connection of [...attempts, again]) {
    expect(connection).not.toBeTypeOf('number')
    if (typeof connection !== 'number') await connection.close()
  }
})

test('programs leave the places of overlays, and of 21 the one that was absent longest gives way', async () => {
  const recipient = 'absent'
  const authorized = await authorization(recipient)
  for (let index = 0; index < 21; index++) {
    const program = await clientOf(`${live.url}?name=program-${index}`, authorized)
    await program.close()
  }
  const statuses = []
  for (let count = 0; count < 20; count++) statuses.push((await call('createTicket', { recipient, body: {} })).status)

  const Key = { recipientId: recipient, collection: 'programs' }
  const { Item } = await live.aws.client.send(new GetCommand({ TableName: live.aws.table('quotas'), Key }))
  const idOf = (index: number) => namedOverlayId(recipient, `program-${index}`)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(Item?.['places']).toEqual(new Set(Array.from({ length: 20 }, (_, index) => idOf(index + 1))))
})

test('an access token in the address opens nothing', async () => {
  const token = await live.token('alice')

  expect(await connectTo(`${live.url}?token=${token}`)).toBe(401)
  expect(await connectTo(`${live.url}?ticket=${token}`)).toBe(401)
})

test('a closed connection is forgotten', async () => {
  const client = await clientOf(`${live.url}?ticket=${await newTicket('carol')}`)
  const overlayId = await overlayOf(client)

  await client.close()

  const Key = { recipientId: 'carol', overlayId }
  await expect
    .poll(async () => (await live.aws.client.send(new GetCommand({ TableName: live.aws.table('overlays'), Key }))).Item)
    .not.toHaveProperty('connectionId')
  const { Items } = await live.aws.client.send(new ScanCommand({ TableName: live.aws.table('connections') }))
  expect(Items?.filter(({ recipientId }) => recipientId === 'carol')).toEqual([])
})
