import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { codeUpdate } from '../../demo/linkChat.ts'
import { clientOf, request } from '../../support/apiClient.ts'
import { startBrowser } from '../../support/browser.ts'
import { standardSecret, standardWebhook } from '../../support/gatewayWebhooks.ts'

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
  await opened.page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  return opened
}

const view = (page: Page, name: string) => page.getByRole('link', { name }).click()
const card = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })

/** The webhook of a payment, sent to the address that the panel shows. */
const reported = async (webhookUrl: string, secret: string, type: string, data: object) => {
  const { body, headers } = standardWebhook(secret, { type, timestamp: new Date().toISOString(), data })
  const { status } = await request('POST', new URL(webhookUrl).pathname, { body, headers })
  expect(status).toBe(200)
}

const violationsIn = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    return (await axe.run(document, { iframes: false })).violations
  })
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const views = [
  'Now',
  'History',
  'Where is my donation?',
  'Overlays',
  'Gateways',
  'Accounts',
  'Announcements',
  'Actions',
  'Your data',
]

describe.skipIf(executable === '')('the panel', () => {
  test(
    'a streamer links a chat, makes a gateway and an overlay, sees a donation on both, steers it, prints it, and signs out',
    longest,
    async () => {
      const recipient = 'panel-streamer'
      const secret = standardSecret(recipient)
      const { context, page, complaints } = await signedIn(recipient)

      await view(page, 'Announcements')
      await page.getByRole('button', { name: 'Link a chat' }).click()
      const command = await page.getByRole('textbox', { name: 'Link a chat' }).inputValue()
      const update = codeUpdate(command.split(' ').at(-1) ?? '', { accountId: 'main', chatId: -1_008_001 })
      await request('POST', `/messenger/webhooks/${update.accountId}`, { body: update.body, headers: update.headers })
      await page.getByRole('button', { name: 'Try again' }).click()
      await card(page, 'Chats').getByRole('button', { name: 'Unlink' }).waitFor()

      await view(page, 'Gateways')
      await page.locator('select[name=gateway]').selectOption('manual')
      await page.getByLabel('Secret of the webhook').fill(secret)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      const webhookUrl = await page.getByRole('textbox', { name: 'Webhook address' }).inputValue()
      await page.getByRole('button', { name: 'Enable: manual' }).click()
      await page.getByRole('button', { name: 'Disable: manual' }).waitFor()

      await view(page, 'Overlays')
      await page.getByLabel('Name', { exact: true }).fill('OBS')
      await page.getByRole('button', { name: 'New overlay' }).click()
      const overlay = await context.newPage()
      await overlay.goto(await page.getByRole('textbox', { name: 'Address' }).inputValue())
      await overlay.locator('body[data-state=online]').waitFor(longest)

      await view(page, 'Now')
      await page.getByLabel('Title').fill('Microphone')
      await card(page, 'Goals').getByLabel('Amount').fill('50')
      await page.getByRole('button', { name: 'Set the goal' }).click()
      await card(page, 'Goals').getByText('€0.00 / €50.00').waitFor()
      const data = {
        gatewayId: 'panel-1',
        amount: { major: 12, minor: 34, currency: 'EUR' },
        nickname: 'Ada',
        message: 'Great stream!',
      }
      await reported(webhookUrl, secret, 'payment.completed', data)
      await overlay.locator('.alert .nickname', { hasText: 'Ada' }).waitFor()
      const row = card(page, 'Alerts').locator('li', { hasText: 'Ada' })
      await row.getByText('€12.34').waitFor()
      await card(page, 'Goals').getByText('€12.34 / €50.00').waitFor()
      await page.screenshot({ path: '.screenshots/panel-live.png' })

      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByRole('button', { name: 'Resume' }).click()
      await page.getByRole('button', { name: 'Pause' }).waitFor()
      await row.getByRole('button', { name: 'Repeat' }).click()
      await row.getByText('On its way').waitFor()
      await reported(webhookUrl, secret, 'payment.refunded', data)
      await card(page, 'Goals').getByText('€0.00 / €50.00').waitFor()
      await row.getByText('hidden').waitFor()

      await view(page, 'Where is my donation?')
      await page.getByRole('button', { name: 'Look: Ada' }).click()
      await page.locator('.steps li[data-state=done]', { hasText: 'Webhook' }).waitFor()

      await view(page, 'History')
      await page.getByRole('button', { name: 'Print as CSV' }).click()
      const file = await page.getByRole('link', { name: 'Download' }).getAttribute('href')
      expect(await (await fetch(file ?? '')).text()).toContain('nickname')

      await view(page, 'Overlays')
      await page.getByRole('button', { name: 'Revoke: OBS' }).click()
      await overlay.locator('body[data-state=revoked]').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(
        await page.evaluate(() => [
          sessionStorage.length,
          Object.keys(localStorage).filter((key) => key.startsWith('alerts:')),
        ]),
      ).toEqual([0, []])
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('a held alert is approved with a keyboard alone', longest, async () => {
    const recipient = 'panel-keyboard'
    const client = clientOf(recipient)
    await client('PUT', '/config', { name: 'alerts', value: { moderation: { everything: true } } })
    const item = {
      system: 'Ko-fi',
      event: 'payment',
      originId: '1',
      timestamp: new Date().toISOString(),
      nickname: 'Eve',
      triggerAlert: true,
    }
    await client('POST', '/history/commands/add-items', { items: [item] })
    const { context, page } = await open()

    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByLabel('Recipient').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(recipient)
    await page.keyboard.press('Enter')
    const approve = page.getByRole('button', { name: 'Approve: Eve' })
    await approve.waitFor()
    for (
      let presses = 0;
      presses < 60 && !(await approve.evaluate((button) => button === document.activeElement));
      presses++
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await approve.waitFor({ state: 'detached' })
    await expect.poll(async () => (await client('GET', '/alerts?held=true')).body.totalSize).toBe(0)
    await context.close()
  })

  test(
    'names, messages, looks and ids of strangers are texts on every view, in both schemes and from 320 to 2560 pixels, and axe finds nothing',
    longest,
    async () => {
      const recipient = 'panel-hostile'
      const hostile = '<img src=https://evil.example/x onerror=alert(1)>"\'&\u202Eevil{amount}'
      const client = clientOf(recipient)
      const price = { major: 1, minor: 0, currency: 'EUR' }
      const texts = {
        nickname: hostile.slice(0, 64),
        message: `${hostile} javascript:alert(1) ${'x'.repeat(500)}`,
        amount: price,
      }
      const item = {
        system: hostile.slice(0, 60),
        event: 'payment',
        originId: hostile,
        timestamp: new Date().toISOString(),
        triggerAlert: true,
      }
      await client('POST', '/history/commands/add-items', { items: [{ ...item, ...texts }] })
      await client('POST', '/actions/commands/add-actions', {
        actions: [{ name: hostile, game: hostile.slice(0, 60), price }],
      })
      await client('POST', '/goals/commands/set-goal', { title: hostile, target: price })
      await client('POST', '/overlays/commands/create-ticket', { name: hostile })
      await client('PUT', '/config', { name: 'overlay', value: { font: hostile.slice(0, 60) } })
      await client('PUT', '/config', {
        name: 'paymentpage',
        value: { donorPage: { enabled: true, name: hostile.slice(0, 60) } },
      })
      await client('POST', '/payments/commands/set-gateway', {
        gateway: hostile.slice(0, 60),
        type: 'fiat',
        secret: standardSecret(recipient),
      })
      const places = [
        ['light', 320, 700],
        ['dark', 1280, 900],
        ['light', 2560, 1440],
      ] as const

      for (const [colorScheme, width, height] of places) {
        const { context, page, complaints } = await signedIn(recipient, { colorScheme, viewport: { width, height } })
        for (const name of views) {
          await view(page, name)
          await page.getByText('Loading …').first().waitFor({ state: 'detached' })
          expect(await page.locator('main img, main script').count(), name).toBe(0)
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            name,
          ).toBeLessThanOrEqual(0)
          expect(await violationsIn(page), name).toEqual([])
          await page.screenshot({
            path: `.screenshots/panel-${colorScheme}-${width}-${name.replaceAll(/\W/g, '')}.png`,
            fullPage: true,
          })
        }
        expect(complaints, colorScheme).toEqual([])
        await context.close()
      }
    },
  )

  test.each([
    [
      'tooMany',
      { status: 429, headers: { 'retry-after': '30' }, json: { code: 'rate_limited', detail: 'd' } },
      'Too many requests. Try again in 30 seconds.',
    ],
    [
      'expired',
      { status: 401, json: { message: 'Unauthorized' } },
      'Your sign-in has expired. The last request changed nothing.',
    ],
    [
      'refused',
      { status: 409, json: { code: 'limit_reached', detail: 'Only <b>five</b>.' } },
      'That failed: Only <b>five</b>.',
    ],
  ])('a request that is %s is not shown as done, and says why', longest, async (name, answer, text) => {
    const { context, page } = await signedIn(`panel-${name}`)
    await page.route('**/alerts/commands/test-alert', (route) => route.fulfill(answer))

    await page.getByRole('button', { name: 'Show', exact: true }).click()

    await card(page, 'Test alert').getByText(text).waitFor()
    expect(await page.getByText('Sent').count()).toBe(0)
    await context.close()
  })

  test('a lost network is said, and the panel goes on when it is back', longest, async () => {
    const { context, page } = await signedIn('panel-lost')
    await context.setOffline(true)
    await page.getByText('The network is lost. What you see may be old.').waitFor()
    await context.setOffline(false)
    await page.getByText('The network is lost.').waitFor({ state: 'detached' })
    await context.close()
  })

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
