import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }

/** Runs a script of package.json in a copy of the project that has nothing but the check. */
const run = (script: string, { flags = '', isInstalled = false } = {}) => {
  const cwd = mkdtempSync(join(tmpdir(), 'clone-'))
  cpSync('bin/ready.cjs', join(cwd, 'bin/ready.cjs'))
  if (isInstalled) {
    mkdirSync(join(cwd, 'node_modules'))
    writeFileSync(join(cwd, 'node_modules/.package-lock.json'), '{}')
  }
  const command = script.replace('node ', `${process.execPath} ${flags} `)
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('every script asks for npm ci before there are packages, or leaves that to another script or to npm', () => {
  const { sbom: _npm, ...scripts } = manifest.scripts
  const own = Object.values(scripts).filter((script) => !/^(?:\(|TEST_RUNS=full )?npm (?:run|test)/.test(script))

  expect(own.filter((script) => !/^(?:exec )?node (?:--require=\.\/)?bin\/ready\.cjs /.test(script))).toEqual([])
})

test.each(['start', 'donate', 'lint'] as const)('without packages, %s ends with one line, not with a stack', (name) => {
  expect(run(manifest.scripts[name])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The packages are not installed yet: run npm ci, then this command again\n',
  })
})

test('a Node.js that does not run TypeScript ends with one line, not with a stack', () => {
  const { status, stderr } = run(manifest.scripts.donate, { flags: '--no-strip-types', isInstalled: true })

  expect([status, stderr]).toEqual([
    1,
    `Node.js ${process.versions.node} does not run TypeScript: install Node.js 24, or 22.18 and newer, and run npm ci\n`,
  ])
})
