import * as z from 'zod/mini'

/** What every operation says of itself, of one that has no parts. */
export const minimalOperation = {
  id: 'addThing',
  area: 'service',
  role: 'owner',
  method: 'POST',
  path: '/things',
  summary: 'A thing',
  success: { body: z.object({}) },
  problems: [],
  access: {},
} as const
