import type * as z from 'zod/mini'
import { evaluate, noValue } from './evaluate.ts'
import { hasNoEffect, parseAt } from './parse.ts'
import type { References } from './references.ts'
import type { ResourceEntry } from './template.ts'

/** A resource with the references of its stack. */
export interface PlacedResource {
  readonly entry: ResourceEntry
  readonly references: References
}

/** The resolved properties of a resource. The schema is the table of its properties: one that it does not name is refused. */
export const propertiesOf = <Shape extends z.core.$ZodShape>(
  { entry, references }: PlacedResource,
  schema: z.ZodMiniObject<Shape>,
) => {
  const shape: Readonly<Record<string, object>> = schema.shape
  const properties: Record<string, unknown> = {}
  for (const [name, expression] of Object.entries(entry.properties)) {
    if (hasNoEffect(shape[name])) continue
    const isKnown = Object.hasOwn(shape, name)
    const value = isKnown ? evaluate(expression, references, `${entry.logicalId}.${name}`) : expression
    if (value !== noValue) properties[name] = value
  }
  return parseAt(entry.logicalId, schema, properties, entry.type)
}
