import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readReleasedSchema } from '../../../infra/compatibility/releasedSchema.ts'
import { projectFolder } from '../installedPackages.ts'

/** The sources of a version of the project, with its packages. */
export interface Version {
  readonly name: string
  readonly folder: string
}

const run = promisify(execFile)

export const tree: Version = { name: 'the tree', folder: projectFolder }

/**
 * The last release from its commit, with packages of its own.
 *
 * @returns the reason, where the commit is not here
 */
export const lastRelease = async (folder: string): Promise<Version | string> => {
  const { release, commit } = readReleasedSchema()
  if (commit === null) return `infra/compatibility/schema.json names no commit of ${release}`
  const archive = join(folder, 'release.tar')
  const version = { name: release, folder: join(folder, 'release') }
  try {
    await run('git', ['archive', '--output', archive, commit], { cwd: projectFolder })
  } catch {
    return `the history here lacks the commit of ${release}: git fetch --unshallow`
  }
  mkdirSync(version.folder)
  await run('tar', ['-xf', archive, '-C', version.folder])
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: version.folder })
  return version
}
