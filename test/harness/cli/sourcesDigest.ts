import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSourceFolder, isUnfinished } from './projectAssembly.ts'

/** This file in an assembly's folder records the sources of the assembly. */
const recordFile = '.sources.json'

interface Made {
  readonly sources: string
  /** The manifest's time of change in epoch milliseconds; it reveals another synthesis into the same folder. */
  readonly manifestChangedAt: number
}

const addFolder = (hash: Hash, folder: string, except: string): void => {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isFile()) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
    else if (isSourceFolder(entry, path, except)) addFolder(hash, path, except)
  }
}

/** A digest of everything that a synthesis depends on: the project's sources, its lockfile, and the environment variables. */
export const sourcesDigest = (
  projectFolder: string,
  assemblyFolder: string,
  variables: Readonly<Record<string, string | undefined>>,
): string => {
  const hash = createHash('sha256').update(process.version)
  hash.update(JSON.stringify(Object.entries(variables).toSorted()))
  addFolder(hash, projectFolder, assemblyFolder)
  return hash.digest('hex')
}

const manifestChangedAt = (assemblyFolder: string): number => {
  const manifest = join(assemblyFolder, 'manifest.json')
  return existsSync(manifest) ? statSync(manifest).mtimeMs : 0
}

/** Whether the assembly is complete, was made of these sources, and was not written by another synthesis since. */
export const isMadeOf = (assemblyFolder: string, sources: string): boolean => {
  const file = join(assemblyFolder, recordFile)
  if (!existsSync(file) || isUnfinished(assemblyFolder)) return false
  const made = JSON.parse(readFileSync(file, 'utf8')) as Made
  return made.sources === sources && made.manifestChangedAt === manifestChangedAt(assemblyFolder)
}

export const recordSources = (assemblyFolder: string, sources: string): void => {
  const made: Made = { sources, manifestChangedAt: manifestChangedAt(assemblyFolder) }
  writeFileSync(join(assemblyFolder, recordFile), JSON.stringify(made))
}
