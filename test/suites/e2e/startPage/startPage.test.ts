import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { clientOf } from '../../../local/demo/recipientClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { violationsIn } from './accessibility.ts'
import { openStartPage, recipientId } from './openStartPage.ts'

const executable = inject('browser')
const patience = { timeout: 40_000 }
const longest = { timeout: 240_000 }
/** An ignored folder: to be looked at after a change of the page. */
const screenshot = (name: string) => ({ path: `.screenshots/${name}.png`, fullPage: true })

let browser: Browser
let startPage: Awaited<ReturnType<typeof openStartPage>>
beforeAll(async () => {
  if (executable === '') return
  startPage = await openStartPage()
  browser = await startBrowser(executable)
})
afterAll(async () => {
  await browser?.close()
  await startPage?.stop()
})

interface Opened {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors and breaches of the policy. */
  readonly complaints: readonly string[]
}

const open = async (colorScheme: 'light' | 'dark', path = ''): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(new URL(path, startPage.url).href)
  return { context, page, complaints }
}

describe.skipIf(executable === '')('the start page', () => {
  test.each(['light', 'dark'] as const)(
    'in a %s scheme: a donation appears on the overlay within the first screen, its requests in the table, and axe finds nothing',
    longest,
    async (colorScheme) => {
      const { context, page, complaints } = await open(colorScheme)
      await page.locator('body[data-state=running]').waitFor(patience)
      const overlay = page.frameLocator('#overlay iframe')
      await overlay.locator('body[data-state=online] .alert.still').waitFor(patience)
      await page.getByLabel('Nickname').fill(`Mira, ${colorScheme}`)
      await page.getByRole('button', { name: 'Donate', exact: true }).click()

      const parts = [page.locator('.scene'), page.getByRole('button', { name: 'Donate', exact: true })]
      for (const part of parts) {
        const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
        expect(y + height).toBeLessThan(800)
      }
      await overlay.locator('.nickname', { hasText: `Mira, ${colorScheme}` }).waitFor(patience)
      await page.locator('#overlay output', { hasText: 'after' }).waitFor(patience)
      const webhook = page.locator('#rows tr', { hasText: 'POST /payments/webhooks' }).first()
      await webhook.waitFor(patience)
      expect(await webhook.locator('td').allTextContents()).toEqual(
        expect.arrayContaining(['200', expect.stringMatching(/^\d+\.\d\d$/)]),
      )
      await webhook.getByRole('button').click()
      await page.locator('.details', { hasText: 'dynamodb ' }).waitFor(patience)
      await page.locator('#lines', { hasText: 'projectPayments' }).waitFor(patience)
      expect(await violationsIn(page)).toEqual([])
      for (const width of [320, 390, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await page.screenshot(screenshot(`start-page-${width}-${colorScheme}`))
      }
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test(
    'keeps its overlay, and lists its own calls apart, regression: each visit revoked the overlay and made another',
    longest,
    async () => {
      const { context, page } = await open('dark')
      const online = page.frameLocator('#overlay iframe').locator('body[data-state=online]')
      await online.waitFor(patience)
      const call = await clientOf(startPage.localApi, recipientId, 'a neighbour')
      const overlays = async () => (await call('GET', '/overlays?size=100')).content
      const before = await overlays()

      await page.reload()
      await online.waitFor(patience)

      const idsOf = (each: readonly { readonly overlayId: string }[]) => each.map(({ overlayId }) => overlayId)
      expect(idsOf(await overlays())).toEqual(idsOf(before))
      // Nobody else asks so.
      const own = page.locator('#rows tr', { hasText: 'GET /alerts?hidden=false&size=1' })
      await page.locator('#rows tr', { hasText: 'GET /overlay' }).first().waitFor(patience)
      expect(await own.count()).toBe(0)
      await page.getByLabel('also those of this page').check()
      await own.first().waitFor(patience)
      await context.close()
    },
  )

  test('previews a look in the overlay while it is chosen, and keeps it', longest, async () => {
    const { context, page, complaints } = await open('dark')
    const overlay = page.frameLocator('#overlay iframe')
    await overlay.locator('body[data-state=online][data-theme=glass]').waitFor(patience)

    await page.getByLabel('Theme').selectOption('neon')
    await page.locator('select[name=align]').selectOption('left')

    await overlay.locator('body[data-theme=neon][data-align=left] .alert.still').waitFor(patience)
    await page.screenshot(screenshot('start-page-look'))
    await page.getByRole('button', { name: 'Keep this look' }).click()
    await page.locator('#look output', { hasText: '"theme":"neon"' }).waitFor(patience)
    await page.reload()
    await overlay.locator('body[data-theme=neon]').waitFor(patience)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the start page gives a token of any recipient, which the API takes', longest, async () => {
    const { context, page } = await open('light')
    await page.locator('body[data-state=running]').waitFor(patience)
    const token = page.getByLabel('Access token')
    expect(JSON.parse(atob((await token.inputValue()).split('.')[1] ?? ''))).toMatchObject({ sub: recipientId })

    await page.getByLabel('Recipient', { exact: true }).fill('start-page-other')
    await page.getByRole('button', { name: 'New token' }).click()

    const subject = async () => JSON.parse(atob((await token.inputValue()).split('.')[1] ?? '')).sub
    await expect.poll(subject, patience).toBe('start-page-other')
    const headers = { authorization: `Bearer ${await token.inputValue()}` }
    expect((await fetch(`${startPage.localApi.api}/news`, { headers })).status).toBe(200)
    await context.close()
  })

  test.each(['light', 'dark'] as const)(
    'in a %s scheme: leads to a reference whose requests are signed in, and axe finds nothing',
    longest,
    async (colorScheme) => {
      const { context, page, complaints } = await open(colorScheme)
      await page.locator('body[data-state=running]').waitFor(patience)
      await page.getByRole('link', { name: 'API reference' }).click()
      await page.getByText(`signed in as ${recipientId}`).waitFor(patience)

      await page.getByText("The caller's own and the global news").first().click()
      await page.getByRole('button', { name: 'EXECUTE' }).click()

      await page.getByText('Response Status: OK (200)').waitFor(patience)
      expect(await violationsIn(page)).toEqual([])
      await page.screenshot({ ...screenshot(`reference-${colorScheme}`), fullPage: false })
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})
