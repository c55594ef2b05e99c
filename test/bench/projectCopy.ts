import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../infra/functionEntries.ts'
import { shared } from './shared.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const parts = [
  'bin',
  'functions',
  'infra',
  'shared',
  'test/demo',
  'test/harness',
  'test/sandbox',
  'cdk.json',
  'package.json',
  'tsconfig.json',
]

/** A copy of the sources that can be synthesized, started and changed while somebody works on the project. */
export const projectCopy = shared(async () => {
  const copy = join(await temporaryFolder(), 'project')
  mkdirSync(copy)
  for (const part of parts) cpSync(join(projectFolder, part), join(copy, part), { recursive: true })
  symlinkSync(join(projectFolder, 'node_modules'), join(copy, 'node_modules'), 'dir')
  return copy
})
