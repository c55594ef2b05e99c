import * as z from 'zod/mini'
import { type ConstructPaths, nestedStackPath } from './constructPaths.ts'
import { parseAt } from './parse.ts'
import { readJson } from './readJson.ts'
import { TemplateError } from './templateError.ts'

/** A stack as `cdk synth` wrote it, not yet evaluated. */
export interface Template {
  readonly stackName: string
  /** The beginning of the ids in this stack, which tells them from those of other stacks. */
  readonly prefix: string
  /** Logical id → resource. */
  readonly resources: ReadonlyMap<string, ResourceEntry>
  readonly parameters: Readonly<Record<string, ParameterEntry>>
  readonly mappings: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
  readonly conditions: Readonly<Record<string, unknown>>
  readonly outputs: Readonly<Record<string, OutputEntry>>
  /** The template of a nested stack, by the address to which a deployment uploads it. */
  nested(entry: ResourceEntry, url: string): Template
}

export interface ResourceEntry {
  /** The logical id behind the template's prefix. */
  readonly logicalId: string
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly condition: string | undefined
  /** The physical name, unless a property gives one. */
  readonly generatedName: string
  /** `Stack/listAnnouncers/Resource`, when the assembly has it. */
  readonly constructPath: string | undefined
}

type ParameterEntry = z.infer<typeof Parameter>
type OutputEntry = z.infer<typeof Output>

const object = z.record(z.string(), z.unknown())

const Resource = z.strictObject({
  Type: z.string(),
  Properties: z.optional(object),
  Condition: z.optional(z.string()),
  Metadata: z.optional(object),
  // Locally everything is created at once, so order, updates and deletion have no effect.
  DependsOn: z.optional(z.unknown()),
  DeletionPolicy: z.optional(z.unknown()),
  UpdateReplacePolicy: z.optional(z.unknown()),
})
const Parameter = z.object({ Type: z.string(), Default: z.optional(z.union([z.string(), z.number()])) })
const Output = z.object({
  Value: z.unknown(),
  Condition: z.optional(z.string()),
  Export: z.optional(z.strictObject({ Name: z.unknown() })),
})
const Sections = z.strictObject({
  Resources: object,
  Parameters: z._default(z.record(z.string(), Parameter), {}),
  Mappings: z._default(z.record(z.string(), z.record(z.string(), object)), {}),
  Conditions: z._default(object, {}),
  Outputs: z._default(z.record(z.string(), Output), {}),
  // These sections hold descriptions, and assertions about parameters that a deployment checks.
  AWSTemplateFormatVersion: z.optional(z.unknown()),
  Description: z.optional(z.unknown()),
  Metadata: z.optional(z.unknown()),
  Rules: z.optional(z.unknown()),
})

/** Where a template is, and the names of its stack. */
interface TemplateSource extends Pick<Template, 'stackName' | 'prefix'> {
  /** Absolute. */
  readonly file: string
  readonly constructPaths: ConstructPaths
  /** The construct path of a nested stack, '' of another. */
  readonly scope: string
  /** S3 key of an asset → absolute path. */
  readonly assetFiles: ReadonlyMap<string, string>
}

/** @throws TemplateError for a section or a part of a resource that is unknown */
export const readTemplate = (source: TemplateSource): Template => {
  const { Resources, Parameters, Mappings, Conditions, Outputs } = readJson('', source.file, Sections)
  const nested = new Map<ResourceEntry, Template>()
  return {
    stackName: source.stackName,
    prefix: source.prefix,
    resources: new Map(Object.entries(Resources).map(([id, entry]) => [id, resourceFrom(id, entry, source)])),
    parameters: Parameters,
    mappings: Mappings,
    conditions: Conditions,
    outputs: Outputs,
    nested: (entry, url) => {
      const template = nested.get(entry) ?? readTemplate(nestedSource(source, entry, url))
      nested.set(entry, template)
      return template
    },
  }
}

const resourceFrom = (id: string, entry: unknown, source: TemplateSource): ResourceEntry => {
  const { stackName, prefix, constructPaths, scope } = source
  const logicalId = `${prefix}${id}`
  const { Type, Properties, Condition, Metadata } = parseAt(logicalId, Resource, entry)
  const path = Metadata?.['aws:cdk:path']
  return {
    logicalId,
    type: Type,
    properties: Properties ?? {},
    condition: Condition,
    generatedName: `${stackName}-${id}`,
    constructPath: typeof path === 'string' ? path : constructPaths.get(scope)?.get(id),
  }
}

/** Two nested stacks may have the same template, but never the same construct path. */
const nestedSource = (source: TemplateSource, entry: ResourceEntry, url: string): TemplateSource => {
  const { logicalId, constructPath, generatedName } = entry
  const [, file] = [...source.assetFiles].find(([key]) => url.endsWith(`/${key}`)) ?? []
  if (file === undefined) throw new TemplateError(logicalId, `its template ${url} is not among the assets`)
  const scope = nestedStackPath(constructPath) ?? logicalId
  return { ...source, file, stackName: generatedName, prefix: `${scope}/`, scope }
}
