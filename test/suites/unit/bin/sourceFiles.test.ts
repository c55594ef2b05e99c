import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../../../bin/commandLine/sourceFiles.ts'

const folderWith = (...files: readonly string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file === '.gitignore' ? 'dist\n' : '')
  }
  return folder
}

test('documents, tests, packed clients and other ignored files are no sources, regression: each began a synthesis', () => {
  const folder = folderWith('shared/kept.ts', 'shared/removed.ts', 'README.md', 'test/one.ts', '.gitignore')
  execFileSync('sh', ['-c', 'git init -q && git add -A'], { cwd: folder })
  rmSync(join(folder, 'shared/removed.ts'))
  for (const file of ['shared/new.ts', 'dist/packed.js', '.ci/run']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }

  const files = sourceFiles(folder)?.map((file) => relative(folder, file))

  expect(files?.toSorted()).toEqual(['shared/kept.ts', 'shared/new.ts'])
})

test('without git, the sources are not known', () => {
  expect(sourceFiles(folderWith('shared/kept.ts'))).toBeUndefined()
})
