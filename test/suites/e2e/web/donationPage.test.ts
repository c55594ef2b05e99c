import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDonationPage } from '../../../local/demo/donationPanel.ts'
import { clientOf } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { violationsIn } from '../startPage/accessibility.ts'

const executable = inject('browser')
const patience = { timeout: 30_000 }
const longest = { timeout: 240_000 }
const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })

let browser: Browser
let recipients = 0
const contexts: BrowserContext[] = []
beforeAll(async () => {
  if (executable !== '') browser = await startBrowser(executable)
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
})
afterAll(() => browser?.close())

/** A recipient who takes donations at the stand-in of Stripe. */
const newRecipient = async (more: object = {}) => {
  const recipientId = `donations-${process.pid}-${++recipients}`
  const client = clientOf(recipientId)
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await client(method, path, body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body
  }
  const { api } = inject('localApi')
  const address = await openDonationPage(api, call, recipientId)
  const least = [euros(1), { major: 100, minor: 0, currency: 'JPY' }]
  const donorPage = { enabled: true, name: 'Alice', least, returnUrl: address, ...more }
  await call('PUT', '/config', { name: 'paymentpage', value: { donorPage } })
  return { recipientId, call }
}

/** The donation page in a browser that speaks English, and its requests to others than the service. */
const openPage = async (recipientId: string, { locale = 'en-GB', colorScheme = 'light' as 'light' | 'dark' } = {}) => {
  const context = await browser.newContext({ locale, colorScheme, viewport: { width: 1280, height: 800 } })
  contexts.push(context)
  const page = await context.newPage()
  const foreign: string[] = []
  const complaints: string[] = []
  const { api, sandboxLog } = inject('localApi')
  const own = [api, sandboxLog].map((url) => new URL(url).origin)
  page.on('request', (request) => {
    const { origin, href } = new URL(request.url())
    if (!own.includes(origin)) foreign.push(href)
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${api}/donate/${recipientId}`)
  return { page, foreign, complaints }
}

const ready = (page: Page) => page.locator('form').waitFor(patience)
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const longName = 'Перекрасить весь Zuschauerraumbeleuchtungsscheinwerfer в цвет следующего сообщения чата'
/** The boxes whose contents are wider than they are. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ outerHTML }) => outerHTML),
  )

describe.skipIf(executable === '')('the donation page', () => {
  test('a donor gives by keyboard, buys an action, returns from the gateway and sees the result', longest, async () => {
    const { recipientId, call } = await newRecipient()
    const parameters = [{ name: 'where', displayName: 'Where', type: 'string' }]
    const action = { name: 'Creeper', category: 'mobs', game: 'minecraft', payload: {}, price: euros(5), parameters }
    await call('POST', '/actions/commands/add-actions', { actions: [action] })
    await call('POST', '/goals/commands/set-goal', { title: 'New microphone', target: euros(200) })
    const { page, foreign, complaints } = await openPage(recipientId)
    await ready(page)
    expect(await page.locator('h1').textContent()).toBe('Donate to Alice')

    await page.getByLabel('Your name').focus()
    await page.keyboard.type('Dora')
    await press(page, 'Tab', 'Tab', 'Tab', 'Enter')
    expect(await page.getByLabel('Amount').inputValue()).toBe('2.00')
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab')
    await page.keyboard.type('Hello')
    expect(await page.getByText('5 / 500').isVisible()).toBe(true)
    await press(page, 'Tab', 'Space', 'Tab')
    await page.keyboard.type('behind you')
    await press(page, 'Tab', 'Enter')
    const atGateway = /sessions\/cs_live_\w+\/page$/
    await page.waitForURL(atGateway, patience)
    const session = page.url()
    await page.getByRole('link', { name: 'Back without paying' }).click()
    await page.getByText('Not paid yet.').waitFor(patience)
    expect(await page.getByLabel('Message').inputValue()).toBe('Hello')
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.waitForURL(atGateway, patience)
    expect(page.url()).toBe(session)
    await page.locator('button:focus').waitFor(patience)
    await press(page, 'Enter')
    await page.getByText('€5.00 arrived.').waitFor(patience)
    const [, receipt = ''] = /^Receipt number: (\S+)$/.exec(await page.locator('#receipt').innerText()) ?? []
    expect(await call('GET', `/payments/${receipt}`)).toMatchObject({ nickname: 'Dora', status: 'completed' })

    const alerts = async () => (await call('GET', '/alerts')).content
    await expect.poll(alerts, patience).toMatchObject([{ nickname: 'Dora', message: 'Hello' }])
    const reached = async () => (await call('GET', '/goals')).goals[0].reached
    await expect.poll(reached, patience).toEqual(euros(5))
    await page.getByRole('button', { name: 'Donate again' }).click()
    await ready(page)
    expect(await page.getByLabel('Message').inputValue()).toBe('')
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
  })

  test('texts of a recipient are shown as texts, and nothing is asked elsewhere', longest, async () => {
    const hostile = '<img src="https://evil.example/x" onerror="alert(1)">'
    const { recipientId, call } = await newRecipient({ name: hostile, picture: 'https://evil.example/picture.png' })
    const parameters = [{ name: '__proto__', displayName: hostile, type: 'string' }]
    const action = { name: hostile, category: hostile, game: hostile, payload: {}, price: euros(5), parameters }
    await call('POST', '/actions/commands/add-actions', { actions: [action] })
    await call('POST', '/goals/commands/set-goal', { title: hostile, target: euros(200) })
    const { page, foreign, complaints } = await openPage(recipientId)
    await ready(page)

    expect(await page.locator('h1').textContent()).toBe(`Donate to ${hostile}`)
    expect(await page.locator('.goal').textContent()).toContain(hostile)
    expect(await page.locator('.action label').first().textContent()).toContain(hostile)
    expect(await page.locator('img').count()).toBe(0)
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
  })

  test.each(['light', 'dark'] as const)(
    'in a %s scheme the donation page has no sideways scroll, no motion and no axe finding, and keeps the language',
    longest,
    async (colorScheme) => {
      const { recipientId, call } = await newRecipient()
      await call('POST', '/goals/commands/set-goal', { title: 'Микрофон', target: euros(200) })
      const action = { name: longName, category: 'mobs', game: 'minecraft', payload: {}, price: euros(1000) }
      await call('POST', '/actions/commands/add-actions', { actions: [action] })
      const { page } = await openPage(recipientId, { locale: 'de-AT', colorScheme })
      await ready(page)
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
      expect(await page.locator('h1').textContent()).toBe('An Alice spenden')
      const moved = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const sum = (list: PerformanceEntryList) =>
              list.reduce((total, entry) => total + (entry as PerformanceEntry & { value: number }).value, 0)
            new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({
              type: 'layout-shift',
              buffered: true,
            })
            setTimeout(() => resolve(0), 500)
          }),
      )
      expect(moved).toBe(0)
      expect(await violationsIn(page)).toEqual([])
      for (const width of [320, 390, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(await cutOff(page)).toEqual([])
        await page.screenshot({ path: `.screenshots/donation-page-${width}-${colorScheme}.png`, fullPage: true })
      }
      expect(await page.getByLabel('Sprache').inputValue()).toBe('de')
      await page.getByLabel('Sprache').selectOption('ru')
      await page.getByText('Донат для Alice').waitFor(patience)
      await page.goto(page.url().replace(/\?.*$/, ''))
      await page.getByText('Донат для Alice').waitFor(patience)
    },
  )
})
