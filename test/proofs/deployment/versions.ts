import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readReleasedSchema } from '../../../infra/compatibility/releasedSchema.ts'
import { projectFolder } from '../installedPackages.ts'

/** The sources of a version of the project, with its packages. */
export interface Version {
  readonly name: string
  readonly folder: string
}

/** A version that an operator checks out of the history. */
export interface Release {
  readonly name: string
  readonly commit: string
}

const run = promisify(execFile)

const git = async (...words: readonly string[]): Promise<string> =>
  (await run('git', words, { cwd: projectFolder })).stdout.trim()

export const tree: Version = { name: 'the tree', folder: projectFolder }

/** The tree as a commit: the last one, or one that no branch has with what was changed in tracked files since. */
export const treeRelease = async (): Promise<Release> => {
  const author = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost']
  const commit = (await git(...author, 'stash', 'create')) || (await git('rev-parse', 'HEAD'))
  return { name: tree.name, commit }
}

/** @returns the reason, where the commit of the last release is not here */
export const lastRelease = async (): Promise<Release | string> => {
  const { release: name, commit } = readReleasedSchema()
  if (commit === null) return `infra/compatibility/schema.json names no commit of ${name}`
  return git('cat-file', '-e', `${commit}^{commit}`).then(
    () => ({ name, commit }),
    () => `the history here lacks the commit of ${name}: git fetch --unshallow`,
  )
}
