import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtFiles, isStale, webPages, writeBuilt } from '../../../../../infra/bundling/webPages.ts'

test.each(webPages)('the committed files of $folder are built from their sources, to the byte', async (source) => {
  const files = Object.entries(await builtFiles(source))

  expect(files[0]?.[0]).toBe(join(process.cwd(), source.folder, 'page.json'))
  for (const [committed, built] of files) {
    const file = join(mkdtempSync(join(tmpdir(), 'page-')), 'built.json')
    expect(isStale(built, file)).toBe(true)
    writeBuilt(built, file)
    expect(isStale(built, file)).toBe(false)
    expect(isStale({ ...built, more: '' }, file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(committed, 'utf8'))
  }
})
