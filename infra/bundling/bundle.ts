import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildFailure, type BuildOptions, build, type Metafile } from 'esbuild'
import { operations } from '../../shared/operations.ts'
import { socketRoutes } from '../../shared/sockets.ts'
import { workers } from '../../shared/workers.ts'
import { leaveOutContracts } from './bundle/leanContracts.ts'
import { replaceModules } from './bundle/replaceModules.ts'
import { type FunctionEntry, functionEntries, projectFolder } from './functionEntries.ts'
import { buildJointBundles } from './jointBundles.ts'

/** The folder of the bundles: it has one folder for each function, with its `index.cjs`. */
export const bundleFolder = resolve(projectFolder, '.build/functions')

/** The form of bundled code; the default is the deployed one. */
export interface BundleKind {
  /** Readable code with source maps, for this machine. */
  readonly isDebuggable?: boolean
  /** With `false`, bundles contain the unchanged AWS SDK, in case a new version fails with the replacements. */
  readonly leanSdk?: boolean
}

export interface BundleOptions extends BundleKind {
  /** Default: every function of the registry. */
  readonly entries?: readonly FunctionEntry[]
  /** Default: `.build/functions`. */
  readonly folder?: string
  /** Called with the number of functions that are written, if they are debuggable. */
  readonly onWritten?: (count: number) => void
}

export interface Bundle {
  /** Function id → absolute path of the file that was written. */
  readonly outputs: Readonly<Record<string, string>>
  readonly metafile: Metafile
}

export const defaultEntries = (): readonly FunctionEntry[] => functionEntries(operations, workers, socketRoutes)

const outputOf = (folder: string, id: string): string => resolve(folder, id, 'index.cjs')

/** Source maps name the sources relative to the bundle, and have to be valid in the assembly's copy too. */
const debuggable = (folder: string) =>
  ({ sourcemap: 'linked', sourcesContent: false, sourceRoot: pathToFileURL(`${resolve(folder, 'id')}/`).href }) as const

/**
 * The format is CommonJS, because an ESM import of `node:http` costs 18 ms and 11 MB at every cold start
 * (nodejs/node#59686). There is no source map: it would add 170 % to the bytes that a cold start unpacks and reads; nor
 * is there `keepNames`, which adds 8 %.
 */
export const buildOptions = (
  entries: readonly FunctionEntry[],
  folder: string,
  { isDebuggable = false, leanSdk = true }: BundleKind = {},
) =>
  ({
    ...(isDebuggable && debuggable(folder)),
    absWorkingDir: projectFolder,
    entryPoints: entries.map(({ id, file }) => ({ in: file, out: `${id}/index` })),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: !isDebuggable,
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    plugins: [...(leanSdk ? [replaceModules] : []), leaveOutContracts],
  }) satisfies BuildOptions

/**
 * Bundles every function by one esbuild call. The same sources give the same bytes.
 *
 * @throws BuildFailure (see `isBuildFailure`)
 */
export const bundleFunctions = async (options: BundleOptions = {}): Promise<Bundle> => {
  const { entries = defaultEntries(), folder = bundleFolder, onWritten, ...kind } = options
  const outputs = Object.fromEntries(entries.map(({ id }) => [id, outputOf(folder, id)]))
  if (!kind.isDebuggable) return { outputs, metafile: (await build(buildOptions(entries, folder, kind))).metafile }
  const files = new Map(entries.map(({ id, file }) => [id, file]))
  const metafile = await buildJointBundles({
    options: buildOptions(entries, folder, kind),
    entries: files,
    outputs,
    onWritten,
  })
  return { outputs, metafile }
}

/** Whether the sources did not build; the message names file and line. */
export const isBuildFailure = (error: unknown): error is BuildFailure =>
  error instanceof Error && 'errors' in error && 'warnings' in error

/** Function id → the bundle's entry in the metafile: its bytes and the modules that it holds. */
export const bundledModules = ({ outputs, metafile }: Bundle): ReadonlyMap<string, Metafile['outputs'][string]> =>
  new Map(
    Object.entries(outputs).flatMap(([id, file]) => {
      const output = metafile.outputs[relative(projectFolder, file)]
      return output === undefined ? [] : [[id, output] as const]
    }),
  )
