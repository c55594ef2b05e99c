import { join } from 'node:path'
import { build } from 'esbuild'
import { type Bundle, bundleFunctions, defaultEntries } from '../../../infra/bundling/bundle.ts'
import { projectFolder } from '../../../infra/bundling/functionEntries.ts'
import { shared } from './shared.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** Every function, built as it is deployed. */
export const deployedBundles = shared(
  async (): Promise<Bundle> => bundleFunctions({ folder: join(await temporaryFolder(), 'functions') }),
)

/** CommonJS dependencies inside an ES module ask for `require`. */
const requireForModules = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

/** Function id → its file by `esbuild --bundle --platform=node --minify --format=esm`. */
export const defaultBundles = shared(async (): Promise<Readonly<Record<string, string>>> => {
  const folder = join(await temporaryFolder(), 'defaults')
  const entries = defaultEntries()
  await build({
    entryPoints: entries.map(({ id, file }) => ({ in: file, out: id })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    logLevel: 'silent',
    banner: { js: requireForModules },
  })
  return Object.fromEntries(entries.map(({ id }) => [id, join(folder, `${id}.mjs`)]))
})

/** An operation by `esbuild --bundle --platform=node --minify`, in the format of that default. */
export const defaultBundle = async (area: string, id: string): Promise<string> => {
  const outfile = join(await temporaryFolder(), `${id}-default.cjs`)
  const entryPoints = [join(projectFolder, 'functions', area, `${id}.ts`)]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', minify: true, logLevel: 'silent' })
  return outfile
}

/** A script of this folder as one file of JavaScript, so that a measured process does not compile TypeScript. */
export const bundledScript = async (name: string): Promise<string> => {
  const outfile = join(await temporaryFolder(), `${name}.cjs`)
  await build({
    entryPoints: [join(import.meta.dirname, 'scripts', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    logLevel: 'silent',
    mainFields: ['module', 'main'],
  })
  return outfile
}
