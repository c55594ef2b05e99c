import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildOverlayPage, isStale, overlayPageFile, writeOverlayPage } from '../../../../infra/build/overlayPage.ts'

test('the committed page is what its sources make, to the byte', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'page-')), 'page.json')
  const page = await buildOverlayPage()

  expect(isStale(page, file)).toBe(true)
  writeOverlayPage(page, file)
  expect(isStale(page, file)).toBe(false)
  expect(isStale({ ...page, html: '' }, file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(readFileSync('shared/overlayPage/page.json', 'utf8'))
  expect(overlayPageFile).toBe(join(process.cwd(), 'shared/overlayPage/page.json'))
  expect(isStale(page)).toBe(false)
})
