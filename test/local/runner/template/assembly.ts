import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type ConstructPaths, constructPathsFrom } from './constructPaths.ts'
import { parseAt } from './parse.ts'
import { readJson } from './readJson.ts'
import { readTemplate, type Template } from './template.ts'
import { TemplateError } from './templateError.ts'

/** The stacks of a cloud assembly that make one app, as `cdk synth` wrote them. */
export interface Assembly {
  /** The stack that no other depends on. */
  readonly name: string
  /** The account of the stacks' environment, if it has one. */
  readonly accountId: string | undefined
  readonly region: string | undefined
  readonly templates: readonly Template[]
  /** S3 key of a code asset → absolute folder of its content. */
  readonly assetFolders: ReadonlyMap<string, string>
}

const Manifest = z.object({ artifacts: z.record(z.string(), z.looseObject({ type: z.string() })) })
const StackArtifact = z.object({
  environment: z.string(),
  properties: z.object({ templateFile: z.string(), stackName: z.optional(z.string()) }),
  metadata: z.optional(z.record(z.string(), z.unknown())),
  additionalMetadataFile: z.optional(z.string()),
  dependencies: z._default(z.array(z.string()), []),
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

interface StackSource extends z.infer<typeof StackArtifact> {
  readonly artifactId: string
  readonly stackName: string
}

/**
 * Reads the stacks of an app: manifest, templates and asset manifests.
 *
 * @param assemblyFolder the `cdk.out` that `cdk synth` wrote
 * @param stackName a stack of the app, where the assembly has several apps that do not depend on each other
 * @throws TemplateError when there is no assembly, several apps and no choice, or an unknown section
 */
export const readAssembly = (assemblyFolder: string, stackName?: string): Assembly => {
  const { artifacts } = readJson(assemblyFolder, 'manifest.json', Manifest)
  const ofType = (type: string) => Object.entries(artifacts).filter(([, artifact]) => artifact.type === type)
  const stacks = ofType('aws:cloudformation:stack').map(([artifactId, artifact]): StackSource => {
    const stack = parseAt('manifest.json', StackArtifact, artifact)
    return { ...stack, artifactId, stackName: stack.properties.stackName ?? artifactId }
  })
  const assets = ofType('cdk:asset-manifest').flatMap(([, artifact]) =>
    assetsOf(assemblyFolder, parseAt('manifest.json', AssetManifestArtifact, artifact).properties.file),
  )
  const files = assets.map(({ key, path }) => [key, path] as const)
  const served = chosen(stacks, stackName)
  const last = served.find(({ artifactId }) => served.every((stack) => !stack.dependencies.includes(artifactId)))
  return {
    name: last?.stackName ?? '',
    ...environmentOf(served),
    templates: served.map((stack) =>
      readTemplate({
        file: resolve(assemblyFolder, stack.properties.templateFile),
        stackName: stack.stackName,
        prefix: served.length === 1 ? '' : `${stack.stackName}/`,
        constructPaths: constructPathsOf(assemblyFolder, stack),
        scope: '',
        assetFiles: new Map(files),
      }),
    ),
    assetFolders: new Map(assets.flatMap(({ key, path, packaging }) => (packaging === 'zip' ? [[key, path]] : []))),
  }
}

/** @throws TemplateError unless the stacks, or those around the named one, are one app */
const chosen = (stacks: readonly StackSource[], stackName: string | undefined): readonly StackSource[] => {
  const names = stacks.map((stack) => stack.stackName).join(', ')
  const first = stackName === undefined ? stacks[0] : stacks.find((stack) => stack.stackName === stackName)
  if (!first) {
    throw new TemplateError(
      'manifest.json',
      stacks[0] ? `it has no stack ${stackName}, only ${names}` : 'it has no stack',
    )
  }
  const app = appOf(first, stacks)
  if (stackName === undefined && app.length < stacks.length)
    throw new TemplateError('manifest.json', `it has several apps: choose one by a stack of it with --stack (${names})`)
  return app
}

/** The stacks that depend on the first one or that it depends on, directly or through others. */
const appOf = (first: StackSource, stacks: readonly StackSource[]): readonly StackSource[] => {
  const app = new Set([first])
  for (const member of app) {
    for (const stack of stacks) {
      const isNeeded = member.dependencies.includes(stack.artifactId)
      if (isNeeded || stack.dependencies.includes(member.artifactId)) app.add(stack)
    }
  }
  return stacks.filter((stack) => app.has(stack))
}

/** @throws TemplateError when the stacks are deployed to different places */
const environmentOf = (stacks: readonly StackSource[]): Pick<Assembly, 'accountId' | 'region'> => {
  const [environment = '', other] = new Set(stacks.map((stack) => stack.environment.replace('aws://', '')))
  if (other !== undefined)
    throw new TemplateError('manifest.json', `stacks of one app in ${environment} and ${other} are not imitated`)
  const [accountId, region] = environment.split('/').map((part) => (part.startsWith('unknown-') ? undefined : part))
  return { accountId, region }
}

const constructPathsOf = (folder: string, { metadata = {}, additionalMetadataFile }: StackSource): ConstructPaths =>
  constructPathsFrom(
    additionalMetadataFile === undefined
      ? metadata
      : readJson(folder, additionalMetadataFile, z.record(z.string(), z.unknown())),
  )

/** The assets of an asset manifest, by each key that they are uploaded to. */
const assetsOf = (folder: string, file: string) =>
  Object.values(readJson(folder, file, Assets).files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey: key }) => ({
      key,
      path: resolve(folder, source.path),
      packaging: source.packaging,
    })),
  )
