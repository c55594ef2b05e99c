import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFor, runtimeDifferences } from '../../lambda/nodeFor.ts'
import { codeFolderOf, functionResource, startFunction } from './testFunction.ts'

const node22 = { runtime: 'nodejs22.x' }
const success = (payload: unknown) => ({ kind: 'success', payload })

test.each([
  ['a callback', '(event, context, callback) => callback(null, event)', success('sent')],
  [
    'a callback that comes later',
    '(event, context, callback) => setTimeout(() => callback(null, event), 5)',
    success('sent'),
  ],
  ['context.succeed', '(event, context) => context.succeed(event)', success('sent')],
  ['context.done', '(event, context) => context.done(null, event)', success('sent')],
  ['a promise', 'async (event, context, callback) => event', success('sent')],
  ['a value that is no promise', '() => 1', success(null)],
  ['no call of the callback', '(event, context, callback) => void setTimeout(() => {}, 5)', success(null)],
  ['only the first callback', '(event, context, callback) => { callback(null, 1); callback(null, 2) }', success(1)],
  [
    'a callback, after all else',
    `(event, context, callback) => {
      const state = { ended: false }
      callback(null, state)
      setTimeout(() => { state.ended = true }, 20)
    }`,
    success({ ended: true }),
  ],
  [
    'a callback at once, if it does not wait',
    `(event, context, callback) => {
      context.callbackWaitsForEmptyEventLoop = false
      setInterval(() => {}, 1000)
      callback(null, event)
    }`,
    success('sent'),
  ],
  [
    'an error of a callback',
    '(event, context, callback) => callback(new RangeError("far"))',
    { kind: 'error', errorType: 'RangeError', errorMessage: 'far' },
  ],
  ['context.fail', '(event, context) => context.fail("no")', { kind: 'error', errorMessage: 'no' }],
  [
    'a thrown error',
    '(event, context, callback) => { throw new Error("thrown") }',
    { kind: 'error', errorMessage: 'thrown' },
  ],
])('on nodejs22.x a handler ends by %s', async (_, handler, expected) => {
  const { lambda } = startFunction(`exports.handler = ${handler}`, node22)

  const results = [await lambda.invoke('sent'), await lambda.invoke('sent')]

  expect(results).toMatchObject([expected, expected])
})

test('on nodejs24.x there are no functions of the context that end an invocation', async () => {
  const { lambda } = startFunction('exports.handler = async (event, { done, succeed, fail }) => [done, succeed, fail]')

  expect(await lambda.invoke({})).toMatchObject(success([null, null, null]))
})

/** A project that has the package `node` of a version, by a name, whose program has a title of its own. */
const projectWith = (name: string, version: string): string => {
  const codeFolder = codeFolderOf('exports.handler = async () => process.title')
  const folder = join(codeFolder, 'node_modules', name)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'node', version }))
  writeFileSync(join(folder, 'bin', 'node'), `#!/bin/sh\nexec ${process.execPath} --title=installed "$@"\n`)
  chmodSync(join(folder, 'bin', 'node'), 0o755)
  return codeFolder
}

test.each([
  ['node', '22.21.0'],
  ['node-22', '22.15.0'],
])('functions run on the package %s of the major of their runtime', async (name, version) => {
  const codeFolder = projectWith(name, version)
  const { lambda } = startFunction('', { ...node22, codeFolder })

  expect(await lambda.invoke({})).toMatchObject(success('installed'))
  expect(runtimeDifferences([functionResource({ ...node22, codeFolder })])).toEqual([])
})

test.each([
  ['of another major', '23.5.0', 'nodejs22.x'],
  ['that is too old for this program', '22.14.0', 'nodejs22.x'],
])('a package node %s is not used, and a line says so', (_, version, runtime) => {
  const resource = functionResource({ runtime, codeFolder: projectWith('node', version) })

  expect(nodeFor(resource)).toEqual({ file: process.execPath, major: 24 })
  expect(runtimeDifferences([resource, functionResource()])).toEqual([
    '1 function of nodejs22.x runs on Node.js 24: the package node@22 brings theirs',
  ])
})

test.each([
  ['beside other projects', '/var/tmp/code-'],
  ['below /tmp', '/tmp/code-'],
])('a function whose code is %s cannot write into it, and can into /tmp', async (_, prefix) => {
  const codeFolder = mkdtempSync(prefix)
  onTestFinished(() => rmSync(codeFolder, { recursive: true }))
  const source = `
    const { createWriteStream, mkdirSync, mkdtempSync, openSync, promises, renameSync, rmSync, writeFile, writeFileSync } =
      require('node:fs')
    const { once } = require('node:events')
    const own = __dirname + '/index.cjs'
    const tried = async (write) => { try { await write(); return 'done' } catch ({ code }) { return code } }
    exports.handler = async () => {
      const folder = mkdtempSync('/tmp/function-')
      return Promise.all([
        () => writeFileSync(__dirname + '/written.txt', 'x'),
        () => new Promise((resolve, reject) => writeFile(own, 'x', (error) => (error ? reject(error) : resolve()))),
        () => promises.appendFile(own, 'x'),
        () => once(createWriteStream(own), 'open'),
        () => renameSync(own, folder + '/index.cjs'),
        () => mkdirSync(__dirname + '/new'),
        () => rmSync(own),
        () => rmSync(__dirname + '/missing', { force: true }),
        () => mkdirSync(__dirname, { recursive: true }),
        () => openSync(own),
        () => writeFileSync(folder + '/written.txt', 'x'),
      ].map(tried))
    }`
  writeFileSync(join(codeFolder, 'index.cjs'), source)
  const { lambda, log } = startFunction('', { codeFolder })

  const result = await lambda.invoke({})

  expect(result).toMatchObject(success([...Array(7).fill('EROFS'), ...Array(4).fill('done')]))
  expect(readdirSync(codeFolder)).toEqual(['index.cjs'])
  expect(log).toEqual([])
})
