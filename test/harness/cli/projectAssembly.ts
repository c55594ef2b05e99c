import { type Dirent, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Milliseconds: a synthesis writes its manifest after its templates, within this time. */
const moment = 1000

/** Folders that are not searched for sources, like those whose name begins with a dot. */
const otherFolders: ReadonlySet<string> = new Set(['node_modules', 'test'])

/** Whether a folder of the project may hold sources; the assembly's own folder does not. */
export const isSourceFolder = (entry: Dirent, path: string, assemblyFolder: string): boolean =>
  entry.isDirectory() && path !== assemblyFolder && !entry.name.startsWith('.') && !otherFolders.has(entry.name)

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

/** Whether a template of a project's assembly is newer than the synthesis that wrote it, and than every source. */
export const isEdited = (projectFolder: string, output: string): boolean => {
  const assemblyFolder = resolve(projectFolder, output)
  const manifest = join(assemblyFolder, 'manifest.json')
  if (!existsSync(manifest) || isUnfinished(assemblyFolder)) return false
  const templates = readdirSync(assemblyFolder).filter((file) => file.endsWith('.template.json'))
  const edited = Math.max(...templates.map((file) => changedAt(join(assemblyFolder, file))))
  return edited > changedAt(manifest) + moment && edited > latestChange(projectFolder, assemblyFolder)
}

/** Epoch milliseconds. */
const changedAt = (path: string): number => statSync(path).mtimeMs

/** A folder changes when a file comes or goes. */
const latestChange = (folder: string, except: string): number => {
  const changes = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return changedAt(path)
    return isSourceFolder(entry, path, except) ? Math.max(changedAt(path), latestChange(path, except)) : 0
  })
  return Math.max(0, ...changes)
}
