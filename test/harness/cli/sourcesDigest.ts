import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSourceFolder, isUnfinished } from './projectAssembly.ts'

/** Lies in an assembly's folder, and says which sources it was made of. */
const recordFile = '.sources.json'

interface Made {
  readonly sources: string
  /** Of the manifest, in epoch milliseconds: another synthesis into the same folder writes another one. */
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

/** What a synthesis depends on: every source of the project, the lockfile included, and the variables that it is given. */
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

/** Whether the assembly was made of these sources, by nobody else since, and to the end. */
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
