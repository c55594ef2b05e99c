import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Operation } from '../../../../shared/contract/operation.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import { openExchange, requestReader } from '../../../../shared/mechanisms/http/readRequest.ts'
import { operations } from '../../../../shared/operations.ts'
import { httpEvent } from '../../../support/httpEvent.ts'
import { runs } from '../../../support/runs.ts'
import { type JsonSchema, valuesOf } from '../../fuzz/schemaArbitrary.ts'

const withBody = operations.filter(({ body }) => body !== undefined)

/** A value with null, and the same value without a member, wherever the schema lets one be absent and the draw falls on it. */
const versions = (schema: JsonSchema, value: unknown, draw: () => boolean, root = schema): [unknown, unknown] => {
  const named = schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {})
  if (Array.isArray(value)) {
    const pairs = value.map((entry) => versions(named.items ?? {}, entry, draw, root))
    return [pairs.map(([nulled]) => nulled), pairs.map(([, without]) => without)]
  }
  if (typeof value !== 'object' || value === null || named.properties === undefined) return [value, value]
  const nulled: Record<string, unknown> = {}
  const without: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(named.properties)) {
    const given = (value as Record<string, unknown>)[name]
    const isAbsent = !(named.required ?? []).includes(name) && (given === undefined || given === null || draw())
    if (isAbsent) nulled[name] = null
    else [nulled[name], without[name]] = versions(member, given, draw, root)
  }
  return [nulled, without]
}

const outcomeOf = async (operation: Operation, body: unknown): Promise<unknown> => {
  const commits = () => ({ run: () => expect.fail(), commit: () => expect.fail(), recorded: async () => undefined })
  const read = requestReader(operation, () => ({ body: '' }), commits)
  const event = httpEvent(operation.method, operation.path, { body, headers: {} })
  try {
    return (await read(event, openExchange(event, undefined, 0))).body
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, errors: error.errors }
    throw error
  }
}

test.each(withBody.map((operation) => [operation.id, operation] as const))(
  '%s: null is absent for every optional member of its body',
  async (_id, operation) => {
    const schema = z.toJSONSchema(operation.body as z.ZodMiniType, {
      io: 'input',
      unrepresentable: 'any',
    }) as JsonSchema
    await fc.assert(
      fc.asyncProperty(valuesOf(schema), fc.infiniteStream(fc.boolean()), async (value, draws) => {
        const [nulled, without] = versions(schema, value, () => draws.next().value ?? false)

        expect(await outcomeOf(operation, nulled)).toEqual(await outcomeOf(operation, without))
      }),
      { numRuns: runs(15, 50) },
    )
  },
)
