import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defaultTemplate } from './defaultTemplate.ts'
import { synthesize } from './synthesize.ts'
import { testFolder } from './template.ts'

const projectFolder = resolve(import.meta.dirname, '../../..')

test('two syntheses are the same, byte for byte', async () => {
  expect(synthesize({}, { version: '1.0.0' }).text).toBe((await defaultTemplate()).text)
})

test('a wrong setting ends the app with one line that names it', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['bin/app.ts'], {
    cwd: projectFolder,
    encoding: 'utf8',
    env: { ...process.env, CDK_OUTDIR: testFolder(), CDK_CONTEXT_JSON: JSON.stringify({ rateLimits: '5' }) },
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr.trimEnd()).toMatch(/^unknown setting rateLimits; known are stackName, .*$/)
})
