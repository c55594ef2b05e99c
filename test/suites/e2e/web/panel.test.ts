import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import reference from '../../../../shared/areas/service/openapi.json' with { type: 'json' }
import { addEndpoint } from '../../../local/demo/donationPanel.ts'
import { codeUpdate } from '../../../local/demo/linkChat.ts'
import { newStripeLiveKey, newStripeSecret } from '../../../local/sandbox/stripe.ts'
import { clientOf, request } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { stripeWebhook } from '../../../support/gatewayWebhooks.ts'
import { stripeEvent } from '../../../support/stripeBodies.ts'
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
  await opened.page.getByRole('status').filter({ hasText: 'Panel connected' }).waitFor()
  return opened
}

const view = (page: Page, name: string) => page.getByRole('link', { name }).click()
const card = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })

const hostile = '<img src=//evil.example/x onerror=alert(1)>"\'&\u202E{amount}'

interface Answers {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly examples?: Examples }>> }>
  >
}
type Examples = Readonly<Record<string, { readonly value: object }>>
const paths = reference.paths as unknown as Readonly<Record<string, { readonly get?: Answers }>>

/** The paths with a parameter that views read. */
const templateOf = (path: string): string => {
  if (path.endsWith('/trace')) return '/payments/{id}/trace'
  if (path.endsWith('/messages')) return '/endpoints/{id}/messages'
  return path.startsWith('/messenger/announcers/') ? '/messenger/announcers/{id}' : path
}

/** The examples of the reference, of which each list has an item. */
const answerOf = (path: string, change = (_key: string, value: unknown) => value): unknown => {
  const operation = paths[templateOf(path)]?.get
  const examples = operation?.responses['200']?.content?.['application/json']?.examples ?? {}
  const full = Object.values(examples).find(({ value }) => !('empty' in value && value.empty))
  return full && JSON.parse(JSON.stringify(full.value), change)
}

/** Members in which strangers, platforms or gateways have their say. */
const theirs =
  /^(?:id|name|nickname|message|title|text|url|owner|description|demoUrl|trigger|detail|reason|event|gateway|game|category|type|overlayId|accountId|webhookUrl|memberId|ownerName|(?:disabled|blocked)Reason)$/

const hostileAnswer = (path: string): unknown => {
  const donorPage = { enabled: true, name: hostile, least: [{ major: 1, minor: 0, currency: 'EUR' }] }
  const levels = [{ name: hostile, text: hostile, from: { major: 1, minor: 0, currency: 'EUR' } }]
  const value = { theme: hostile, accent: hostile, font: hostile, levels, moderation: { words: [hostile] }, donorPage }
  if (path === '/config') return { content: [{ ownerId: hostile, value }] }
  return answerOf(path, (key, text) => (theirs.test(key) && typeof text === 'string' ? hostile : text))
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
    ['a pointer', pointer],
    ['a keyboard alone', keyboard],
  ])(
    'with %s, a streamer sets up chat, gateway, overlay and donation page, and follows a donation to its refund',
    longest,
    async (name, handsOn) => {
      const recipient = `panel-${name.replaceAll(' ', '-')}`
      const key = newStripeLiveKey()
      const client = clientOf(recipient)
      const { context, page, complaints } = await open()
      const { press, write, choose, tick } = handsOn(page)
      const button = (title: string) => page.getByRole('button', { name: title, exact: true })
      const go = async (view: string) => {
        await press(page.getByRole('link', { name: view }))
        await page.getByText('Loading …').first().waitFor({ state: 'detached' })
      }
      await press(button('Sign in'))
      await write(page.getByLabel('Recipient'), recipient)
      await press(button('Sign in'))
      await page.getByRole('status').filter({ hasText: 'Panel connected' }).waitFor()

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

      await go('Alert rules')
      const approval = card(page, 'Approval and filters')
      await tick(approval.getByLabel('Approve each alert'))
      await press(approval.getByRole('button', { name: 'Save' }))
      await approval.getByText('Saved').waitFor()
      const level = card(page, 'New level')
      await write(level.getByLabel('Name', { exact: true }), 'Gold')
      await write(level.getByLabel('From (lines'), '10 EUR')
      await write(level.getByLabel('Words after the name'), 'made it rain')
      await press(level.getByRole('button', { name: 'Save' }))
      await card(page, 'Levels').getByText('from €10.00').waitFor()

      await go('Payments')
      await choose(page.locator('select[name=gateway]'), 'Stripe')
      const added = card(page, 'New gateway')
      await write(added.getByLabel('Signing secret'), newStripeSecret())
      await write(added.getByLabel('API key'), key)
      await press(button('Add'))
      const webhookUrl = await page.getByRole('textbox', { name: 'Webhook address' }).inputValue()
      const secret = await addEndpoint(sandboxLog, key, webhookUrl)
      const gateway = card(page, 'Payments')
      await press(gateway.getByText('Set up'))
      await write(gateway.getByLabel('Signing secret'), secret)
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
      await overlay.locator('body[data-state=online][data-theme=glass]').waitFor(longest)
      await page.bringToFront()
      const appearance = card(page, 'Overlay appearance')
      await choose(appearance.getByLabel('Theme'), 'Neon')
      await press(appearance.getByRole('button', { name: 'Save' }))
      await overlay.locator('body[data-theme=neon]').waitFor(longest)
      expect(await client('GET', '/config?name=overlay')).toMatchObject({
        body: { content: [{ value: { theme: 'neon' } }] },
      })

      await page.bringToFront()
      await go('Now')
      const goals = card(page, 'Goals')
      await write(goals.getByLabel('Title'), 'Microphone')
      await write(goals.getByLabel('Amount'), '50')
      await press(button('Set the goal'))
      await goals.getByText('€0.00 / €50.00').waitFor()

      await press(button('Check before going live'))
      await page.getByText('Ready to go live, but Stripe is untried.').waitFor()

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
      await page.getByRole('status').filter({ hasText: 'Ada' }).waitFor({ state: 'attached' })
      await goals.getByText('€12.34 / €50.00').waitFor()
      expect(await overlay.locator('.alert .nickname', { hasText: 'Ada' }).count()).toBe(0)
      await press(button('Resume'))
      await overlay.bringToFront()
      await overlay.locator('.alert .nickname', { hasText: 'Ada' }).waitFor()
      expect(await overlay.locator('.alert .phrase').textContent()).toBe('made it rain')
      await page.bringToFront()
      await button('Pause').waitFor()
      await page.screenshot({ path: `.screenshots/${recipient}.png` })
      await press(button('Repeat: Ada'))
      await row.getByText('On its way').waitFor()

      await go('History')
      await press(button('Export CSV'))
      const file = await page.getByRole('link', { name: 'Download' }).getAttribute('href')
      expect(await (await fetch(file ?? '')).text()).toContain('Ada')

      await go('Now')
      const { gatewayId } = (await client('GET', '/payments')).body.content[0]
      const charge = { id: 'ch_1', payment_intent: gatewayId, amount: 1234, amount_refunded: 1234, currency: 'eur' }
      const refund = stripeWebhook(secret, stripeEvent('charge.refunded', { object: 'charge', ...charge }))
      expect(await request('POST', new URL(webhookUrl).pathname, refund)).toMatchObject({ status: 200 })
      await goals.getByText('€0.00 / €50.00').waitFor()
      await row.getByText('hidden').waitFor()

      await go('Payment status')
      await press(button('View: Ada'))
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
      expect(await client('GET', '/overlays')).toMatchObject({ body: { totalSize: 0 } })
      expect(complaints).toEqual([])
      await context.close()
    },
  )

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
      const item = { system: hostile, event: 'payment', originId: hostile, nickname: hostile, message: hostile }
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
