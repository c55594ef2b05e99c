/**
 * Mistakes in a handler that do not compile. `npm run types` runs this file: an expected error that does not occur is an error itself.
 */
import * as z from 'zod/mini'
import type { Handle, RequestOf } from '../../../shared/contract/handle.ts'
import { operation } from '../../../shared/contract/operation.ts'
import { Problem } from '../../../shared/contract/problem.ts'

const Thing = z.object({ id: z.string(), tags: z.array(z.string()) })

const putThing = operation({
  id: 'putThing',
  area: 'config',
  role: 'owner',
  method: 'PUT',
  path: '/things/{thingId}',
  summary: 'Put a thing',
  params: { thingId: z.string() },
  body: z.object({ tags: z._default(z.array(z.string()), []), limit: z.optional(z.int()) }),
  success: { body: Thing },
  problems: [],
  access: {},
})
const { role: _, ...publicThing } = putThing
const openThing = operation({ ...publicThing, id: 'openThing', auth: 'none' })
const taggedThing = operation({
  ...putThing,
  id: 'taggedThing',
  success: { body: Thing, headers: { etag: z.string() } },
})

export const valid = {
  parsed: (async ({ params, body }) => ({ id: params.thingId, tags: body.tags })) satisfies Handle<typeof putThing>,
  committed: ((request, commit) => commit([], { id: request.recipientId, tags: [] })) satisfies Handle<typeof putThing>,
  withHeaders: (async () => ({ body: { id: '1', tags: [] }, headers: { etag: '"1"' } })) satisfies Handle<
    typeof taggedThing
  >,
}

// @ts-expect-error an answer without a member
export const incomplete: Handle<typeof putThing> = async () => ({ id: '1' })

// @ts-expect-error an answer with a member of another type
export const mistyped: Handle<typeof putThing> = async () => ({ id: 1, tags: [] })

// @ts-expect-error an answer that is no promise
export const synchronous: Handle<typeof putThing> = () => ({ id: '1', tags: [] })

// @ts-expect-error a committed answer of another shape
export const miscommitted: Handle<typeof putThing> = (_, commit) => commit([], {})

// @ts-expect-error an answer without the headers that the operation declares
export const headless: Handle<typeof taggedThing> = async () => ({ id: '1', tags: [] })

// @ts-expect-error a parameter that the path does not have
export const misread: Handle<typeof putThing> = async ({ params }) => ({ id: params.id, tags: [] })

// @ts-expect-error a body member that the schema does not have
export const unknownMember: Handle<typeof putThing> = async ({ body }) => ({ id: body.name, tags: [] })

// @ts-expect-error the caller of a public operation, which has none
export const strangerOf = ({ recipientId }: RequestOf<typeof openThing>): string => recipientId

// @ts-expect-error an event, which a handler does not see
export const eventOf = ({ requestContext }: RequestOf<typeof putThing>): unknown => requestContext

// @ts-expect-error a problem code that the catalogue does not have
export const problem = new Problem('not_there', 'There is no such thing.')
