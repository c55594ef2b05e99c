import { type Dirent, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Toolchain } from './toolchain.ts'

/** Milliseconds: a synthesis writes its manifest after its templates, within this time. */
const moment = 1000

/** Folders that are not searched for sources, like those whose name begins with a dot. */
const otherFolders: ReadonlySet<string> = new Set(['node_modules', 'test'])

/** Whether a folder of the project may hold sources; the assembly's own folder does not. */
const isSourceFolder = (entry: Dirent, path: string, assemblyFolder: string): boolean =>
  entry.isDirectory() && path !== assemblyFolder && !entry.name.startsWith('.') && !otherFolders.has(entry.name)

const filesIn = (folder: string, except: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return path
    return isSourceFolder(entry, path, except) ? filesIn(path, except) : []
  })

/** Absolute paths of the files that a synthesis may read, as the project lists them, or else all but tests. */
export const sourcesOf = (
  { projectFolder, listSources }: Pick<Toolchain, 'projectFolder' | 'listSources'>,
  assemblyFolder: string,
): readonly string[] => (listSources?.() ?? filesIn(projectFolder, assemblyFolder)).toSorted()

/** This file is in an assembly's folder while a synthesis writes it, and stays there if the synthesis dies. */
const unfinishedFile = '.unfinished'

/**
 * Marks the assembly as being written, and returns a function that removes the mark. Assets that a dead synthesis began are deleted first: the CDK takes an
 * asset that exists for a complete one.
 */
export const beginAssembly = (assemblyFolder: string): (() => void) => {
  const unfinished = join(assemblyFolder, unfinishedFile)
  mkdirSync(assemblyFolder, { recursive: true })
  if (existsSync(unfinished)) {
    const begunAt = changedAt(unfinished)
    const assets = readdirSync(assemblyFolder).filter((name) => name.startsWith('asset.'))
    for (const path of assets.map((name) => join(assemblyFolder, name)))
      if (changedAt(path) >= begunAt) rmSync(path, { recursive: true })
  }
  writeFileSync(unfinished, '')
  return () => rmSync(unfinished, { force: true })
}

/** Whether the synthesis that wrote the assembly last has died. */
export const isUnfinished = (assemblyFolder: string): boolean => existsSync(join(assemblyFolder, unfinishedFile))

/** Whether a template of the assembly is newer than the synthesis that wrote it, and than every source. */
export const isEdited = (assemblyFolder: string, projectFolder: string, sources: readonly string[]): boolean => {
  const manifest = join(assemblyFolder, 'manifest.json')
  if (!existsSync(manifest) || isUnfinished(assemblyFolder)) return false
  const templates = readdirSync(assemblyFolder).filter((file) => file.endsWith('.template.json'))
  const edited = Math.max(...templates.map((file) => changedAt(join(assemblyFolder, file))))
  return edited > changedAt(manifest) + moment && edited > latestChange(projectFolder, sources)
}

/** Epoch milliseconds. */
const changedAt = (path: string): number => statSync(path).mtimeMs

/** A folder changes when a file comes or goes; that of the project also changes when an assembly does. */
const latestChange = (projectFolder: string, sources: readonly string[]): number => {
  const folders = new Set(sources.map((source) => dirname(source)))
  folders.delete(projectFolder)
  return Math.max(0, ...[...sources, ...folders].map(changedAt))
}
