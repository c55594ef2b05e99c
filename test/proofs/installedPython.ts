import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './installedPackages.ts'

/** Whether there is a Python that can make virtual environments. */
export const hasPython = (): boolean => spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0

const run = (command: string, args: readonly string[]): void => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`)
}

/**
 * Installs packages of PyPI in a virtual environment below the ignored `.local`, if they are not there in these versions.
 * Nothing is resolved anew, because their code runs with the checkout.
 *
 * @param requirements a file with the version and the digests of every package, theirs too, made by
 *   `uv pip compile --universal --generate-hashes --no-annotate`
 * @param finish changes what was installed
 * @returns the folder of their programs, with `python` among them
 * @throws Error with what Python or pip has written, if it fails
 */
export const installedPython = (
  name: string,
  requirements: string,
  finish: (folder: string) => void = () => undefined,
): string => {
  const folder = join(projectFolder, '.local', name)
  const programs = join(folder, 'bin')
  // Names what is installed, so that another version is noticed.
  const receipt = join(folder, 'installed.txt')
  if (existsSync(receipt) && readFileSync(receipt, 'utf8') === readFileSync(requirements, 'utf8')) return programs
  rmSync(folder, { recursive: true, force: true })
  run('python3', ['-m', 'venv', folder])
  run(join(programs, 'pip'), ['install', '--quiet', '--require-hashes', '--only-binary', ':all:', '-r', requirements])
  finish(folder)
  copyFileSync(requirements, receipt)
  return programs
}
