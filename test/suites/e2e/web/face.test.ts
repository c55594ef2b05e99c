import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startBrowser } from '../../../support/browser.ts'
import { violationsIn } from '../startPage/accessibility.ts'

const executable = inject('browser')
const { api } = inject('localApi')
const recipient = 'face'

/** A picture of 300 by 200 random pixels, which no format makes small. */
const noise = (() => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.from([0, 0, 1, 44, 0, 0, 0, 200, 8, 2, 0, 0, 0])
  const rows = Array.from({ length: 200 }, () => Buffer.concat([Buffer.alloc(1), randomBytes(300 * 3)]))
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
})()

const widthOf = (image: unknown): number => (image as { readonly naturalWidth: number }).naturalWidth

let browser: Browser
beforeAll(async () => {
  if (executable !== '') browser = await startBrowser(executable)
})
afterAll(() => browser?.close())

test.skipIf(executable === '')(
  'a picture of any size becomes the face that donors see',
  { timeout: 240_000 },
  async () => {
    const page = await (await browser.newContext({ locale: 'en' })).newPage()
    page.setDefaultTimeout(40_000)
    await page.goto(`${api}/panel`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Recipient').fill(recipient)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Payments' }).click()
    const face = page.locator('div:has(> label > select[name=faceUpload])')
    await face.getByLabel('File, up to 2 MB').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: noise })
    await face.getByRole('button', { name: 'Upload' }).click()
    await face.getByRole('img', { name: 'me.jpg' }).waitFor()
    const settings = page.locator('form:has(select[name=faceUpload])')
    await settings.getByLabel('Name that donors see').fill('Alice')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await page.goto(`${api}/donate/${recipient}`)
    const seen = page.locator('main img')
    await seen.waitFor()
    expect(await seen.evaluate(widthOf)).toBe(192)
    expect(await violationsIn(page)).toEqual([])
  },
)
