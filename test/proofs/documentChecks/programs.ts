import { spawnSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { installedPackages, projectFolder } from '../installedPackages.ts'

const folder = join(projectFolder, '.local/documentChecks')

const environment = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

/** Whether a program can be run with these arguments. */
export const canRun = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/**
 * Runs a program to its end.
 *
 * @returns what it has written to stdout
 * @throws Error with all that it has written, if it fails
 */
export const run = (command: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    // openapi-generator's wrapper looks for its configuration in PWD.
    env: { ...environment, PWD: cwd },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${basename(command)} ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`)
  return stdout
}

/** Runs a program of the npm packages that `install` has installed. */
export const runTool = (name: string, args: readonly string[], cwd: string): string =>
  run(join(folder, 'node_modules/.bin', name), args, cwd)

/** Installs the npm packages beside this file. */
export const install = (): void => void installedPackages(import.meta.dirname)
