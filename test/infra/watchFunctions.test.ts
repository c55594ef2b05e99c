import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchFunctions } from '../../infra/build/watchFunctions.ts'
import { fileSaves } from '../support/fileSaves.ts'
import { testFolder } from './template.ts'

const answering = (value: string) => `export const handler = async () => ${JSON.stringify(value)}\n`

const watched = async () => {
  const sources = testFolder()
  const file = join(sources, 'watched.ts')
  writeFileSync(file, answering('before'))
  const folder = testFolder()
  const onRebuilt = vi.fn<(ids: readonly string[]) => void>()
  const onFailed = vi.fn<(message: string) => void>()
  const watch = await watchFunctions({
    entries: [{ id: 'watched', file }],
    folder,
    sources: [sources],
    onRebuilt,
    onFailed,
  })
  onTestFinished(() => watch.close())
  return { file, onRebuilt, onFailed, output: () => readFileSync(join(folder, 'watched/index.cjs'), 'utf8') }
}

test('a changed source is in its bundle', async () => {
  const { file, onRebuilt, output } = await watched()
  expect(output()).toContain('before')

  writeFileSync(file, answering('after'))

  await vi.waitFor(() => expect(onRebuilt).toHaveBeenCalledWith(['watched']), 60_000)
  expect(output()).toContain('after')
})

test('a source that does not build leaves the last good bundle, and the next change repairs it', async () => {
  const { file, onRebuilt, onFailed, output } = await watched()

  writeFileSync(file, 'export const handler = (')
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalled(), 60_000)

  expect(output()).toContain('before')
  expect(onFailed.mock.calls[0]?.[0]).toContain('watched.ts')
  writeFileSync(file, answering('repaired'))
  await vi.waitFor(() => expect(onRebuilt).toHaveBeenCalled(), 60_000)
  expect(output()).toContain('repaired')
})

test('every save is seen, however often the file was replaced: fs.watch went deaf after the first rename', async () => {
  const { file, output } = await watched()

  for (let edit = 0; edit < 50; edit++) {
    fileSaves[edit % fileSaves.length]?.(file, answering(`edit ${edit}.`))
    await vi.waitFor(() => expect(output()).toContain(`edit ${edit}.`), { timeout: 60_000, interval: 5 })
  }
})
