import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Operation } from '../../../shared/contract/operation.ts'
import type { Scene } from '../../support/fixtures/fixture.ts'
import { fixtures } from '../../support/fixtures/fixtures.ts'
import { httpEvent, type TestRequest } from '../../support/httpEvent.ts'
import { type Mutation, mutated, mutations } from './mutation.ts'
import { rawEvents } from './rawEvent.ts'
import { type JsonSchema, valuesOf } from './schemaArbitrary.ts'
import { signedSenders } from './signedSenders.ts'

/** Makes an event for a scene. */
export type Candidate = (scenes: Scenes) => Promise<unknown>

/** The scenes that candidates of one operation share. They are made when they are needed, and used for a while. */
export interface Scenes {
  readonly scene: Scene
  /** The request of the operation's fixture of this number, with its recipient. */
  fixtureRequest(index: number): Promise<TestRequest>
  /** A genuine request of the sender of this number. */
  signedRequest(index: number, payload: unknown): Promise<TestRequest>
}

const inputSchema = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const texts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((value ?? {}) as object).map(([name, member]) => [
      name,
      typeof member === 'string' ? member : (JSON.stringify(member) ?? ''),
    ]),
  )

/** Requests that the operation's schemas accept, as far as JSON Schema expresses them. */
const generated = ({ method, path, params, query, headers, body }: Operation): fc.Arbitrary<Candidate> =>
  fc
    .record({
      params: params === undefined ? fc.constant(undefined) : valuesOf(inputSchema(z.object(params))),
      query: query === undefined ? fc.constant(undefined) : valuesOf(inputSchema(query)),
      headers: headers === undefined ? fc.constant({}) : valuesOf(inputSchema(z.object(headers))),
      body: body === undefined ? fc.constant(undefined) : valuesOf(inputSchema(body)),
      key: fc.option(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }), { nil: undefined }),
    })
    .map((parts) => async ({ scene }) => {
      const event = httpEvent(method, path, {
        recipient: scene.recipient,
        groups: ['admin'],
        headers: { ...texts(parts.headers), ...(parts.key !== undefined && { 'idempotency-key': parts.key }) },
        ...(parts.params !== undefined && { params: texts(parts.params) }),
        ...(parts.query !== undefined && { query: texts(parts.query) }),
        ...(parts.body !== undefined && { body: parts.body }),
      })
      return event
    })

/** A request after changes of its JSON body, and of the texts around it. */
const changedRequest = (request: TestRequest, steps: readonly Mutation[]): TestRequest => {
  const { body, params, query, ...rest } = request
  const parts = { ...(params && { params }), ...(query && { query }) }
  if (typeof body === 'object' && body !== null && !(body instanceof Uint8Array))
    return { ...request, body: mutated(body, steps) }
  const changed = mutated(parts, steps) as { params?: unknown; query?: unknown } | undefined
  return {
    ...rest,
    ...(body !== undefined && { body }),
    ...(params && { params: texts(changed?.params) }),
    ...(query && { query: texts(changed?.query) }),
  }
}

/** Valid requests about existing items, with some places changed. */
const mutatedFixtures = ({ method, path }: Operation): fc.Arbitrary<Candidate> =>
  fc.record({ index: fc.nat(), steps: mutations }).map(({ index, steps }) => async (scenes) => {
    const request = await scenes.fixtureRequest(index)
    return httpEvent(method, path, changedRequest(request, steps))
  })

const mutatedPayloads = ({ id, method, path }: Operation): fc.Arbitrary<Candidate> => {
  const senders = signedSenders.filter(({ operation }) => operation === id)
  return fc.record({ index: fc.nat(), steps: mutations }).map(({ index, steps }) => async (scenes) => {
    const payload = mutated(senders[index % senders.length]?.payload, steps)
    return httpEvent(method, path, await scenes.signedRequest(index, payload))
  })
}

/** Events for an operation: from its schemas, from its changed fixtures, and of any shape. */
export const candidates = (operation: Operation): fc.Arbitrary<Candidate> => {
  const raw = rawEvents(Object.keys(operation.params ?? {})).map((event) => async () => event)
  const hasFixture = fixtures.some((fixture) => fixture.operation === operation.id)
  const isSigned = signedSenders.some((sender) => sender.operation === operation.id)
  return fc.oneof(
    { weight: 4, arbitrary: generated(operation) },
    { weight: 2, arbitrary: raw },
    ...(hasFixture ? [{ weight: 4, arbitrary: mutatedFixtures(operation) }] : []),
    ...(isSigned ? [{ weight: 6, arbitrary: mutatedPayloads(operation) }] : []),
  )
}
