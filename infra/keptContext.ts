import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './bundling/functionEntries.ts'

export type Context = Readonly<Record<string, unknown>>

const read = (folder: string, file: string): Readonly<Record<string, unknown>> => {
  const path = join(folder, file)
  if (!existsSync(path)) return {}
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Context
  } catch (cause) {
    throw new Error(`${file} is no JSON: ${(cause as Error).message}`, { cause })
  }
}

/** The untracked file in which the CDK keeps context. It stays where it is when another release is checked out. */
export const contextFile = 'cdk.context.json'

export const untrackedContext = (folder = projectFolder): Context => read(folder, contextFile)

/** The context of the tracked `cdk.json`, which has the feature flags, and the settings of earlier deployments. */
export const trackedContext = (folder = projectFolder): Context =>
  (read(folder, 'cdk.json')['context'] ?? {}) as Context

/** The context that every deployment of a folder has, with the CDK's precedence. */
export const keptContext = (folder = projectFolder): Context => ({
  ...untrackedContext(folder),
  ...trackedContext(folder),
})
