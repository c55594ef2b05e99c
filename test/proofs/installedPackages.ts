import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export const projectFolder = resolve(import.meta.dirname, '../..')

/**
 * Installs the npm packages of a folder with a manifest and a lockfile below the ignored `.local`, if they are not there in these versions.
 *
 * @returns the folder that has them in its `node_modules`
 * @throws Error with what npm has written, if it fails
 */
export const installedPackages = (source: string): string => {
  const folder = join(projectFolder, '.local', basename(source))
  const lockfile = 'package-lock.json'
  const receipt = join(folder, lockfile)
  const wanted = join(source, lockfile)
  if (existsSync(receipt) && readFileSync(receipt, 'utf8') === readFileSync(wanted, 'utf8')) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(source, 'package.json'), join(folder, 'package.json'))
  copyFileSync(wanted, receipt)
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status === 0) return folder
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`npm ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`)
}
