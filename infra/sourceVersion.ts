import { spawnSync } from 'node:child_process'
import manifest from '../package.json' with { type: 'json' }
import { projectFolder } from './bundling/functionEntries.ts'

const git = (...words: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', words, { cwd: projectFolder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * The version of these sources with their commit as SemVer's build metadata, `1.1.0+0a1b2c3d`; with `-dirty` where a
 * tracked file was changed. Sources without a history of their own have the version alone.
 */
export const sourceVersion = (): string => {
  if (git('rev-parse', '--show-prefix') !== '') return manifest.version
  const commit = git('describe', '--always', '--abbrev=8', '--exclude', '*', '--dirty')
  return commit === undefined ? manifest.version : `${manifest.version}+${commit}`
}
