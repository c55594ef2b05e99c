import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { codeFolderOf, startFunction } from './testFunction.ts'

const commonJs = `exports.handler = async () => require('./lib/part.js').part`
const commonPart = `exports.part = 'common'`
const module = `import { part } from './lib/part.js'\nexport const handler = async () => part`
const modulePart = `export const part = await Promise.resolve('module')`

/** A function's answer whose asset has these files, in an app of the type. */
const answerOf = async (type: string, files: Readonly<Record<string, string>>): Promise<unknown> => {
  const app = codeFolderOf(JSON.stringify({ type }), 'package.json')
  const codeFolder = join(app, 'cdk.out/asset.1')
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(codeFolder, name)), { recursive: true })
    writeFileSync(join(codeFolder, name), source)
  }
  const { lambda } = startFunction('', { codeFolder })
  const result = await lambda.invoke({})
  return result.kind === 'success' ? result.payload : result
}

test.each([
  ['module', 'CommonJS', { 'index.js': commonJs, 'lib/part.js': commonPart }, 'common'],
  ['commonjs', 'a module', { 'index.js': module, 'lib/part.js': modulePart }, 'module'],
  ['module', 'a module of CommonJS parts', { 'index.js': module, 'lib/part.js': commonPart }, 'common'],
  [
    'module',
    'CommonJS of parts that are modules',
    { 'index.js': commonJs, 'lib/part.js': `export const part = 'module'` },
    'module',
  ],
])(
  'in an app of the type %s, code that is %s runs, regression: the type above cdk.out made modules of it',
  async (type, _kind, files, answer) => {
    expect(await answerOf(type, files)).toBe(answer)
  },
)

test('a package.json of the asset decides, as on Lambda', async () => {
  const files = { 'index.js': commonJs, 'lib/part.js': commonPart, 'package.json': '{"type":"module"}' }

  expect(await answerOf('commonjs', files)).toMatchObject({
    errorType: 'ReferenceError',
    errorMessage: expect.stringContaining('exports is not defined in ES module scope'),
  })
})
