import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Hands } from './hands.ts'

/** Somebody who reads German and works a page with their hands. */
export interface Person extends Hands {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors, breaches of the policy, requests to others, and words that are not for them. */
  readonly complaints: string[]
  open(address: string): Promise<void>
  signIn(recipient: string): Promise<void>
  button(name: string): Locator
  card(title: string): Locator
  /** Goes to a view of the panel. */
  go(view: string): Promise<void>
  /** Waits until these sentences, and no others beside them, say what went wrong. */
  told(...sentences: readonly string[]): Promise<void>
}

/** What a developer would say: pointers, expressions, codes, and English. */
const foreign = /(?:^|\s)\/\w+\/\w+|\^\[|^\w+_\w+$|\b(?:the|this|please|must|failed|invalid|your|with)\b/im

export const personAt = async (
  browser: Browser,
  handsOn: (page: Page) => Hands,
  options: BrowserContextOptions = {},
): Promise<Person> => {
  const german = { locale: 'de-DE', timezoneId: 'Europe/Berlin' }
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...german, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    // What is refused is refused on purpose, and a busy machine's service asks to come again.
    if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (sent) => {
    if (!['127.0.0.1', ''].includes(new URL(sent.url()).hostname)) complaints.push(sent.url())
  })
  page.on('dialog', (dialog) => void dialog.accept())
  const hands = handsOn(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    ...hands,
    context,
    page,
    complaints,
    button,
    card: (title) =>
      page.locator('section', { has: page.getByRole('heading', { name: title, exact: true, level: 2 }) }),
    open: async (address) => {
      await page.goto(address)
    },
    signIn: async (recipient) => {
      await hands.press(button('Anmelden'))
      await hands.write(page.getByLabel('Recipient'), recipient)
      await hands.press(button('Sign in'))
      await page.getByRole('status').filter({ hasText: 'Panel verbunden' }).waitFor()
    },
    go: async (view) => {
      await hands.press(page.getByRole('link', { name: view, exact: true }))
      await page.locator('.loading').first().waitFor({ state: 'detached' })
      const text = await page.locator('body').innerText()
      const [found] = foreign.exec(text) ?? []
      if (found) complaints.push(`${view}: ${found}`)
    },
    told: async (...sentences) => {
      const told = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('[role=alert]')].map((alert) =>
            [...(alert.querySelector('p') ? alert.querySelectorAll('p') : [alert])].map(({ textContent }) =>
              textContent?.replaceAll(/\s+/g, ' '),
            ),
          ),
        )
      await expect.poll(told).toContainEqual(sentences)
    },
  }
}
