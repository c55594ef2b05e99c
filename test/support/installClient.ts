import { execFile } from 'node:child_process'
import { glob, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import manifest from '../../shared/web/client/package.json' with { type: 'json' }
import { copyProject } from './copyProject.ts'

/** Runs npm to its end. */
const npm = (cwd: string, ...args: readonly string[]) => promisify(execFile)('npm', args, { cwd })

/**
 * Packs the client into a folder, from a copy of the sources: what is built beside them would be seen by other tests.
 *
 * @returns the tarball
 */
export const packClient = async (folder: string): Promise<string> => {
  const copy = join(await mkdtemp(join(tmpdir(), 'sources-')), 'copy')
  copyProject(resolve('.'), copy)
  await npm(join(copy, 'shared/web/client'), 'pack', '--silent', '--pack-destination', folder)
  return join(folder, `${manifest.name}-${manifest.version}.tgz`)
}

/** Installs the client in a project with its dependencies, all from tarballs: no registry is asked. */
export const installClient = async (project: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  await packClient(folder)
  const dependencies = Object.keys(manifest.dependencies).map((name) => resolve('node_modules', name))
  await npm(folder, 'pack', '--silent', '--ignore-scripts', ...dependencies)
  const tarballs = await Array.fromAsync(glob(join(folder, '*.tgz')))
  await npm(project, 'install', '--offline', '--no-audit', '--no-fund', ...tarballs)
}
