import * as z from 'zod/mini'

/**
 * Construct paths of a stack and of its nested stacks, from the manifest: a template has the paths only when the CDK's command line wrote it. Nested
 * stack's construct path, or '' for the stack itself → logical id → construct path.
 */
export type ConstructPaths = ReadonlyMap<string, ReadonlyMap<string, string>>

const LogicalIdMetadata = z.array(z.object({ type: z.string(), data: z.optional(z.unknown()) }))

/** `Stack/area.NestedStack/area.NestedStackResource` is the resource of the nested stack `Stack/area`. */
const nestedStackResource = /^(.*\/)?([^/]+)\.NestedStack\/\2\.NestedStackResource$/

/** The construct path of the nested stack that a resource creates; undefined for a path of another form. */
export const nestedStackPath = (resourcePath = ''): string | undefined => {
  const [, scope = '', id] = nestedStackResource.exec(resourcePath) ?? []
  return id === undefined ? undefined : `${scope}${id}`
}

export const constructPathsFrom = (metadata: Readonly<Record<string, unknown>>): ConstructPaths => {
  const named = Object.entries(metadata).flatMap(([path, entries]): [string, string][] => {
    const entry = LogicalIdMetadata.safeParse(entries).data?.find(({ type }) => type === 'aws:cdk:logicalId')
    return typeof entry?.data === 'string' ? [[path.replace(/^\//, ''), entry.data]] : []
  })
  const nested = named.flatMap(([path]) => nestedStackPath(path) ?? [])
  // The innermost stack has the longest path.
  const scopes = nested.toSorted((one, other) => other.length - one.length)
  const paths = new Map<string, Map<string, string>>(['', ...nested].map((scope) => [scope, new Map()]))
  for (const [path, logicalId] of named) {
    const scope = scopes.find((candidate) => path.startsWith(`${candidate}/`)) ?? ''
    paths.get(scope)?.set(logicalId, path)
  }
  return paths
}
