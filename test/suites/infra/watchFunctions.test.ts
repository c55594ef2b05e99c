import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchFunctions } from '../../../infra/bundling/watchFunctions.ts'
import { fileSaves } from '../../support/fileSaves.ts'
import { testFolder } from './template.ts'

const answering = (value: string) => `export const handler = async () => ${JSON.stringify(value)}\n`

const watched = async () => {
  const sources = testFolder()
  const file = join(sources, 'watched.ts')
  writeFileSync(file, answering('before'))
  const folder = testFolder()
  const watch = await watchFunctions({
    entries: [{ id: 'watched', file }],
    folder,
    sources: [sources],
    onRebuilt: () => {},
    onFailed: (message) => expect.fail(message),
  })
  onTestFinished(() => watch.close())
  return { file, output: () => readFileSync(join(folder, 'watched/index.cjs'), 'utf8') }
}

test('every save is seen, however often the file was replaced: fs.watch went deaf after the first rename', async () => {
  const { file, output } = await watched()

  for (let edit = 0; edit < 50; edit++) {
    fileSaves[edit % fileSaves.length]?.(file, answering(`edit ${edit}.`))
    await vi.waitFor(() => expect(output()).toContain(`edit ${edit}.`), { timeout: 60_000, interval: 5 })
  }
})
