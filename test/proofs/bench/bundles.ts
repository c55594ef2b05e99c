import { join } from 'node:path'
import { build } from 'esbuild'
import { type Bundle, bundleFunctions } from '../../../infra/build/bundle.ts'
import { projectFolder } from '../../../infra/build/functionEntries.ts'
import { shared } from './shared.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** Every function, built as it is deployed. */
export const deployedBundles = shared(
  async (): Promise<Bundle> => bundleFunctions({ folder: join(await temporaryFolder(), 'functions') }),
)

const source = (area: string, id: string): string => join(projectFolder, 'functions', area, `${id}.ts`)

/** CommonJS dependencies inside an ES module ask for `require`. */
const requireForModules = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

/** A function built by `esbuild --bundle --platform=node --minify`: into the format of that default, or into an ES module. */
export const defaultBundle = async (area: string, id: string, format: 'cjs' | 'esm'): Promise<string> => {
  const outfile = join(await temporaryFolder(), `${id}-default.${format === 'cjs' ? 'cjs' : 'mjs'}`)
  await build({
    entryPoints: [source(area, id)],
    outfile,
    bundle: true,
    platform: 'node',
    minify: true,
    logLevel: 'silent',
    format,
    ...(format === 'esm' && { banner: { js: requireForModules } }),
  })
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
