import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import type { TableName } from '../../../shared/contract/resources.ts'
import { secretHash } from '../../../shared/mechanisms/secrets/ownedSecret.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { startIssuer } from '../../local/runner/identity/issuer.ts'
import { makeEndpoint } from '../../support/fixtures/endpointFixtures.ts'
import type { Scene } from '../../support/fixtures/fixture.ts'
import { takeSlots } from '../../support/fixtures/limits.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'
import { adjustClients } from './clients.ts'
import { differenceOf } from './complaint.ts'
import { crashSuite } from './crashSuite.ts'
import type { Fault, InterceptedCall } from './interception.ts'
import { faultAt, nameOf, pointsOf } from './point.ts'
import { emptyTables, storedState } from './storedState.ts'

type SocketHandler = (event: unknown) => Promise<{ readonly statusCode: number }>

/** An event of a route, once its scene is prepared. */
interface SocketFixture {
  readonly route: string
  readonly name: string
  readonly event: (scene: Scene) => Promise<object>
  /** The status of a repetition whose first attempt had its effect; 200 by default. */
  readonly repeatedStatus?: number
}

const tables: readonly TableName[] = [
  'tickets',
  'overlayKeys',
  'overlays',
  'connections',
  'deliveries',
  'alerts',
  'endpointMessages',
]

const suite = crashSuite('socket routes')
const issuer = await sharedByTests(startIssuer({ audience: 'local', dataFolder: 'memory' }))
// After the functions have started, because their start sets an issuer that answers nobody.
beforeAll(() => {
  Object.assign(process.env, { ISSUER: issuer.issuer, AUDIENCE: 'local' })
})

const invoke = async (route: string, event: object): Promise<number> => {
  const { handler } = (await import(`../../../functions/realtime/${route}.ts`)) as { handler: SocketHandler }
  return (await handler(event)).statusCode
}

const eventOf = (scene: Scene, more: object): object => ({
  requestContext: { connectionId: `${scene.recipient}-connection`, connectedAt: 1, requestId: 'test' },
  ...more,
})

const connecting = async (scene: Scene): Promise<object> => {
  const { ticket } = await scene.done('createTicket', { body: {} })
  return eventOf(scene, { queryStringParameters: { ticket, key: secretHash(scene.unique('key')) } })
}

const ofSession = async (scene: Scene): Promise<object> => {
  const { ticket } = await scene.done('createTicket', { body: { session: true } })
  return eventOf(scene, { queryStringParameters: { ticket } })
}

const withToken = async (scene: Scene): Promise<object> => {
  const { accessToken } = await issuer.token({ recipient: scene.recipient })
  return eventOf(scene, {
    headers: { Authorization: `Bearer ${accessToken}` },
    queryStringParameters: { name: 'program' },
  })
}

const connected = async (scene: Scene, more: object): Promise<object> => {
  expect(await invoke('openConnection', await connecting(scene))).toBe(200)
  await scene.done('testAlert', { body: { nickname: 'bob' } })
  return eventOf(scene, more)
}

const message = (body: object) => ({ body: JSON.stringify({ version: 1, ...body }) })

const fixtures: readonly SocketFixture[] = [
  { route: 'openConnection', name: 'a new overlay', event: connecting, repeatedStatus: 401 },
  { route: 'openConnection', name: 'a session', event: ofSession, repeatedStatus: 401 },
  { route: 'openConnection', name: 'a program with a name', event: withToken },
  {
    route: 'openConnection',
    name: 'a program with a name, which takes over from another connection',
    event: async (scene) => {
      const event = await withToken(scene)
      await invoke('openConnection', { ...event, requestContext: { connectionId: 'before', connectedAt: 0 } })
      return event
    },
  },
  {
    route: 'openConnection',
    name: 'a program with a name, in the place of one that has expired',
    event: async (scene) => {
      await takeSlots(scene, 'programs')
      return withToken(scene)
    },
  },
  {
    route: 'receiveMessage',
    name: 'resume',
    event: (scene) => connected(scene, message({ type: 'resume', after: 0 })),
  },
  {
    route: 'receiveMessage',
    name: 'resume of a source of leaders',
    event: async (scene) => {
      const { ticket } = await scene.done('createTicket', { body: { part: 'leaders' } })
      expect(await invoke('openConnection', eventOf(scene, { queryStringParameters: { ticket } }))).toBe(200)
      return eventOf(scene, message({ type: 'resume' }))
    },
  },
  {
    route: 'receiveMessage',
    name: 'ack',
    event: (scene) => connected(scene, message({ type: 'ack', sequence: 1 })),
  },
  {
    route: 'receiveMessage',
    name: 'ack of an alert of which an endpoint is informed',
    event: async (scene) => {
      const event = await connected(scene, message({ type: 'ack', sequence: 1 }))
      await makeEndpoint(scene)
      return event
    },
  },
  {
    route: 'receiveMessage',
    name: 'ack of what was never delivered',
    event: (scene) => connected(scene, message({ type: 'ack', sequence: 9e15 })),
  },
  { route: 'closeConnection', name: 'an overlay', event: (scene) => connected(scene, {}) },
  {
    route: 'closeConnection',
    name: 'a session',
    event: async (scene) => {
      expect(await invoke('openConnection', await ofSession(scene))).toBe(200)
      return eventOf(scene, {})
    },
  },
]

interface Played {
  readonly statuses: readonly number[]
  readonly calls: readonly InterceptedCall[]
  readonly state: readonly string[]
}

const play = async (
  { route, event }: SocketFixture,
  faultOf?: (call: InterceptedCall, index: number) => Fault | undefined,
): Promise<Played> => {
  const { aws, interception } = suite.functions
  interception.begin()
  await interception.settled()
  await emptyTables(aws, tables)
  await adjustClients(150)
  const prepared = await event(suite.functions.newScene())
  interception.begin(faultOf)
  const first = await invoke(route, prepared)
  const calls = [...interception.calls]
  interception.begin()
  await interception.settled()
  const second = await invoke(route, prepared)
  await interception.settled()
  return { statuses: [first, second], calls, state: await storedState(aws, tables, suite.functions.names) }
}

const complaint = ({ repeatedStatus = 200 }: SocketFixture, played: Played, reference: Played): string | undefined => {
  const [first = 0, second = 0] = played.statuses
  if (first !== 200 && first < 500) return `was answered ${first}`
  if (second !== 200 && second !== repeatedStatus) return `was answered ${second} when it came again`
  return isDeepStrictEqual(played.state, reference.state) ? undefined : differenceOf(played.state, reference.state)
}

test('every route has a fixture', () => {
  expect(new Set(fixtures.map(({ route }) => route))).toEqual(new Set(socketRoutes.map(({ id }) => id)))
})

test.each(fixtures.map((fixture) => [`${fixture.route}: ${fixture.name}`, fixture] as const))(
  '%s: whatever goes wrong at any call, the client that tries again loses nothing and doubles nothing',
  async (_name, fixture) => {
    const reference = await play(fixture)
    const complaints: string[] = []

    for (const point of pointsOf(reference.calls, fixture.name)) {
      suite.count()
      const wrong = complaint(fixture, await play(fixture, faultAt(point)), reference)
      if (wrong !== undefined) complaints.push(`${nameOf(point)}: ${wrong}`)
    }

    expect(reference.statuses[0]).toBe(200)
    expect(complaints).toEqual([])
  },
)
