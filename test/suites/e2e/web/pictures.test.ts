import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { languages } from '../../../../shared/contract/languages.ts'
import { openDonationPage } from '../../../local/demo/donationPanel.ts'
import { clientOf } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { donate, newOverlayUrl, online, openOverlay } from '../overlay/overlayPage.ts'
import { violationsIn } from '../startPage/accessibility.ts'
import { exampleAnswer } from './exampleAnswer.ts'

const executable = inject('browser')
const { api } = inject('localApi')
const longest = { timeout: 3_600_000 }
const recipient = 'pictures'
const client = clientOf(recipient)
const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })

const widths = [320, 390, 768, 1280, 1920, 2560]
const looks = languages.flatMap((language) => (['light', 'dark'] as const).map((scheme) => ({ language, scheme })))
const views =
  'now history trace overlays rules gateways accounts announcers actions videos endpoints news members data'.split(' ')

/** Rules for pages that are read; an overlay is a layer of a picture. */
const ofDocuments = /^(?:page-has-heading-one|region):/

let browser: Browser
let donationUrl = ''
beforeAll(async () => {
  if (executable === '' || !process.env['PICTURES']) return
  browser = await startBrowser(executable)
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    (await client(method, path, body)).body
  donationUrl = await openDonationPage(api, call, recipient)
  await client('POST', '/goals/commands/set-goal', { title: 'A new microphone', target: euros(200) })
  const parameters = [{ name: 'where', displayName: 'Where', type: 'string' }]
  const action = { name: 'Creeper', category: 'mobs', game: 'minecraft', payload: {}, price: euros(5), parameters }
  await client('POST', '/actions/commands/add-actions', { actions: [action] })
})
afterAll(() => browser?.close())

const opened = async (options: BrowserContextOptions): Promise<Page> => {
  const page = await (await browser.newContext(options)).newPage()
  page.setDefaultTimeout(60_000)
  return page
}

/** Takes a picture of the page at each width. What is wrong with it: findings of axe, and sideways scrolls. */
const photograph = async (page: Page, name: string): Promise<readonly string[]> => {
  const wrong: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (excess > 0) wrong.push(`${name} at ${width}: ${excess} pixels too wide`)
    wrong.push(...(await violationsIn(page)).map((violation) => `${name} at ${width}: ${violation}`))
    await page.screenshot({ path: `.screenshots/pictures/${name}-${width}.png`, fullPage: true })
  }
  return wrong
}

const signIn = async (page: Page): Promise<void> => {
  await page.locator('button.main').click()
  await page.getByLabel('Recipient').fill(recipient)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('header nav').waitFor()
}

/** Milliseconds after which something is there, of a page that is loaded with 1.6 Mbit/s and 150 ms of latency. */
const millisecondsTo = async (page: Page, address: string, isThere: () => boolean): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const throughput = 1_600_000 / 8
  const conditions = { offline: false, latency: 150, downloadThroughput: throughput, uploadThroughput: throughput }
  await session.send('Network.emulateNetworkConditions', conditions)
  // An address that differs in its fragment alone is not loaded again.
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(isThere)
  return page.evaluate(() => Number(document.documentElement.dataset['there']))
}

/** Records when something is there first; runs in the page. */
const recordWhen = (isThere: string): string => `new MutationObserver(() => {
  const root = document.documentElement
  if (root && !root.dataset.there && (${isThere})()) root.dataset.there = performance.now()
}).observe(document, { childList: true, subtree: true, attributes: true })`

describe.skipIf(executable === '' || !process.env['PICTURES'])('pictures (PICTURES=1)', () => {
  test.each(looks)('the panel in $language, $scheme, fits each width, and axe finds nothing', longest, async (look) => {
    const { language, scheme } = look
    const page = await opened({ locale: language, colorScheme: scheme })
    const wrong: string[] = []
    const take = async (name: string) => wrong.push(...(await photograph(page, `panel-${language}-${scheme}-${name}`)))
    await page.goto(`${api}/panel`)
    await take('welcome')
    await signIn(page)
    await page.route(`${api}/**`, (route) => {
      const { method, url } = { method: route.request().method(), url: new URL(route.request().url()) }
      const answer = method === 'GET' && url.pathname !== '/config' && exampleAnswer(url.pathname)
      return answer ? route.fulfill({ json: answer }) : route.continue()
    })
    for (const view of views) {
      await page.locator(`header a[href="#/${view}"]`).click()
      await page.locator(`a[aria-current][href="#/${view}"]`).waitFor()
      await page.locator('.loading').first().waitFor({ state: 'detached' })
      if (view === 'trace') await page.locator('main li button').first().click()
      await page.evaluate(() => {
        for (const more of document.querySelectorAll('details')) more.open = true
      })
      await page.locator('main').evaluate((main) => main.blur())
      await take(view)
    }
    await page.context().close()
    expect(wrong).toEqual([])
  })

  test.each(looks)(
    'the donor’s page in $language, $scheme, fits each width, and axe finds nothing',
    longest,
    async (look) => {
      const { language, scheme } = look
      const page = await opened({ locale: language, colorScheme: scheme })
      await page.goto(donationUrl)
      await page.locator('form').waitFor()
      const wrong = [...(await photograph(page, `donor-${language}-${scheme}-form`))]
      await page.locator('[name=amount]').fill('0.2')
      await page.locator('button[type=submit]').click()
      await page.locator('#problem:not(:empty)').waitFor()
      wrong.push(...(await photograph(page, `donor-${language}-${scheme}-refused`)))
      await page.context().close()
      expect(wrong).toEqual([])
    },
  )

  test.each(['glass', 'paper', 'neon'] as const)(
    'axe finds nothing in the theme %s of the overlay',
    longest,
    async (theme) => {
      const wrong: string[] = []
      for (const language of languages) {
        await client('PUT', '/config', { name: 'overlay', value: { theme, language } })
        for (const [width, height] of [
          [800, 600],
          [1280, 720],
          [1920, 1080],
          [2560, 1440],
        ] as const) {
          const context = await browser.newContext({ viewport: { width, height } })
          const overlay = await openOverlay(browser, {
            recipient,
            context,
            settings: 'seconds=60&volume=0',
            reducedMotion: true,
          })
          await online(overlay)
          await donate(recipient, 'Mira')
          await overlay.page.locator('.alert').waitFor()
          // While the card fades in, its words have too little contrast.
          await overlay.page
            .locator('.alert')
            .evaluate((card) => Promise.all(card.getAnimations().map((each) => each.finished)))
          const name = `overlay-${theme}-${language}-${width}`
          await overlay.page.screenshot({ path: `.screenshots/pictures/${name}.png` })
          const found = (await violationsIn(overlay.page)).filter((violation) => !ofDocuments.test(violation))
          wrong.push(...found.map((violation) => `${name}: ${violation}`))
          await client('POST', '/overlays/commands/revoke-overlay', { all: true })
          await context.close()
        }
      }
      expect(wrong).toEqual([])
    },
  )

  test('panel, donor’s page and overlay can be used within a second at 1.6 Mbit/s', longest, async () => {
    const pages = {
      welcome: [`${api}/panel`, () => document.querySelector('button.main') !== null],
      panel: [
        `${api}/panel`,
        () =>
          document.querySelector('header nav') !== null &&
          document.querySelector('main .card') !== null &&
          document.querySelector('.loading') === null,
      ],
      donor: [donationUrl, () => document.querySelector('form:not([hidden])') !== null],
      overlay: [await newOverlayUrl(recipient), () => document.querySelector('body[data-state=online]') !== null],
    } as const
    const times: Record<string, number> = {}
    for (const [name, [address, isThere]] of Object.entries(pages)) {
      const page = await opened({ locale: 'de' })
      if (name === 'panel') {
        await page.goto(address)
        await signIn(page)
        await page.locator('main ul').first().waitFor()
      }
      if (name === 'overlay') {
        await page.goto(address)
        await page.locator('body[data-state=online]').waitFor()
      }
      await page.addInitScript(recordWhen(String(isThere)))
      const loads = []
      // The first load starts the functions.
      for (let load = 0; load < 4; load++) loads.push(await millisecondsTo(page, address, isThere))
      times[name] = Math.round(Math.min(...loads))
      await page.context().close()
    }
    process.stderr.write(`Milliseconds until each page can be used: ${JSON.stringify(times)}\n`)
    expect(Object.entries(times).filter(([, milliseconds]) => milliseconds > 1000)).toEqual([])
  })
})
