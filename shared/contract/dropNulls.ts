import type * as z from 'zod/mini'

/**
 * Removes members that are null where a schema allows them to be absent, at every depth: clients whose models have
 * every member send null for unset ones. Free-form objects keep their nulls.
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
