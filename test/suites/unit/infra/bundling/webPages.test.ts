import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPage, builtFile, isStale, webPages, writePage } from '../../../../../infra/bundling/webPages.ts'

test.each(webPages)('the committed page of $folder is built from its sources, to the byte', async (source) => {
  const file = join(mkdtempSync(join(tmpdir(), 'page-')), 'page.json')
  const page = await buildPage(source)

  expect(isStale(page, file)).toBe(true)
  writePage(page, file)
  expect(isStale(page, file)).toBe(false)
  expect(isStale({ ...page, html: '' }, file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(`${source.folder}/page.json`, 'utf8'))
  expect(builtFile(source)).toBe(join(process.cwd(), source.folder, 'page.json'))
})
