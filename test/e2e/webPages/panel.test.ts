import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addEndpoint } from '../../demo/donationPanel.ts'
import { codeUpdate } from '../../demo/linkChat.ts'
import { newStripeLiveKey, newStripeSecret } from '../../sandbox/stripe.ts'
import { clientOf, request } from '../../support/apiClient.ts'
import { startBrowser } from '../../support/browser.ts'
import { standardSecret, stripeWebhook } from '../../support/gatewayWebhooks.ts'
import { stripeEvent } from '../../support/stripeBodies.ts'
import { violationsIn } from '../startPage/accessibility.ts'
import { keyboard, pointer } from './hands.ts'

const executable = inject('browser')
const { api, sandboxLog } = inject('localApi')
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
  test.each([
    ['a pointer', pointer],
    ['a keyboard alone', keyboard],
  ])(
    'with %s, a streamer links a chat, makes a gateway, an overlay and a page for donors, approves a donation that was made there, prints it, sees its refund leave the goal, and signs out',
    longest,
    async (name, handsOn) => {
      const recipient = `panel-${name.replaceAll(' ', '-')}`
      const key = newStripeLiveKey()
      const client = clientOf(recipient)
      await client('PUT', '/config', { name: 'alerts', value: { moderation: { everything: true } } })
      const { context, page, complaints } = await open()
      const { press, write, choose } = handsOn(page)
      const button = (title: string) => page.getByRole('button', { name: title, exact: true })
      const go = async (view: string) => {
        await press(page.getByRole('link', { name: view }))
        await page.getByText('Loading …').first().waitFor({ state: 'detached' })
      }
      await press(button('Sign in'))
      await write(page.getByLabel('Recipient'), recipient)
      await press(button('Sign in'))
      await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()

      await go('Announcements')
      await press(button('Link a chat'))
      const command = await page.getByRole('textbox', { name: 'Link a chat' }).inputValue()
      const update = codeUpdate(command.split(' ').at(-1) ?? '', {
        accountId: 'main',
        chatId: -8_000_000 - name.length,
      })
      await request('POST', `/messenger/webhooks/${update.accountId}`, { body: update.body, headers: update.headers })
      await press(button('Try again'))
      await card(page, 'Chats').getByRole('button', { name: 'Unlink' }).waitFor()

      await go('Gateways')
      await choose(page.locator('select[name=gateway]'), 'Stripe')
      const added = card(page, 'New gateway')
      await write(added.getByLabel('Secret of the webhook'), newStripeSecret())
      await write(added.getByLabel('API key'), key)
      await press(button('Add'))
      const webhookUrl = await page.getByRole('textbox', { name: 'Webhook address' }).inputValue()
      const secret = await addEndpoint(sandboxLog, key, webhookUrl)
      const gateway = card(page, 'Gateways')
      await press(gateway.getByText('Set up'))
      await write(gateway.getByLabel('Secret of the webhook'), secret)
      await press(gateway.getByRole('button', { name: 'Save' }))
      await gateway.getByText('Saved').waitFor()
      await press(gateway.getByRole('button', { name: /^Enable/ }))
      await gateway.getByRole('button', { name: /^Disable/ }).waitFor()
      const donationPage = card(page, 'Donation page')
      await write(donationPage.getByLabel('Name that donors see'), 'Alice')
      await press(donationPage.getByRole('button', { name: 'Save' }))
      const donationUrl = await donationPage.getByRole('textbox', { name: 'Donation page' }).inputValue()

      await go('Overlays')
      await write(page.getByLabel('Name', { exact: true }), 'OBS')
      await press(button('New overlay'))
      const overlay = await context.newPage()
      await overlay.goto(await page.getByRole('textbox', { name: 'Address' }).inputValue())
      await overlay.locator('body[data-state=online]').waitFor(longest)

      await page.bringToFront()
      await go('Now')
      const goals = card(page, 'Goals')
      await write(goals.getByLabel('Title'), 'Microphone')
      await write(goals.getByLabel('Amount'), '50')
      await press(button('Set the goal'))
      await goals.getByText('€0.00 / €50.00').waitFor()

      const donorPage = await context.newPage()
      await donorPage.goto(donationUrl)
      const donor = handsOn(donorPage)
      await donor.write(donorPage.getByLabel('Your name'), 'Ada')
      await donor.write(donorPage.getByLabel('Amount'), '12.34')
      await donor.write(donorPage.getByLabel('Message'), 'Great stream!')
      await donor.press(donorPage.getByRole('button', { name: 'Continue to payment' }))
      await donor.press(donorPage.getByRole('button', { name: 'Pay €12.34' }))
      await donorPage.getByText('€12.34 arrived.').waitFor()

      await page.bringToFront()
      await press(button('Pause'))
      await button('Resume').waitFor()
      await press(button('Approve: Ada'))
      await button('Approve: Ada').waitFor({ state: 'detached' })
      const row = card(page, 'Alerts').locator('li', { hasText: 'Ada' })
      await row.getByText('€12.34').waitFor()
      await goals.getByText('€12.34 / €50.00').waitFor()
      expect(await overlay.locator('.alert .nickname', { hasText: 'Ada' }).count()).toBe(0)
      await press(button('Resume'))
      await overlay.bringToFront()
      await overlay.locator('.alert .nickname', { hasText: 'Ada' }).waitFor()
      await page.bringToFront()
      await button('Pause').waitFor()
      await page.screenshot({ path: `.screenshots/${recipient}.png` })
      await press(button('Repeat: Ada'))
      await row.getByText('On its way').waitFor()

      await go('History')
      await press(button('Print as CSV'))
      const file = await page.getByRole('link', { name: 'Download' }).getAttribute('href')
      expect(await (await fetch(file ?? '')).text()).toContain('Ada')

      await go('Now')
      const { gatewayId } = (await client('GET', '/payments')).body.content[0]
      const charge = { id: 'ch_1', payment_intent: gatewayId, amount: 1234, amount_refunded: 1234, currency: 'eur' }
      const refund = stripeWebhook(secret, stripeEvent('charge.refunded', { object: 'charge', ...charge }))
      expect(await request('POST', new URL(webhookUrl).pathname, refund)).toMatchObject({ status: 200 })
      await goals.getByText('€0.00 / €50.00').waitFor()
      await row.getByText('hidden').waitFor()

      await go('Where is my donation?')
      await press(button('Look: Ada'))
      await page.locator('.steps li[data-state=done]', { hasText: 'Webhook' }).waitFor()

      await go('Overlays')
      await press(button('Revoke: OBS'))
      await overlay.locator('body[data-state=revoked]').waitFor()
      await press(button('Sign out'))
      await button('Sign in').waitFor()
      expect(
        await page.evaluate(() => [
          sessionStorage.length,
          Object.keys(localStorage).filter((place) => place.startsWith('alerts:')),
        ]),
      ).toEqual([0, []])
      expect(complaints).toEqual([])
      await context.close()
    },
  )

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
