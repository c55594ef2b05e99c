import { EventEmitter } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tinyFunctions } from './tinyFunctions.ts'

/** Tests emit the events of chokidar, at once. */
const watcher = Object.assign(new EventEmitter(), { close: vi.fn(async () => undefined) })
const watch = vi.fn((_sources: readonly string[], _options: object) => {
  queueMicrotask(() => watcher.emit('ready'))
  return watcher
})
const pages = {
  webPages: [{ folder: 'shared/web/overlay' }, { folder: 'shared/web/panel' }],
  builtFiles: vi.fn(async ({ folder }: { readonly folder: string }) => ({ [folder]: 'page' })),
  isStale: vi.fn((_page: string) => true),
  writeBuilt: vi.fn(),
}
vi.doMock('chokidar', () => ({ watch }))
vi.doMock('../../../../../infra/bundling/webPages.ts', () => pages)
const { watchFunctions } = await import('../../../../../infra/bundling/watchFunctions.ts')
vi.doUnmock('chokidar')
vi.doUnmock('../../../../../infra/bundling/webPages.ts')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.clearAllMocks()
  watcher.removeAllListeners()
})

const answering = (value: string) => `export const handler = async () => ${JSON.stringify(value)}\n`

const ids = ['one', 'two', 'three', 'four', 'five', 'six']
const handlers = {
  ...Object.fromEntries(ids.map((id) => [`${id}.ts`, answering(`first ${id}`)])),
  'six.ts': "export { handler } from './one.ts'\n",
}

const watched = async () => {
  const { sources, entries, folder } = tinyFunctions(handlers, ...ids)
  const listeners = { onRebuilt: vi.fn(), onFailed: vi.fn(), onTemplateSource: vi.fn() }
  const watching = await watchFunctions({ entries, folder, sources: [sources], ...listeners })
  onTestFinished(() => watching.close())
  return {
    ...listeners,
    watching,
    sources,
    save: (id: string, text: string) => {
      writeFileSync(join(sources, `${id}.ts`), text)
      watcher.emit('all', 'change', join(sources, `${id}.ts`))
    },
    bundleOf: (id: string) => readFileSync(join(folder, id, 'index.cjs'), 'utf8'),
  }
}

test('all functions are bundled at once, and existing files are no change', async () => {
  const { bundleOf, sources, onRebuilt } = await watched()

  expect(ids.map((id) => bundleOf(id).includes(`first ${id === 'six' ? 'one' : id}`))).not.toContain(false)
  expect(watch.mock.calls).toEqual([[[sources], { ignoreInitial: true }]])
  expect(onRebuilt).not.toHaveBeenCalled()
})

test('without a choice, everything is watched that functions and the template are made of', async () => {
  const { entries, folder } = tinyFunctions(handlers, 'one')
  const watching = await watchFunctions({ entries, folder, onRebuilt: vi.fn() })
  onTestFinished(() => watching.close())

  const sources = ['functions', 'shared', 'infra', 'bin/app.ts', 'cdk.json', 'cdk.context.json', 'package-lock.json']
  expect(watch.mock.calls).toEqual([[sources.map((source) => join(process.cwd(), source)), { ignoreInitial: true }]])
})

test('the functions that hold a changed file are bundled again, once it is settled', async () => {
  const { save, onRebuilt, onFailed, onTemplateSource, bundleOf } = await watched()

  save('one', answering('half'))
  vi.advanceTimersByTime(59)
  save('one', answering('second'))
  vi.advanceTimersByTime(59)
  expect(onRebuilt).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  await vi.waitFor(() => expect(onRebuilt).toHaveBeenCalledTimes(2), 60_000)
  expect(onRebuilt.mock.calls.flat(2).toSorted()).toEqual(['one', 'six'])
  for (const id of ['one', 'six']) expect(bundleOf(id)).toContain('second')
  expect(bundleOf('two')).toContain('first two')
  expect([onFailed, onTemplateSource].map(({ mock }) => mock.calls)).toEqual([[], []])
})

test('a source that does not build leaves the last good bundle, and is repaired by the next change', async () => {
  const { save, onRebuilt, onFailed, bundleOf } = await watched()

  save('two', 'export const handler = (')
  vi.advanceTimersByTime(60)
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1), 60_000)

  expect(onFailed.mock.calls[0]?.[0]).toContain('two.ts:1:24')
  expect(bundleOf('two')).toContain('first two')
  save('two', answering('repaired'))
  vi.advanceTimersByTime(60)
  await vi.waitFor(() => expect(onRebuilt).toHaveBeenCalledTimes(1), 60_000)
  expect(bundleOf('two')).toContain('repaired')
  expect(bundleOf('two')).toContain('sourceMappingURL')
})

test('more functions than are kept ready are bundled again, and those that import another file then', async () => {
  const { save, onRebuilt, bundleOf } = await watched()
  const saveAll = async (text: (id: string) => string) => {
    onRebuilt.mockClear()
    for (const id of ids) save(id, text(id))
    vi.advanceTimersByTime(60)
    await vi.waitFor(() => expect(onRebuilt).toHaveBeenCalledTimes(ids.length), 60_000)
  }

  await saveAll((id) => (id === 'two' ? "export { handler } from './one.ts'\n" : answering(`second ${id}`)))
  await saveAll((id) => (id === 'two' ? "export { handler } from './three.ts'\n" : answering(`third ${id}`)))

  expect(bundleOf('two')).toContain('third three')
  expect(bundleOf('six')).toContain('third six')
})

test('files that a synthesis reads are reported, regression: contracts with other names were not', async () => {
  const { onTemplateSource } = await watched()
  const files = [
    'infra/storage.ts',
    'bin/app.ts',
    'cdk.json',
    'cdk.context.json',
    'package-lock.json',
    'shared/contract/resources.ts',
    'shared/operations.ts',
    'shared/workers.ts',
    'shared/sockets.ts',
    'shared/areas/news/contract.ts',
    'shared/areas/messenger/chatContract.ts',
    'shared/areas/history/workers.ts',
  ]

  for (const file of files) {
    watcher.emit('all', 'change', join(process.cwd(), 'functions/news/addNews.ts'))
    watcher.emit('all', 'change', join(process.cwd(), file))
    vi.advanceTimersByTime(60)
  }

  expect(onTemplateSource.mock.calls).toEqual(files.map((file) => [file]))
})

test('other files are not read by a synthesis', async () => {
  const { onTemplateSource } = await watched()
  for (const file of [
    'functions/news/addNews.ts',
    'shared/areas/news/rules.ts',
    'shared/areas/news/contract.ts.md',
    'test/suites/infra/a.ts',
    'shared/a/cdk.json',
    'cdk.json5',
    'shared/operations.tsx',
    'shared/newsworkers.md',
    'test/shared/a/contract.ts',
    'package-lock.json5',
    'test/shared/operations.ts',
  ]) {
    watcher.emit('all', 'change', join(process.cwd(), file))
    vi.advanceTimersByTime(60)
  }

  expect(onTemplateSource.mock.calls).toEqual([])
})

test('a change of a page is built into the committed file if that is another then', async () => {
  const { onFailed } = await watched()
  const change = async (file: string, count: number) => {
    watcher.emit('all', 'change', join(process.cwd(), file))
    vi.advanceTimersByTime(60)
    await vi.waitFor(() => expect(pages.builtFiles).toHaveBeenCalledTimes(count), 60_000)
  }

  await change('shared/web/overlay/look.ts', 1)
  await vi.waitFor(() => expect(pages.writeBuilt.mock.calls).toEqual([['page', 'shared/web/overlay']]), 60_000)
  pages.isStale.mockReturnValueOnce(false)
  await change('shared/web/overlay/look.ts', 2)
  await change('shared/overlayPages.ts', 2)
  expect(pages.writeBuilt).toHaveBeenCalledTimes(1)
  pages.builtFiles.mockRejectedValueOnce(new Error('no page'))
  await change('shared/web/overlay/look.ts', 3)
  await vi.waitFor(() => expect(onFailed.mock.calls).toEqual([['Error: no page']]), 60_000)
})

test('after the end nothing is built any more', async () => {
  const { save, watching, onRebuilt } = await watched()

  save('one', answering('late'))
  await watching.close()
  vi.advanceTimersByTime(60)

  expect(watcher.close).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
  expect(onRebuilt).not.toHaveBeenCalled()
})
