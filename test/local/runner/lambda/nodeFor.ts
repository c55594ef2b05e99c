import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FunctionResource } from '../deployment.ts'
import { orUndefined } from '../orUndefined.ts'

/** The program that runs functions of a runtime, and its major version. */
interface NodeProgram {
  readonly file: string
  readonly major: number
}

type Runtime = Pick<FunctionResource, 'runtime' | 'codeFolder'>

const majorOf = (runtime: string): number => Number(/\d+/.exec(runtime)?.[0])

const own: NodeProgram = { file: process.execPath, major: Number(process.versions.node.split('.')[0]) }

/** The bootstrap needs `module.registerHooks`. */
const isUsable = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 15)
}

const withParents = (folder: string): readonly string[] =>
  folder === dirname(folder) ? [folder] : [folder, ...withParents(dirname(folder))]

/** The program of an installed package `node`, by its folder. */
const installed = (folder: string): (NodeProgram & { readonly version: string }) | undefined => {
  const file = join(folder, 'bin', 'node')
  if (!existsSync(file)) return undefined
  const described = orUndefined(() => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as unknown)
  const { name, version = '' } = (described ?? {}) as { readonly name?: string; readonly version?: string }
  return name === 'node' && isUsable(version) ? { file, version, major: Number(version.split('.')[0]) } : undefined
}

/**
 * The Node.js of the declared major: the one that runs here, or an installed package `node`, also by an alias such as
 * `node-22`; else the one that runs here.
 */
export const nodeFor = ({ runtime, codeFolder }: Runtime): NodeProgram => {
  const major = majorOf(runtime)
  if (own.major === major) return own
  const folders = [codeFolder, dirname(fileURLToPath(import.meta.url))].flatMap(withParents)
  for (const folder of folders)
    for (const name of ['node', `node-${major}`, `node${major}`]) {
      const found = installed(join(folder, 'node_modules', name))
      if (found?.major === major) return found
    }
  return own
}

/** A line for each runtime whose functions run on another major version of Node.js. */
export const runtimeDifferences = (functions: readonly FunctionResource[]): readonly string[] =>
  [...new Set(functions.map(({ runtime }) => runtime))].flatMap((runtime) => {
    const ofRuntime = functions.filter((each) => each.runtime === runtime && nodeFor(each).major !== majorOf(runtime))
    if (ofRuntime.length === 0) return []
    const [count, verb] = ofRuntime.length === 1 ? ['1 function', 'runs'] : [`${ofRuntime.length} functions`, 'run']
    const major = majorOf(runtime)
    const remedy = major < 22 ? '' : `: the package node@${major} brings theirs`
    return [`${count} of ${runtime} ${verb} on Node.js ${own.major}${remedy}`]
  })
