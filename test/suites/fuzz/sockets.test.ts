import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AnsweredMessage } from '../../../shared/areas/realtime/clientMessages.ts'
import { connectionsUrlVariable } from '../../../shared/contract/environmentNames.ts'
import { secretHash } from '../../../shared/mechanisms/secrets/ownedSecret.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { startIssuer } from '../../local/runner/identity/issuer.ts'
import { startFunctions } from '../../support/functionsUnderTest.ts'
import { generatedRuns } from '../../support/runs.ts'
import { startSocketConnections } from '../../support/socketConnections.ts'
import { canary, canaryText } from './canary.ts'
import { takeLogLines } from './logLines.ts'
import { mutated, mutations } from './mutation.ts'
import { type JsonSchema, valuesOf } from './schemaArbitrary.ts'

/** The number of events for each route. */
const count = generatedRuns(120, 2000)

type SocketHandler = (event: unknown) => Promise<{ readonly statusCode: number }>

const functions = await startFunctions()
const connections = await startSocketConnections()
const issuer = await startIssuer({ audience: 'local', dataFolder: 'memory' })
Object.assign(process.env, {
  [connectionsUrlVariable]: `${connections.url}/live`,
  ISSUER: issuer.issuer,
  AUDIENCE: 'local',
})
const log = takeLogLines()
afterAll(async () => {
  log.stop()
  connections.stop()
  await issuer.stop()
  await functions.stop()
})

const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), fc.constant(canaryText))

const messages = fc.oneof(
  valuesOf(z.toJSONSchema(AnsweredMessage, { io: 'input' }) as JsonSchema).map((message) => JSON.stringify(message)),
  fc
    .tuple(
      fc.constantFrom({ version: 1, type: 'resume', after: 0 }, { version: 1, type: 'ack', sequence: 1 }),
      mutations,
    )
    .map(([message, steps]) => JSON.stringify(mutated(message, steps)) ?? ''),
  texts,
  fc.constantFrom('', '[]', 'null', `{"version":1,"type":"${canary}"}`, 'x'.repeat(2000)),
)

/** The query of a new connection. Valid tickets and tokens replace their names. */
const queries = fc.record(
  {
    ticket: fc.oneof(fc.constant('good'), texts),
    key: fc.oneof(fc.constantFrom(secretHash('one'), secretHash('other')), texts),
    name: fc.oneof(fc.constant('program'), texts),
  },
  { requiredKeys: [] },
)

const headers = fc.record(
  {
    Authorization: fc.oneof(fc.constant('good'), texts, fc.constantFrom('Bearer', 'Bearer a.b.c', `Bearer ${canary}`)),
  },
  { requiredKeys: [] },
)

const contexts = fc.record({
  connectionId: fc.oneof(
    fc.nat(5).map((number) => `connection-${number}`),
    texts.filter((text) => text !== ''),
  ),
  connectedAt: fc.constantFrom<unknown>(1, Date.now(), undefined, 'text'),
  requestId: fc.constant('fuzz'),
})

const events = fc.record({
  requestContext: contexts,
  queryStringParameters: fc.option(queries),
  headers: fc.option(headers),
  body: fc.option(messages),
  isBase64Encoded: fc.constantFrom<unknown>(false, true, undefined),
})

type Template = typeof events extends fc.Arbitrary<infer Value> ? Value : never

const withGoodOnes = async (event: Template): Promise<unknown> => {
  const { done, recipient } = functions.newScene()
  const { queryStringParameters: query, headers: given } = event
  return {
    ...event,
    queryStringParameters: query && {
      ...query,
      ...(query.ticket === 'good' && { ticket: (await done('createTicket', { body: {} })).ticket }),
    },
    headers: given && {
      ...given,
      ...(given.Authorization === 'good' && {
        Authorization: `Bearer ${(await issuer.token({ recipient })).accessToken}`,
      }),
    },
  }
}

test.each(socketRoutes.map(({ id }) => id))(`%s takes ${count} events of any kind`, async (id) => {
  const { handler } = (await import(`../../../functions/realtime/${id}.ts`)) as { handler: SocketHandler }
  const statuses = new Set<number>()

  await fc.assert(
    fc.asyncProperty(events, async (template) => {
      const event = await withGoodOnes(template)
      log.take()

      const { statusCode } = await handler(event)

      const lines = log.take().join('')
      statuses.add(statusCode)
      expect(statusCode, `${JSON.stringify(event)} ${lines}`).toBeLessThan(500)
      expect(lines).not.toContain(canary)
    }),
    { numRuns: count },
  )

  expect([...statuses]).toContain(200)
})
