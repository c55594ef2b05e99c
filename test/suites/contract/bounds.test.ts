import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getDonationPage } from '../../../shared/areas/donors/contract.ts'
import { mostFaceBytes } from '../../../shared/areas/donors/mostFaceBytes.ts'
import { updateAnnouncers } from '../../../shared/areas/messenger/contract.ts'
import { languages } from '../../../shared/contract/languages.ts'
import { isReplayable, type Operation } from '../../../shared/contract/operation.ts'
import { gzipped, takingGzip } from '../../../shared/mechanisms/http/gzipped.ts'
import { httpHandler } from '../../../shared/mechanisms/http/httpHandler.ts'
import { longestUncounted } from '../../../shared/mechanisms/limits/replayBytes.ts'
import { operations } from '../../../shared/operations.ts'
import page from '../../../shared/web/donation/page.json' with { type: 'json' }
import part from '../../../shared/web/panel/part.json' with { type: 'json' }
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()

type Definition = Readonly<Record<string, unknown>> & { readonly type: string; readonly checks?: unknown }

const definitionOf = (schema: unknown): Definition => (schema as z.ZodMiniType)._zod.def as unknown as Definition
const checksOf = ({ checks = [] }: Definition): string[] =>
  (checks as { _zod: { def: { check: string } } }[]).map(({ _zod }) => _zod.def.check)

/** Texts that are compared or looked up alone; a longer one is answered like any other wrong one, and is not stored. */
const onlyCompared = /(\.currency|^exchangeOneTimeCode\.otp|^renewTicket\.key)$/

/** Places of a schema where a text or an array has no greatest length. */
const unbounded = (schema: unknown, place: string): string[] => {
  const definition = definitionOf(schema)
  const checks = checksOf(definition)
  const within = ['innerType', 'in', 'element', 'valueType'].flatMap((name) =>
    definition[name] === undefined ? [] : unbounded(definition[name], place),
  )
  const members = Object.entries((definition['shape'] ?? {}) as object).flatMap(([name, member]) =>
    unbounded(member, `${place}.${name}`),
  )
  const options = ((definition['options'] ?? []) as unknown[]).flatMap((option) => unbounded(option, place))
  const isBounded = checks.some((check) => ['max_length', 'length_equals', 'string_format'].includes(check))
  const needsBound = definition.type === 'array' || (definition.type === 'string' && !onlyCompared.test(place))
  // A free-form object is bounded as a whole.
  const isFree = definition.type === 'record' && !checks.includes('custom')
  return [...(needsBound && !isBounded ? [place] : []), ...(isFree ? [place] : []), ...within, ...members, ...options]
}

test.each(operations.flatMap((operation) => ('body' in operation ? [{ id: operation.id, body: operation.body }] : [])))(
  'every text and array in the body of $id has a greatest length',
  ({ id, body }) => {
    expect(unbounded(body, id)).toEqual([])
  },
)

test('an array that is too long is one violation, however many of its elements are wrong', () => {
  const result = updateAnnouncers.body.safeParse({ added: Array.from({ length: 120_000 }, () => 0) })

  expect(result.error?.issues.map(({ path, code }) => ({ path, code }))).toEqual([{ path: ['added'], code: 'too_big' }])
})

const schemaText = (schema: z.ZodMiniType, io: 'input' | 'output'): string =>
  JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))

/**
 * The most bytes of an answer. A text that its request does not give is short, and a character takes six bytes at most
 * (`\u0001`).
 */
const longestAnswer = ({ body = z.object({}), success }: Operation): number => {
  const answer = schemaText(success.body, 'output')
  if (/"type":"array"|"additionalProperties":\{/.test(answer)) return Infinity
  const given = schemaText(body, 'input').matchAll(/"(\w+)":\{[^{}]*"maxLength":(\d+)/g)
  const lengths = new Map([...given].map(([, name, length]) => [name, Number(length)]))
  const texts = [...answer.matchAll(/"(\w+)":\{"type":\[?"string"/g)]
  return texts.reduce((sum, [, name]) => sum + 6 * (lengths.get(name) ?? 128), 0)
}

/** The most bytes on the wire of an answer to a request without a token; a character takes six at most (`\u0001`). */
const mostWireBytes = 60_000

type JsonSchema = Readonly<Record<string, unknown>> & { readonly type?: string | readonly string[] }

/** Bytes that a value of a schema takes at most, with its name and separators; Infinity where nothing bounds it. */
const bytesOf = (schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): number => {
  const inner = (value: unknown): number => bytesOf(value as JsonSchema, definitions)
  const { $ref, type, anyOf, allOf } = schema as Readonly<Record<string, unknown>>
  if (typeof $ref === 'string') return inner(definitions[$ref.split('/').at(-1) ?? ''])
  if (typeof schema['x-max-bytes'] === 'number') return schema['x-max-bytes']
  if (schema['const'] !== undefined || schema['enum'] !== undefined) return 64
  if (Array.isArray(anyOf)) return Math.max(...anyOf.map(inner))
  if (Array.isArray(allOf)) return allOf.reduce((sum: number, each) => sum + inner(each), 0)
  if (type === 'array') return Number(schema['maxItems'] ?? Infinity) * (inner(schema['items']) + 1)
  // As above: a text that no request gives is short, such as an id, an instant or the name of a gateway.
  if (type === 'string') return 6 * Number(schema['maxLength'] ?? 128)
  if (type !== 'object') return 24
  if (schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false) return Infinity
  const members = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, unknown>>)
  return members.reduce((sum, [name, member]) => sum + name.length + 4 + inner(member), 2)
}

const wireBytes = ({ success }: Operation): number => {
  const schema = z.toJSONSchema(success.body, { io: 'output', unrepresentable: 'any' }) as JsonSchema
  return bytesOf(schema, (schema['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>)
}

/** Documents with the most that a recipient can put into them. */
const largest: Readonly<Record<string, () => Promise<{ readonly handler: ReturnType<typeof gzipped> }>>> = {
  getDonationPage: async () => {
    const { handle } = await import('../../../functions/donors/getDonationPage.ts')
    const { donorPage } = await import('../../support/fixtures/donorFixtures.ts')
    const value = { donorPage: { ...donorPage, faceUpload: 'face' } }
    const face = `data:image/jpeg;base64,${randomBytes(mostFaceBytes).toString('base64')}`
    const serve = handle(page, { paymentPage: async () => ({ value, gateway: null }) }, async () => face)
    return { handler: gzipped(httpHandler(getDonationPage, takingGzip(serve))) }
  },
}

test.each((operations as readonly Operation[]).filter(({ auth }) => auth === 'none'))(
  'an answer of $id, which needs no token, has at most 60 KB on the wire',
  async (operation) => {
    if (!('accept-encoding' in (operation.headers ?? {})))
      return expect(wireBytes(operation)).toBeLessThanOrEqual(mostWireBytes)
    // A document is measured as it is sent.
    const { handler } = await (largest[operation.id]?.() ??
      import(`../../../functions/${operation.area}/${operation.id}.ts`))
    for (const language of [...languages, undefined]) {
      const request = { params: { recipientId: 'alice', part: part.name }, query: { ...(language && { language }) } }
      const { statusCode, body } = await handler(httpEvent(operation.method, operation.path, request))
      expect(statusCode).toBe(200)
      expect(Buffer.from(body, 'base64').length).toBeLessThanOrEqual(mostWireBytes)
    }
  },
)

test.each((operations as readonly Operation[]).filter(isReplayable))(
  '$id says whether the answers that are kept for its keys may be large, and its function counts those',
  (operation) => {
    const { id, area, largeAnswer = false } = operation
    const source = readFileSync(new URL(`../../../functions/${area}/${id}.ts`, import.meta.url), 'utf8')

    expect(longestAnswer(operation) > longestUncounted).toBe(largeAnswer)
    expect(source.includes('count: replayBytes(')).toBe(largeAnswer)
  },
)

/** By hand: the places of bodies whose text or array has at most so many characters or elements. */
const greatest: Readonly<Record<number, string>> = {
  5: 'beginPayment.attachments',
  20: 'addHistoryItems.items.0.attachments addHistoryItems.items.0.goals testAlert.attachments beginPayment.actions',
  50: 'addHistoryItems.items.0.actions testAlert.actions',
  64: `addAnnouncer.accountId addAnnouncer.buttons.0.text addHistoryItems.items.0.nickname testAlert.nickname \
beginPayment.nickname beginPayment.requestId createTicket.name renameOverlay.name addActions.actions.0.parameters.0.type`,
  90: 'addActions.actions addHistoryItems.items updateAnnouncers.added updateAnnouncers.deleted printCsv.systems printCsv.events',
  100: 'addAnnouncer.buttons addActions.actions.0.parameters putConfig.actions setGoal.title',
  128: `addActions.actions.0.name addActions.actions.0.category addActions.actions.0.game putConfig.name \
addActions.actions.0.parameters.0.displayName putConfig.actions.0.name addHistoryItems.items.0.levelName \
testAlert.levelName addHistoryItems.items.0.goals.0 beginPayment.goal unlinkChat.id`,
  200: 'addNews.title changeNews.title createPlaylist.title changePlaylist.title createPlaylist.items.0.title completeAction.reason',
  255: 'putConfig.ownerId',
  256: 'addHistoryItems.items.0.originId',
  500: 'beginPayment.message createPlaylist.items changePlaylist.items',
  1000: 'addHistoryItems.items.0.message testAlert.message',
  2048: 'linkKick.authorizationCode linkTwitch.authorizationCode getVkLiveToken.authorizationCode',
  4096: 'addAnnouncer.text updateAnnouncers.updated.0.text setGateway.secret setGateway.token createOneTimeCode.refreshToken',
  10000: 'addNews.description changeNews.description',
}

test.each(
  Object.entries(greatest).flatMap(([most, places]) =>
    places.split(' ').map((place) => [place, Number(most)] as const),
  ),
)('%s may have %i characters or elements, and no more', (place, most) => {
  const [id, ...at] = place.split('.')
  const { body = z.object({}) } = (operations as readonly Operation[]).find((operation) => operation.id === id) ?? {}
  const isTooBig = (value: unknown) => {
    const holding = at.reduceRight((inner: unknown, step) => (step === '0' ? [inner] : { [step]: inner }), value)
    const { issues = [] } = body.safeParse(holding).error ?? {}
    return issues.some(({ path, code }) => path.join('.') === at.join('.') && code === 'too_big')
  }
  const sized = (size: number) => [isTooBig('x'.repeat(size)), isTooBig(Array(size).fill('x'))]

  expect(sized(most)).toEqual([false, false])
  expect(sized(most + 1)).toContain(true)
})
