import type * as z from 'zod/mini'

/**
 * Takes the members away that are null where a schema lets them be absent, here and in what lies within: clients whose models have every
 * member send null for those that are not set. Free-form objects keep theirs.
 */
export const dropNulls = (schema: z.core.$ZodType, value: unknown): void => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (typeof value !== 'object' || value === null) return
  if ('innerType' in def) dropNulls(def.innerType, value)
  else if (def.type === 'pipe') dropNulls(def.in, value)
  else if (def.type === 'array' && Array.isArray(value)) for (const entry of value) dropNulls(def.element, entry)
  else if (def.type === 'object') {
    const members = value as Record<string, unknown>
    for (const [name, member] of Object.entries(def.shape))
      if (members[name] === null && member._zod.optin !== undefined) delete members[name]
      else dropNulls(member, members[name])
  }
}
