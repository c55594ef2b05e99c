import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

const parts = [
  'bin',
  'functions',
  'infra',
  'shared',
  'test/local/demo',
  'test/local/runner',
  'test/local/sandbox',
  'test/local/startPage',
  'test/support',
  'cdk.json',
  'package.json',
  'tsconfig.json',
]

/** Copies the sources into a new folder, where they can be synthesized, started and changed without touching the working tree. */
export const copyProject = (projectFolder: string, copy: string): void => {
  mkdirSync(copy)
  const filter = (source: string): boolean => basename(source) !== 'node_modules'
  for (const part of parts) cpSync(join(projectFolder, part), join(copy, part), { recursive: true, filter })
  for (const packages of ['node_modules', 'shared/web/client/node_modules'])
    symlinkSync(join(projectFolder, packages), join(copy, packages), 'dir')
}
