import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectFolder } from './installedPackages.ts'
import { installedPython } from './installedPython.ts'

/** What makes a client of the OpenAPI document, and what the bot of the examples needs besides. */
const requirements = join(import.meta.dirname, 'pythonClient.requirements.txt')

/**
 * Makes the Python client in a new folder, as openapi-python-client does for everybody.
 *
 * @param meta the kind of project around its package; with `none`, the folder is the package itself
 * @returns the Python that has what the client needs
 * @throws Error with its warnings, if it leaves something out
 */
export const makePythonClient = (folder: string, meta: 'none' | 'poetry' = 'poetry'): string => {
  const programs = installedPython('pythonClient', requirements)
  const document = join(projectFolder, 'shared/areas/service/openapi.json')
  const args = [
    'generate',
    '--path',
    document,
    '--output-path',
    folder,
    '--meta',
    meta,
    '--fail-on-warning',
    '--overwrite',
  ]
  const { status, stdout, stderr } = spawnSync(join(programs, 'openapi-python-client'), args, {
    encoding: 'utf8',
    // It formats its output by a program beside it.
    env: { ...process.env, PATH: `${programs}:${process.env['PATH']}` },
  })
  if (status !== 0) throw new Error(`openapi-python-client ${args.join(' ')}\n${stdout}${stderr}`)
  return join(programs, 'python')
}
