import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign } from '@tsndr/cloudflare-worker-jwt'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { Write } from '../../../shared/contract/write.ts'
import type { Listener } from '../../../shared/realtime/connectionStore.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { recordsFromEvent } from '../../../shared/store/streamRecord.ts'
import { streamEvent } from '../../support/streamEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
/** The issuer of access tokens; each of its addresses has its configuration and its keys. */
const server = createServer((_request, response) => {
  const key = { ...createPublicKey(publicKey).export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jwks_uri: `${issuer}/keys`, keys: [key] }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

stubEnvironment()
vi.stubEnv('ISSUER', issuer)
vi.stubEnv('AUDIENCE', 'app,streaming')
vi.stubEnv('SCOPE', 'live')
const { connectionsClient } = await import('../../../shared/aws/connectionsClient.ts')
const { documentClient } = await import('../../../shared/aws/documentClient.ts')
const { handle: openConnection, handler: opening } = await import('../../../functions/realtime/openConnection.ts')
const { handle: closeConnection } = await import('../../../functions/realtime/closeConnection.ts')
const { handler: receiving } = await import('../../../functions/realtime/receiveMessage.ts')
const { handle: pushAlerts, handler: pushingAlerts } = await import('../../../functions/workers/pushAlerts.ts')
const { handle: pushDeliveries, handler: pushingDeliveries } = await import(
  '../../../functions/workers/pushDeliveries.ts'
)

afterEach(() => void vi.restoreAllMocks())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const now = Date.parse('2026-03-01T18:30:00.500Z')
const event = {
  ...{ connectionId: 'c', connectedAt: 5, requestId: 'r', body: '' },
  ...{ headers: { authorization: 'a' }, query: { name: 'n' } },
}
const writeOf = (...made: readonly unknown[]) => ({ made }) as unknown as Write
const listener = { recipientId: 'alice', overlayId: 'o' }

describe('a connection that is opened', () => {
  const open = async (needsPlace: boolean, full = false) => {
    const [asked, applied]: [unknown[], (readonly Write[])[]] = [[], []]
    await openConnection({
      admit: async (...given) => {
        asked.push(given)
        return { listener, writes: [writeOf('admission')], needsPlace }
      },
      connections: { opening: (...given) => writeOf('opening', ...given) },
      overlays: { list: async () => [] },
      places: {
        place: (...given) => writeOf('place', ...given),
        placesInstead: (...given) => writeOf('placesInstead', ...given),
      },
      apply: async (writes) => {
        applied.push(writes)
        if (full && applied.length === 1)
          throw new Conflict({ places: new Set(Array.from({ length: 20 }, (_, index) => `${index}`)) })
      },
      clock: () => now,
    })(event)
    return { asked, applied }
  }
  const writes = [writeOf('admission'), writeOf('opening', 'c', listener, Math.floor(now / 1000))]

  test('is stored with what admits it, all at once', async () => {
    expect(await open(false)).toEqual({ asked: [[event.headers, event.query, new Date(now)]], applied: [writes] })
  })

  test('takes a place where it needs one', async () => {
    expect((await open(true)).applied).toEqual([[...writes, writeOf('place', 'alice', 'overlays', 'o')]])
  })

  test('takes the place of those that have ended', async () => {
    const taken = Array.from({ length: 20 }, (_, index) => `${index}`)

    expect((await open(true, true)).applied[1]).toEqual([
      ...writes,
      writeOf('placesInstead', 'alice', 'overlays', taken, ['o']),
    ])
  })
})

test.each<[string, Listener | undefined, unknown[]]>([
  ['is detached from its overlay', listener, [['alice', 'o', 'c']]],
  ['that nobody knows changes nothing', undefined, []],
])('a connection that is closed %s', async (_name, removed, detached) => {
  const [asked, calls]: [string[], unknown[]] = [[], []]
  const remove = async (connectionId: string) => {
    asked.push(connectionId)
    return removed
  }

  await closeConnection({ remove }, { detach: async (...given) => void calls.push(given) })(event)

  expect([asked, calls]).toEqual([['c'], detached])
})

test('new items are pushed as the messages that they are', async () => {
  const sent: unknown[] = []
  const ports = {
    overlays: { listening: async () => [{ connectionId: 'c' }] as never, detach: async () => undefined },
    sender: { send: async (_connectionId: string, message: unknown) => sent.push(message) > 0 },
  }
  const alert = { recipientId: 'alice', id: 'a', position: 2, after: 7, amount: null }
  const records = (newImage: Record<string, unknown>) =>
    recordsFromEvent(streamEvent({ keys: { recipientId: 'alice' }, newImage }))

  await pushAlerts(ports)(records(alert))
  await pushDeliveries(ports, async (recipientId, items) => [{ recipientId, items } as never])(records({ sequence: 9 }))

  expect(sent).toMatchObject([
    { type: 'alert', sequence: 2 * 2 ** 20, after: 7, alert: { id: 'a', recipientId: 'alice' } },
    { recipientId: 'alice', items: [{ sequence: 9 }] },
  ])
})

describe('the function that', () => {
  /** What functions ask of the store, which answers by the table, and what they send. */
  const observe = (answers: Readonly<Record<string, object>>) => {
    const [inputs, sent]: [object[], unknown[]] = [[], []]
    vi.spyOn(documentClient, 'send').mockImplementation(async ({ input }) => {
      inputs.push(input)
      return answers['TableName' in input ? String(input.TableName) : 'several'] ?? {}
    })
    vi.spyOn(connectionsClient, 'send').mockImplementation(async ({ input }: { readonly input: object }) => {
      const { ConnectionId, Data } = input as { readonly ConnectionId: string; readonly Data: string }
      sent.push([ConnectionId, JSON.parse(Data)])
    })
    return { inputs, sent }
  }
  const requestContext = { connectionId: 'c', connectedAt: 5 }

  test('opens connections asks tokens for one of the audiences and for the scope of the deployment', async () => {
    const { inputs } = observe({ recipients: { Item: { lastDelivery: 7 } } })
    const open = async (claims: object) => {
      const payload = { iss: issuer, sub: 'alice', exp: Math.ceil(Date.now() / 1000) + 60, ...claims }
      const token = await sign(payload, privateKey, { algorithm: 'RS256', header: { typ: 'JWT', kid: 'one' } })
      return opening({ requestContext, headers: { Authorization: `Bearer ${token}` } })
    }

    expect(await open({ aud: 'streaming' })).toEqual({ statusCode: 403 })
    expect(await open({ aud: 'other', scope: 'live' })).toEqual({ statusCode: 401 })
    expect(inputs).toEqual([])
    expect(await open({ aud: 'streaming', scope: 'live' })).toEqual({ statusCode: 200 })
    const key = { recipientId: 'alice' }
    expect(inputs).toMatchObject([
      { TableName: 'recipients', Key: key },
      {
        TransactItems: [
          { Update: { TableName: 'overlays', Key: key, ExpressionAttributeValues: { ':startsAfter': 7 } } },
          { Update: { TableName: 'rates', Key: key } },
          { Put: { TableName: 'connections', Item: { connectionId: 'c', recipientId: 'alice' } } },
          { Update: { TableName: 'quotas', Key: { ...key, collection: 'overlays' } } },
        ],
      },
    ])
  })

  test('receives messages answers them from its tables', async () => {
    const { inputs, sent } = observe({
      ...{ connections: { Item: listener }, overlays: { Attributes: {} }, recipients: { Item: { lastDelivery: 9 } } },
      configs: { Item: { value: '{"theme":"paper"}' } },
    })
    const receive = (message: object) => receiving({ requestContext, body: JSON.stringify({ version: 1, ...message }) })

    expect(await receive({ type: 'resume' })).toEqual({ statusCode: 200 })
    expect(await receive({ type: 'ack', sequence: 9 })).toEqual({ statusCode: 200 })
    expect(inputs.map((input) => 'TableName' in input && input.TableName)).toEqual([
      ...['connections', 'overlays', 'alerts', 'configs', 'deliveries'],
      ...['recipients', 'overlays'],
    ])
    const welcome = { version: 1, type: 'welcome', overlayId: 'o', after: 0, through: 0, more: false }
    expect(sent).toEqual([['c', { ...welcome, look: { theme: 'paper' } }]])
  })

  test('pushes alerts, and the one that pushes deliveries, send them to the overlays that listen', async () => {
    const alert = { ...{ recipientId: 'alice', id: 'a', position: 2 }, after: 7, amount: null }
    const { inputs, sent } = observe({
      overlays: { Items: [{ ...listener, connectionId: 'c' }] },
      several: { Responses: { alerts: [alert] } },
    })
    const event = (newImage: object) => streamEvent({ keys: { recipientId: 'alice' }, newImage: { ...newImage } })
    const repeat = { recipientId: 'alice', sequence: 9, after: 8, position: 2, kind: 'alert', force: true }

    expect(await pushingAlerts(event(alert))).toEqual({ batchItemFailures: [] })
    expect(await pushingDeliveries(event(repeat))).toEqual({ batchItemFailures: [] })
    expect(inputs).toMatchObject([
      { TableName: 'overlays' },
      { TableName: 'overlays' },
      { RequestItems: { alerts: { Keys: [{ recipientId: 'alice', position: 2 }] } } },
    ])
    expect(sent).toMatchObject([
      ['c', { type: 'alert', sequence: 2 * 2 ** 20, alert: { id: 'a' } }],
      ['c', { type: 'alert', sequence: 9, after: 8, force: true, alert: { id: 'a' } }],
    ])
  })
})
