import type * as z from 'zod/mini'
import { checkIntrinsics, evaluate, noValue } from './evaluate.ts'
import { hasNoEffect, parseAt } from './parse.ts'
import { kindOf, References, type Substitutions } from './references.ts'
import type { ResourceEntry, Template } from './template.ts'
import { TemplateError } from './templateError.ts'

/** The names of a resource. */
export interface NamedResource {
  readonly logicalId: string
  readonly name: string
  /** The value of `Ref`. */
  readonly ref: string
  /** The ARN; empty for a type without one. */
  readonly arn: string
  readonly constructPath: string | undefined
}

/** A resource of a modelled type with its checked and resolved properties. */
export interface Resource<Properties> extends NamedResource {
  readonly properties: Properties
}

/** A template with resolved names, from which the readers of this folder take the resources of their types. */
export class Stack {
  readonly name: string
  readonly region: string
  readonly accountId: string
  readonly assetFolders: Template['assetFolders']
  readonly #outputs: Template['outputs']
  readonly #references: References

  /** @throws TemplateError when a resource type or an intrinsic function anywhere in the template is unknown */
  constructor(template: Template, substitutions: Substitutions) {
    for (const entry of template.resources.values()) {
      kindOf(entry)
      checkIntrinsics(entry.properties, entry.logicalId)
    }
    this.#references = new References(template, substitutions)
    this.#outputs = template.outputs
    this.name = template.stackName
    this.region = this.#references.region
    this.accountId = this.#references.accountId
    this.assetFolders = template.assetFolders
  }

  /** The names of all resources of the types. */
  named(...types: readonly string[]): NamedResource[] {
    return this.#entries(types).map((entry) => this.#name(entry))
  }

  /**
   * All resources of a type. The schema is the table of its properties: one that it does not name is refused.
   *
   * @param fits selects resources by a property, where a type has several kinds with properties of their own
   * @throws TemplateError
   */
  all<Shape extends z.core.$ZodShape>(
    type: string,
    schema: z.ZodMiniObject<Shape>,
    fits: (property: (name: string) => unknown) => boolean = () => true,
  ) {
    const isMeant = ({ logicalId, properties }: ResourceEntry) =>
      fits((name) => evaluate(properties[name], this.#references, `${logicalId}.${name}`))
    const entries = this.#entries([type]).filter(isMeant)
    return entries.map((entry) => ({
      ...this.#name(entry),
      properties: this.#properties(entry, schema),
    }))
  }

  /** The stack's outputs, resolved. */
  outputs(): Record<string, string> {
    const outputs: Record<string, string> = {}
    for (const [name, { Value, Condition }] of Object.entries(this.#outputs)) {
      const place = `Outputs.${name}`
      if (Condition !== undefined && !this.#references.condition(Condition, place)) continue
      outputs[name] = String(evaluate(Value, this.#references, place))
    }
    return outputs
  }

  #entries(types: readonly string[]): ResourceEntry[] {
    return [...this.#references.present.values()].filter((entry) => types.includes(entry.type))
  }

  #name(entry: ResourceEntry): NamedResource {
    const arn = kindOf(entry).attributes?.['Arn']
    const identity = this.#references.identityOf(entry)
    return {
      logicalId: entry.logicalId,
      name: identity.name,
      ref: this.#references.refOf(entry),
      arn: arn?.(identity) ?? '',
      constructPath: entry.constructPath,
    }
  }

  #properties<Shape extends z.core.$ZodShape>(entry: ResourceEntry, schema: z.ZodMiniObject<Shape>) {
    const shape: Readonly<Record<string, object>> = schema.shape
    const properties: Record<string, unknown> = {}
    for (const [name, expression] of Object.entries(entry.properties)) {
      if (!Object.hasOwn(shape, name)) {
        throw new TemplateError(entry.logicalId, `the property ${name} of ${entry.type} is not imitated`)
      }
      if (hasNoEffect(shape[name])) continue
      const value = evaluate(expression, this.#references, `${entry.logicalId}.${name}`)
      if (value !== noValue) properties[name] = value
    }
    return parseAt(entry.logicalId, schema, properties)
  }
}
