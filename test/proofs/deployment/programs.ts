import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Trial } from './trial.ts'
import { tree, type Version } from './versions.ts'

const execute = promisify(execFile)

const cdkProgram = 'node_modules/aws-cdk/bin/cdk'

export interface Programs {
  readonly bootstrap: (environment: string) => Promise<void>
  readonly deploy: (version: Version, ...options: readonly string[]) => Promise<void>
  readonly goBackTo: (version: Version) => Promise<void>
  readonly destroy: (stacks: string) => Promise<void>
}

/** What an operator's commands run, from the folders of versions that no history has. */
export const programsOf = ({ stackName, settings, folder, environment: env }: Trial): Programs => {
  const program = async (cwd: string, path: string, options: readonly string[]): Promise<void> => {
    await execute(process.execPath, [path, ...options], { cwd, env, maxBuffer: 1e8 }).catch((error) => {
      const said = `${error.stdout}${error.stderr}`.trimEnd().split('\n').slice(-25).join('\n')
      throw new Error(`${path} ${options[0]} failed:\n${said}`)
    })
  }
  const assembly = join(folder, 'assembly')
  const settled = Object.entries({ ...settings, stackName }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const deploying = [...settled, '--output', assembly, '--require-approval', 'never']
  return {
    /** Beside every app, which would be synthesized for nothing. */
    bootstrap: (environment) => program(folder, join(tree.folder, cdkProgram), ['bootstrap', environment, '--app', '']),
    deploy: (version, ...options) => program(version.folder, 'bin/deploy.ts', [...deploying, ...options]),
    goBackTo: (version) => program(version.folder, cdkProgram, ['deploy', stackName, '--exclusively', ...deploying]),
    /** Without an assembly there was nothing to deploy. */
    destroy: async (stacks) => {
      if (existsSync(assembly))
        await program(folder, join(tree.folder, cdkProgram), ['destroy', stacks, '--force', '--app', assembly])
    },
  }
}
