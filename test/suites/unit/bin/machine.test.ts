import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test } from 'vitest'
import type { Machine } from '../../../local/runner/engines/findEngine.ts'
import { examine } from '../../../support/examineMachine.ts'

const bare: Machine = {
  platform: 'linux',
  arch: 'arm64',
  variables: {},
  resolveModule: () => {
    throw new Error('no such package')
  },
  javaMajor: () => undefined,
}

/** What is found about a subject on a machine, where the disk has this many blocks of 1,000 bytes free. */
const found = async (subject: string, machine: Partial<Machine> = {}, bavail = 1_000_000) => {
  const { statfsSync } = fs
  const restore = () => {
    fs.statfsSync = statfsSync
    syncBuiltinESMExports()
  }
  onTestFinished(restore)
  fs.statfsSync = (() => ({ bavail, bsize: 1_000 })) as never
  syncBuiltinESMExports()
  const { state, text } = (await examine('.', { ...bare, ...machine })).find((each) => each.subject === subject) ?? {}
  return [state, text]
}

test.each<readonly [string, Partial<Machine>, string, string]>([
  ['Platform', {}, 'good', 'linux-arm64'],
  ['Platform', { platform: 'win32' }, 'missing', 'Windows: work in WSL 2 or in a container'],
  ['Platform', { platform: 'darwin' }, 'optional', 'darwin-arm64: without /proc, memory limits are not imitated'],
  ['Java', {}, 'optional', 'none; --engine java would need 17 or newer'],
  [
    'Java',
    { javaMajor: (java) => (java === '/jdk/bin/java' ? 21 : 8), variables: { JAVA_HOME: '/jdk' } },
    'good',
    '21, for --engine java',
  ],
  ['Docker', {}, 'good', 'not needed'],
])('doctor finds of %s, on a machine with %j, that it is %s', async (subject, machine, state, text) => {
  expect(await found(subject, machine)).toEqual([state, text])
})

test.each([
  [1_000_000, 'good', '1.0 GB free'],
  [940_000, 'missing', '0.9 GB free: 1 GB is needed'],
] as const)('a disk with %d KB free is %s', async (kilobytes, state, text) => {
  expect(await found('Disk', {}, kilobytes)).toEqual([state, text])
})

test('a machine without an engine lacks one', async () => {
  expect((await found('DynamoDB engine'))[0]).toBe('missing')
})
