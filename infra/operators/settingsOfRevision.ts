import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { projectFolder } from '../bundling/functionEntries.ts'
import { deploymentSettings } from '../deploymentSettings.ts'
import { type Context, contextFile, keptContext, trackedContext, untrackedContext } from '../keptContext.ts'

const run = promisify(execFile)

/** Takes the sources of a revision out of the history, beside the packages of these sources. */
const takenOut = async <Result>(revision: string, use: (folder: string) => Promise<Result>): Promise<Result> => {
  mkdirSync(join(projectFolder, '.local'), { recursive: true })
  const folder = mkdtempSync(join(projectFolder, '.local', 'revision-'))
  try {
    const archive = join(folder, 'sources.tar')
    const paths = ['infra', 'shared', 'package.json', 'cdk.json']
    await run('git', ['archive', '--output', archive, revision, ...paths], { cwd: projectFolder }).catch((cause) => {
      throw new Error(`${revision} is no commit of this history: git fetch --unshallow --tags`, { cause })
    })
    await run('tar', ['-xf', archive, '-C', folder])
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * What another revision makes of the settings of a deployment: a line for each that it refuses, or takes for another
 * value, because it is kept in a file that the revision replaces.
 *
 * @param given settings of the command line
 */
export const settingsLostBy = (
  revision: string,
  given: Context,
  region: string | undefined,
): Promise<readonly string[]> =>
  takenOut(revision, async (folder) => {
    const here = deploymentSettings({ ...keptContext(), ...given }, keptContext(), region)
    const module = join(folder, 'infra', 'deploymentSettings.ts')
    const other = (await import(pathToFileURL(module).href)) as { deploymentSettings: typeof deploymentSettings }
    const kept = { ...untrackedContext(), ...trackedContext(folder) }
    let there: Context
    try {
      there = other.deploymentSettings({ ...kept, ...given }, kept, region).settings as unknown as Context
    } catch (error) {
      if (!(error instanceof Error && error.name === 'SettingsError')) throw error
      return [error.message]
    }
    return Object.entries(here.settings).flatMap(([name, value]) => {
      if (here.sources[name] === undefined || isDeepStrictEqual(value, there[name])) return []
      return [`${name} is ${value} here and ${there[name] ?? 'nothing'} there: keep it in ${contextFile}`]
    })
  })
