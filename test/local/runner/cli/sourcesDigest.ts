import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isUnfinished } from './projectAssembly.ts'

/** This file in an assembly's folder records the sources of the assembly. */
const recordFile = '.sources.json'

interface Made {
  readonly sources: string
  /** The manifest's time of change in epoch milliseconds; it reveals another synthesis into the same folder. */
  readonly manifestChangedAt: number
  readonly assets: readonly string[]
}

/** npm's own record of what is installed, which a lockfile that came with `git pull` does not describe before `npm ci`. */
const installedFile = 'node_modules/.package-lock.json'

const addFile = (hash: Hash, path: string): void => {
  const content = readFileSync(path)
  hash.update(`${path}\0${content.length}\0`).update(content)
}

/** A digest of everything that a synthesis depends on: the sources, the installed packages, and the environment. */
export const sourcesDigest = (
  projectFolder: string,
  sources: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): string => {
  const hash = createHash('sha256').update(process.version)
  hash.update(JSON.stringify(Object.entries(variables).toSorted()))
  for (const source of sources) addFile(hash, source)
  const installed = join(projectFolder, installedFile)
  if (existsSync(installed)) addFile(hash, installed)
  return hash.digest('hex')
}

const manifestChangedAt = (assemblyFolder: string): number => {
  const manifest = join(assemblyFolder, 'manifest.json')
  return existsSync(manifest) ? statSync(manifest).mtimeMs : 0
}

const assetsIn = (assemblyFolder: string): string[] =>
  readdirSync(assemblyFolder)
    .filter((name) => name.startsWith('asset.'))
    .toSorted()

/** Whether the assembly is complete, was made of these sources, and was not written by another synthesis since. */
export const isMadeOf = (assemblyFolder: string, sources: string): boolean => {
  const file = join(assemblyFolder, recordFile)
  if (!existsSync(file) || isUnfinished(assemblyFolder)) return false
  const made = JSON.parse(readFileSync(file, 'utf8')) as Made
  if (made.sources !== sources || made.manifestChangedAt !== manifestChangedAt(assemblyFolder)) return false
  return isDeepStrictEqual(made.assets, assetsIn(assemblyFolder))
}

export const recordSources = (assemblyFolder: string, sources: string): void => {
  const made: Made = { sources, manifestChangedAt: manifestChangedAt(assemblyFolder), assets: assetsIn(assemblyFolder) }
  writeFileSync(join(assemblyFolder, recordFile), JSON.stringify(made))
}
