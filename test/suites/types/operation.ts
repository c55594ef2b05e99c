/**
 * Mistakes in a contract that do not compile. `npm run types` runs this file: an expected error that does not occur is an error itself.
 */
import * as z from 'zod/mini'
import { operation } from '../../../shared/contract/operation.ts'

const Id = z.string()
const base = {
  id: 'getThing',
  area: 'config',
  role: 'owner',
  method: 'GET',
  summary: 'A thing',
  success: { body: z.object({ id: Id }) },
  problems: [],
  access: {},
} as const

export const valid = [
  operation({ ...base, path: '/things' }),
  operation({ ...base, path: '/things/{thingId}', params: { thingId: Id } }),
  operation({ ...base, path: '/things/{thingId}/parts/{partId}', params: { thingId: Id, partId: Id } }),
  operation({ ...base, path: '/things', problems: ['not_found'], access: { configs: ['GetItem'] } }),
  operation({ ...base, path: '/things', access: { 'history.byTime': ['Query'], 'bucket:prints': ['PutObject'] } }),
]

// @ts-expect-error a `{param}` without a schema
operation({ ...base, path: '/things/{thingId}' })

// @ts-expect-error one of two `{param}`s without a schema
operation({ ...base, path: '/things/{thingId}/parts/{partId}', params: { thingId: Id } })

// @ts-expect-error a schema for what is not in the path, which has no parameter
operation({ ...base, path: '/things', params: { thingId: Id } })

// @ts-expect-error a schema for what is not in the path, beside one for what is
operation({ ...base, path: '/things/{thingId}', params: { thingId: Id, partId: Id } })

// @ts-expect-error a misspelt parameter
operation({ ...base, path: '/things/{thingId}', params: { thingID: Id } })

// @ts-expect-error a member that operations do not have, regression: a timeout without its unit was ignored
operation({ ...base, path: '/things', timeout: 20 })

const { role: _, ...withoutRole } = base

// @ts-expect-error an operation that does not say who may call it for a recipient
operation({ ...withoutRole, path: '/things' })

// @ts-expect-error a public operation with a role
operation({ ...base, path: '/things', auth: 'none' })

// @ts-expect-error an unknown role
operation({ ...base, path: '/things', role: 'admin' })

// @ts-expect-error an unknown problem code
operation({ ...base, path: '/things', problems: ['not_there'] })

// @ts-expect-error an unknown table
operation({ ...base, path: '/things', access: { things: ['GetItem'] } })

// @ts-expect-error an action that tables do not have
operation({ ...base, path: '/things', access: { configs: ['UpdateTable'] } })

// @ts-expect-error an action that indexes do not have
operation({ ...base, path: '/things', access: { 'history.byTime': ['GetItem'] } })

// @ts-expect-error an index that its table does not have
operation({ ...base, path: '/things', access: { 'configs.byTime': ['Query'] } })

// @ts-expect-error an action that buckets do not have
operation({ ...base, path: '/things', access: { 'bucket:prints': ['ListBucket'] } })

// @ts-expect-error an unknown area
operation({ ...base, path: '/things', area: 'things' })
