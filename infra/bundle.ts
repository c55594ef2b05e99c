import { resolve } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { operations } from '../shared/operations.ts'
import { replaceModules } from './bundle/replaceModules.ts'
import { type FunctionEntry, functionEntries } from './functionEntries.ts'

const projectFolder = resolve(import.meta.dirname, '..')

/** Where the bundles are: one folder for each function, with its `index.cjs`. */
export const bundleFolder = resolve(projectFolder, '.build/functions')

export interface BundleOptions {
  /** Default: every function of the registry. */
  readonly entries?: readonly FunctionEntry[]
  /** Default: `.build/functions`. */
  readonly folder?: string
}

export interface Bundle {
  /** Function id → the file that was written. */
  readonly outputs: Readonly<Record<string, string>>
  readonly metafile: Metafile
}

const outputOf = (folder: string, id: string): string => resolve(folder, id, 'index.cjs')

/**
 * CommonJS, because an ESM import of `node:http` costs 18 ms and 11 MB at every cold start (nodejs/node#59686). No source map in the
 * asset: it would be three times the code; names are kept readable by the metafile instead.
 */
const options = ({ entries = functionEntries(operations), folder = bundleFolder }: BundleOptions) =>
  ({
    absWorkingDir: projectFolder,
    entryPoints: entries.map(({ id, file }) => ({ in: file, out: `${id}/index` })),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
    plugins: [replaceModules],
  }) satisfies BuildOptions

/** Bundles every function by one esbuild call. The same sources give the same bytes. */
export const bundleFunctions = async (given: BundleOptions = {}): Promise<Bundle> => {
  const { metafile } = await build(options(given))
  const { entries = functionEntries(operations), folder = bundleFolder } = given
  return { outputs: Object.fromEntries(entries.map(({ id }) => [id, outputOf(folder, id)])), metafile }
}
