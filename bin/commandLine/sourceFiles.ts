import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Documents, tests and the settings of tools, which no synthesis reads. */
const isOther = (path: string): boolean => /\.md$|^test\/|^(?:.*\/)?\./.test(path)

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** The sources of a synthesis: what git keeps or would add, but not what it ignores. Undefined without git. */
export const sourceFiles = (projectFolder: string): readonly string[] | undefined => {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { status, stdout } = spawnSync('git', args, {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) return undefined
  return stdout
    .split('\0')
    .filter((path) => path !== '' && !isOther(path))
    .map((path) => join(projectFolder, path))
    .filter(isFile)
}
