import type * as z from 'zod/mini'
import { localAddresses } from './addresses.ts'
import type { Assembly } from './assembly.ts'
import { evaluate } from './evaluate.ts'
import { partsWithoutEffect } from './parse.ts'
import { type PlacedResource, propertiesOf } from './properties.ts'
import { kindOf, References, type Substitutions, type Surroundings } from './references.ts'
import { Refusals } from './refusals.ts'
import { resourceKinds } from './resourceKinds.ts'
import { TemplateError } from './templateError.ts'

/** The names of a resource. */
export interface NamedResource {
  /** In one stack of several, and in a nested one, the logical id follows the stack's name: `Streaming/payments/addPayment1A2B`. */
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

const defaults = { region: 'us-east-1', accountId: '123456789012' }

/** The stacks of an app with resolved names, from which the readers of this folder take the resources of their types. */
export class Stacks {
  readonly name: string
  readonly region: string
  readonly accountId: string
  readonly assetFolders: Assembly['assetFolders']
  /** The stacks that are deployed by themselves, by name. */
  readonly #deployed: ReadonlyMap<string, References>
  #all: readonly References[] = []
  readonly #resources: readonly PlacedResource[]
  #localise: (text: string) => string = (text) => text
  readonly #refusals: Refusals
  /** Type and property → the reason, and who has it. */
  readonly #withoutEffect = new Map<string, { readonly reason: string; readonly owners: Set<string> }>()

  /** @param ignore see `Refusals` */
  constructor(assembly: Assembly, substitutions: Substitutions, ignore: readonly string[]) {
    this.#refusals = new Refusals(ignore)
    this.name = assembly.name
    this.region = assembly.region ?? defaults.region
    this.accountId = assembly.accountId ?? defaults.accountId
    this.assetFolders = assembly.assetFolders
    const { region, accountId } = this
    const surroundings: Surroundings = {
      region,
      accountId,
      substitutions,
      refusals: this.#refusals,
      imported: (name, place) => this.#imported(name, place),
      localise: (text) => this.#localise(text),
    }
    const deployed = assembly.templates.map(
      (template) => [template.stackName, new References(template, surroundings)] as const,
    )
    this.#deployed = new Map(deployed)
    this.#all = deployed.flatMap(([, references]) => withNested(references))
    this.#resources = this.#all.flatMap((references) =>
      [...references.present.values()].map((entry) => ({ entry, references })),
    )
    this.#localise = localAddresses(this.#resources, surroundings)
  }

  /** The names of all resources of the types. */
  named(...types: readonly string[]): NamedResource[] {
    return this.#ofTypes(types).map(nameOf)
  }

  /**
   * All resources of a type. The schema is the table of its properties: one that it does not name is refused, and its resource is left out.
   *
   * @param fits selects resources by a property, where a type has several kinds with properties of their own
   */
  all<Shape extends z.core.$ZodShape>(
    type: string,
    schema: z.ZodMiniObject<Shape>,
    fits: (property: (name: string) => unknown) => boolean = () => true,
  ) {
    return this.#ofTypes([type]).flatMap((resource) => {
      const { entry, references } = resource
      const { logicalId, properties } = entry
      return this.#refusals
        .ofItself(logicalId, () => {
          if (!fits((name) => evaluate(properties[name], references, `${logicalId}.${name}`))) return []
          const read = { ...nameOf(resource), properties: propertiesOf(resource, schema) }
          for (const [path, reason] of partsWithoutEffect(schema, properties))
            this.#noteWithoutEffect(`${type}.${path}`, reason, logicalId)
          return [read]
        })
        .flat()
    })
  }

  /** Reads each resource; one that does not fit to the others is refused and left out. */
  each<Given extends Pick<NamedResource, 'logicalId'>, Result>(
    resources: readonly Given[],
    read: (resource: Given) => Result,
  ): Result[] {
    return resources.flatMap((resource) => this.#refusals.among(() => read(resource), resource.logicalId))
  }

  /** Reads a part of the app; if it is refused, the fallback is used until the end of all refusals. */
  part<Result>(read: () => Result, fallback: Result): Result {
    const [result = fallback] = this.#refusals.among(read)
    return result
  }

  /** See `Refusals`. */
  end(): readonly string[] {
    return this.#refusals.end()
  }

  /** One line for each type and each property without a local effect, with the number of resources and the reason. */
  withoutEffect(): readonly string[] {
    for (const { entry } of this.#resources) {
      const { noLocalEffect } = resourceKinds[entry.type] ?? {}
      if (noLocalEffect !== undefined && this.#refusals.isServed(entry))
        this.#noteWithoutEffect(entry.type, noLocalEffect, entry.logicalId)
    }
    const lines = [...this.#withoutEffect].map(([name, { reason, owners }]) => `${name} (${owners.size}): ${reason}`)
    return lines.toSorted()
  }

  /** @throws TemplateError for an attribute that its type does not have */
  attribute({ logicalId }: Pick<NamedResource, 'logicalId'>, name: string): string {
    const owner = this.#resources.find(({ entry }) => entry.logicalId === logicalId)
    if (!owner) throw new TemplateError(logicalId, 'it is not in the template')
    return owner.references.attributeOf(owner.entry, name, logicalId)
  }

  /** Stack → output → value, of the stacks that are deployed by themselves. */
  outputs(): Record<string, Record<string, string>> {
    const outputsOf = (references: References) =>
      [...references.outputs].map((name) => [name, references.output(name, name)] as const)
    return Object.fromEntries(
      [...this.#deployed].map(([stackName, references]) => [stackName, Object.fromEntries(outputsOf(references))]),
    )
  }

  #noteWithoutEffect(name: string, reason: string, owner: string): void {
    const noted = this.#withoutEffect.get(name) ?? { reason, owners: new Set() }
    this.#withoutEffect.set(name, noted)
    noted.owners.add(owner)
  }

  #ofTypes(types: readonly string[]): PlacedResource[] {
    return this.#resources.filter(({ entry }) => types.includes(entry.type) && this.#refusals.isServed(entry))
  }

  #imported(name: string, place: string): string {
    const isExporter = ({ exports }: References) => exports.has(name)
    // The stacks themselves first: the exports of nested ones may depend on imports.
    const exporter = [...this.#deployed.values()].find(isExporter) ?? this.#all.find(isExporter)
    const output = exporter?.exports.get(name)
    if (exporter && output !== undefined) return exporter.output(output, place)
    throw new TemplateError(place, `it imports ${name}, which no stack here exports`)
  }
}

const withNested = (references: References): readonly References[] => [
  references,
  ...[...references.nested.values()].flatMap(withNested),
]

const nameOf = ({ entry, references }: PlacedResource): NamedResource => {
  const arn = kindOf(entry).attributes?.['Arn']
  const identity = references.identityOf(entry)
  return {
    logicalId: entry.logicalId,
    name: identity.name,
    ref: references.refOf(entry),
    arn: arn?.(identity) ?? '',
    constructPath: entry.constructPath,
  }
}
