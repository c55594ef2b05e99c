import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { clientOf } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { violationsIn } from '../startPage/accessibility.ts'
import { exampleAnswer } from './exampleAnswer.ts'

const executable = inject('browser')
const { api } = inject('localApi')
const longest = { timeout: 240_000 }

let browser: Browser
beforeAll(async () => {
  if (executable !== '') browser = await startBrowser(executable)
})
afterAll(() => browser?.close())

interface Opened {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors, breaches of the policy, and requests to others. */
  readonly complaints: string[]
}

const open = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    // A busy machine's service asks to come again, and the client does.
    if (message.type() === 'error' && !/status of (429|503)/.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (sent) => {
    if (!['127.0.0.1', ''].includes(new URL(sent.url()).hostname)) complaints.push(sent.url())
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${api}/panel`)
  return { context, page, complaints }
}

const signedIn = async (recipient: string, options?: Parameters<Browser['newContext']>[0]): Promise<Opened> => {
  const opened = await open(options)
  await opened.page.getByRole('button', { name: 'Sign in' }).click()
  await opened.page.getByLabel('Recipient').fill(recipient)
  await opened.page.getByRole('button', { name: 'Sign in' }).click()
  await opened.page.getByRole('status').filter({ hasText: 'Panel connected' }).waitFor()
  return opened
}

const view = (page: Page, name: string) => page.getByRole('link', { name }).click()

/** Markup, a placeholder, and a turn of the direction. */
const markup = '<img src=//evil.example/x onerror=alert(1)>"\'&\u202E{amount}'
/** The same, and a word that has no place to break. */
const hostile = `${markup}${'W'.repeat(64)}`

/** Members in which strangers, platforms or gateways have their say. */
const theirs =
  /^(?:id|name|nickname|message|title|text|url|owner|description|demoUrl|trigger|detail|reason|event|gateway|game|category|type|overlayId|accountId|webhookUrl|memberId|ownerName|(?:disabled|blocked)Reason)$/

const hostileAnswer = (path: string): unknown => {
  const donorPage = { enabled: true, name: hostile, least: [{ major: 1, minor: 0, currency: 'EUR' }] }
  const levels = [{ name: hostile, text: hostile, from: { major: 1, minor: 0, currency: 'EUR' } }]
  const value = { theme: hostile, accent: hostile, font: hostile, levels, moderation: { words: [hostile] }, donorPage }
  if (path === '/config') return { content: [{ ownerId: hostile, value }] }
  return exampleAnswer(path, (key, text) => (theirs.test(key) && typeof text === 'string' ? hostile : text))
}

/** Each view, and a button that shows more of it. */
const views = [
  ['Now'],
  ['History'],
  ['Payment status', /^View: /],
  ['Overlays'],
  ['Alert rules'],
  ['Payments'],
  ['Accounts'],
  ['Announcements'],
  ['Actions'],
  ['Requested videos'],
  ['Outgoing webhooks'],
  ['News'],
  ['Members'],
  ['Your data'],
] as const satisfies readonly (readonly [name: string, button?: RegExp])[]

describe.skipIf(executable === '')('the panel', () => {
  test.each([
    ['light', 320, 700],
    ['dark', 1280, 900],
    ['light', 2560, 1440],
    ['dark', 390, 844],
  ] as const)(
    'hostile texts are shown as text on every view, in the %s at %i × %i pixels, without axe findings',
    longest,
    async (colorScheme, width, height) => {
      const recipient = `panel-hostile-${colorScheme}-${width}`
      const client = clientOf(recipient)
      const item = { system: markup, event: 'payment', originId: markup, nickname: markup, message: hostile }
      await client('PUT', '/config', { name: 'alerts', value: { moderation: { everything: true } } })
      const items = [{ ...item, timestamp: new Date().toISOString(), triggerAlert: true }]
      expect(await client('POST', '/history/commands/add-items', { items })).toMatchObject({ status: 200 })
      const { context, page, complaints } = await signedIn(recipient, { colorScheme, viewport: { width, height } })
      await page.locator('main li', { hasText: hostile }).first().waitFor()
      await page.route(`${api}/**`, (route) => {
        const answer = route.request().method() === 'GET' && hostileAnswer(new URL(route.request().url()).pathname)
        return answer ? route.fulfill({ json: answer }) : route.continue()
      })

      for (const [name, button] of views) {
        await view(page, name)
        await page.getByText('Loading …').first().waitFor({ state: 'detached' })
        if (button !== undefined) await page.locator('main').getByRole('button', { name: button }).first().click()
        const shown = () =>
          page
            .locator('main')
            .evaluate((main) =>
              [main.textContent, ...[...main.querySelectorAll('input')].map(({ value }) => value)].join(),
            )
        if (name !== 'Your data') await expect.poll(shown, { message: name }).toContain(hostile)
        expect(await page.locator('main :is(img, script, [onerror], a[href^="javascript:"])').count(), name).toBe(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(
          0,
        )
        expect(await violationsIn(page), name).toEqual([])
        await page.screenshot({
          path: `.screenshots/panel-${colorScheme}-${width}-${name.replaceAll(/\W/g, '')}.png`,
          fullPage: true,
        })
      }
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('the page is in the language of the browser, or in the one that was chosen', longest, async () => {
    const { context, page } = await open({ locale: 'de-DE' })
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await page.getByLabel('Sprache').selectOption('ru')
    await page.getByRole('button', { name: 'Войти' }).waitFor()
    await page.goto(`${api}/panel`)
    await page.getByRole('button', { name: 'Войти' }).waitFor()
    await context.close()
  })
})
