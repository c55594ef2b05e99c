import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { clientOf } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { violationsIn } from '../startPage/accessibility.ts'

const executable = inject('browser')
const { api } = inject('localApi')
const recipient = 'panel-uploads'
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

let browser: Browser
beforeAll(async () => {
  if (executable !== '') browser = await startBrowser(executable)
})
afterAll(() => browser?.close())

describe.skipIf(executable === '')('the look in the panel', () => {
  test('a picture is uploaded, seen and saved, and a page that is called one is refused in words', {
    timeout: 240_000,
  }, async () => {
    const page = await (await browser.newContext({ locale: 'en' })).newPage()
    page.setDefaultTimeout(40_000)
    const client = clientOf(recipient)
    await client('PUT', '/config', { name: 'overlay', value: { image: 'https://cdn.example.com/former.png' } })
    await page.goto(`${api}/panel`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Recipient').fill(recipient)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Overlays' }).click()
    const picture = page.locator('div:has(> label > select[name=imageUpload])')
    const send = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
      await picture.getByLabel('File, up to 2 MB').setInputFiles({ name, mimeType, buffer })
      await picture.getByRole('button', { name: 'Upload' }).click()
    }

    await send('coin.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await picture.getByRole('alert').filter({ hasText: 'This is no PNG' }).waitFor()
    await send('coin.gif', 'image/gif', gif)
    const shown = picture.getByRole('img', { name: 'coin.gif' })
    await shown.waitFor()
    expect(await page.getByLabel('Linked picture').inputValue()).toBe('https://cdn.example.com/former.png')
    expect(await page.getByLabel('Linked sound').count()).toBe(0)
    expect(await violationsIn(page)).toEqual([])
    const form = page.locator('form:has(select[name=imageUpload])')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('status').filter({ hasText: 'Saved' }).waitFor()

    const [upload] = (await client('GET', '/uploads')).body.uploads.filter(
      ({ state }: { state: string }) => state === 'ready',
    )
    const [record] = (await client('GET', '/config?name=overlay')).body.content
    expect(record.value).toEqual({ image: 'https://cdn.example.com/former.png', imageUpload: upload.id })
    expect(await shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(1)
  })
})
