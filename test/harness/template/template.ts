import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { parseAt } from './parse.ts'
import { TemplateError } from './templateError.ts'

/** A stack as `cdk synth` wrote it, not yet evaluated. */
export interface Template {
  readonly stackName: string
  /** The account of the stack's environment, if it has one. */
  readonly accountId: string | undefined
  readonly region: string | undefined
  readonly resources: ReadonlyMap<string, ResourceEntry>
  readonly parameters: Readonly<Record<string, ParameterEntry>>
  readonly mappings: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
  readonly conditions: Readonly<Record<string, unknown>>
  readonly outputs: Readonly<Record<string, OutputEntry>>
  /** S3 key of a code asset → absolute folder of its content. */
  readonly assetFolders: ReadonlyMap<string, string>
}

export interface ResourceEntry {
  readonly logicalId: string
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly condition: string | undefined
  /** `Stack/listAnnouncers/Resource`, when the assembly has it. */
  readonly constructPath: string | undefined
}

type ParameterEntry = z.infer<typeof Parameter>
type OutputEntry = z.infer<typeof Output>

const object = z.record(z.string(), z.unknown())

const Manifest = z.object({ artifacts: z.record(z.string(), z.looseObject({ type: z.string() })) })
const StackArtifact = z.object({
  environment: z.string(),
  properties: z.object({ templateFile: z.string(), stackName: z.optional(z.string()) }),
  metadata: z.optional(z.record(z.string(), z.unknown())),
  additionalMetadataFile: z.optional(z.string()),
})
const AssetManifestArtifact = z.object({ properties: z.object({ file: z.string() }) })
const Assets = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string(), packaging: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
})
const LogicalIdMetadata = z.array(z.object({ type: z.string(), data: z.optional(z.unknown()) }))

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
const Output = z.object({ Value: z.unknown(), Condition: z.optional(z.string()) })
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

/**
 * Reads the one stack of a cloud assembly: manifest, template and asset manifest.
 *
 * @param assemblyFolder the `cdk.out` that `cdk synth` wrote
 * @throws TemplateError when there is no assembly, not exactly one stack, or an unknown section
 */
export const readTemplate = (assemblyFolder: string): Template => {
  const manifest = read(assemblyFolder, 'manifest.json', Manifest)
  const ofType = (type: string) => Object.entries(manifest.artifacts).filter(([, artifact]) => artifact.type === type)
  const stacks = ofType('aws:cloudformation:stack')
  const [only] = stacks
  if (!only || stacks.length > 1)
    throw new TemplateError('manifest.json', `one stack is expected, there are ${stacks.length}`)
  const stack = parseAt('manifest.json', StackArtifact, only[1])
  const manifests = ofType('cdk:asset-manifest').map(([, artifact]) =>
    parseAt('manifest.json', AssetManifestArtifact, artifact),
  )
  const sections = read(assemblyFolder, stack.properties.templateFile, Sections)
  const [accountId, region] = stack.environment.replace('aws://', '').split('/')
  return {
    stackName: stack.properties.stackName ?? only[0],
    accountId: known(accountId),
    region: known(region),
    resources: resourcesOf(sections.Resources, constructPaths(assemblyFolder, stack)),
    parameters: sections.Parameters,
    mappings: sections.Mappings,
    conditions: sections.Conditions,
    outputs: sections.Outputs,
    assetFolders: new Map(manifests.flatMap(({ properties }) => foldersOf(assemblyFolder, properties.file))),
  }
}

const known = (part: string | undefined): string | undefined => (part?.startsWith('unknown-') ? undefined : part)

const resourcesOf = (entries: Readonly<Record<string, unknown>>, paths: ReadonlyMap<string, string>) => {
  const resources = new Map<string, ResourceEntry>()
  for (const [logicalId, entry] of Object.entries(entries)) {
    const { Type, Properties, Condition, Metadata } = parseAt(logicalId, Resource, entry)
    const path = Metadata?.['aws:cdk:path']
    const constructPath = typeof path === 'string' ? path : paths.get(logicalId)
    resources.set(logicalId, {
      logicalId,
      type: Type,
      properties: Properties ?? {},
      condition: Condition,
      constructPath,
    })
  }
  return resources
}

/** Logical id → construct path, from the manifest: the template has the path only when the CDK's command line wrote it. */
const constructPaths = (folder: string, stack: z.infer<typeof StackArtifact>): ReadonlyMap<string, string> => {
  const file = stack.additionalMetadataFile
  const metadata = file === undefined ? (stack.metadata ?? {}) : read(folder, file, object)
  const paths = new Map<string, string>()
  for (const [path, entries] of Object.entries(metadata)) {
    const named = LogicalIdMetadata.safeParse(entries).data?.find((entry) => entry.type === 'aws:cdk:logicalId')
    if (typeof named?.data === 'string') paths.set(named.data, path.replace(/^\//, ''))
  }
  return paths
}

const foldersOf = (folder: string, file: string): [string, string][] => {
  const unpacked = Object.values(read(folder, file, Assets).files).filter(({ source }) => source.packaging === 'zip')
  return unpacked.flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }): [string, string] => [objectKey, resolve(folder, source.path)]),
  )
}

const read = <Schema extends z.ZodMiniType>(folder: string, file: string, schema: Schema): z.infer<Schema> => {
  let text: string
  try {
    text = readFileSync(join(folder, file), 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    throw new TemplateError(join(folder, file), `cannot be read (${code}); synthesize first`)
  }
  return parseAt(file, schema, JSON.parse(text))
}
