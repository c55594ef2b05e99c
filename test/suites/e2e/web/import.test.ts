import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { clientOf } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'

const executable = inject('browser')
const { api } = inject('localApi')
const longest = { timeout: 240_000 }

let browser: Browser
beforeAll(async () => {
  if (executable !== '') browser = await startBrowser(executable)
})
afterAll(() => browser?.close())

/** A file of StreamElements as a spreadsheet has stored it: the order of day and month is open. */
const tips = [
  '_id;createdAt;donation.user.username;donation.message;donation.amount;donation.currency;status',
  'tip-1;05/04/2026 18:30;Ada;"Hello, you; and ""you""";5.50;EUR;success',
  'tip-2;06/04/2026 19:00;<b>Bob</b>;;12;USD;success',
  'tip-3;13/04/2026 20:00;Eve;Late;1;EUR;pending',
  'tip-4;14/04/2026 20:00;Dan;Later;2.25;EUR;success',
].join('\n')

const fileOf = (name: string, content: string | Uint8Array): string => {
  const file = join(tmpdir(), `${process.pid}-${name}`)
  writeFileSync(file, content)
  return file
}

const opened = async (recipient: string, locale = 'en') => {
  const context = await browser.newContext({ locale })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (429|503)/.test(message.text())) complaints.push(message.text())
  })
  await page.goto(`${api}/panel`)
  await page.locator('button.main').click()
  await page.getByLabel('Recipient').fill(recipient)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('a[href="#/history"]').click()
  const card = page.locator('section', { has: page.locator('input[type=file]') })
  return { context, page, card, complaints }
}

const historyOf = async (recipient: string) =>
  (await clientOf(recipient)('GET', '/history?sort=timestamp,asc')).body.content

describe.skipIf(executable === '')('the panel', () => {
  test('a file of StreamElements is previewed, asked about its dates, and imported once', longest, async () => {
    const { context, page, card, complaints } = await opened('moving-in')
    const parts: string[] = []
    page.on('response', (answer) => {
      if (answer.url().includes('/panel/parts/')) parts.push(`${answer.status()} ${answer.headers()['cache-control']}`)
    })

    await card.locator('input[type=file]').setInputFiles(fileOf('tips.csv', tips))
    await card.getByText('Line 2: timestamp: "05/04/2026 18:30" can be read in two ways').waitFor()
    await card.getByText('Line 4: status is pending: no donation that was received').waitFor()
    await card.getByText('1 can be imported.').waitFor()
    expect(parts).toEqual(['200 public, max-age=31536000, immutable'])

    await card.getByLabel('05/04/2026 is').selectOption('5 April')
    await card.getByText('3 can be imported.').waitFor()
    await card.getByText('7.75 EUR').waitFor()
    await card.getByText('12.00 USD').waitFor()
    await card.getByText('Hello, you; and "you"').waitFor()
    expect(await historyOf('moving-in')).toEqual([])
    await card.getByLabel('Time zone').selectOption('Europe/Berlin')
    await card.getByRole('button', { name: 'Import' }).click()
    await card.getByText('3 added, 0 there already, 1 not imported').waitFor()
    expect(await historyOf('moving-in')).toMatchObject([
      { system: 'StreamElements', originId: 'tip-1', timestamp: '2026-04-05T16:30:00Z', nickname: 'Ada' },
      { originId: 'tip-2', nickname: '<b>Bob</b>', amount: { major: 12, minor: 0, currency: 'USD' } },
      { originId: 'tip-4', amount: { major: 2, minor: 25, currency: 'EUR' } },
    ])

    await card.getByRole('button', { name: 'Import' }).click()
    await card.getByText('0 added, 3 there already, 1 not imported').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an import of several requests that ended in the middle goes on behind what was taken', longest, async () => {
    const rows = Array.from({ length: 200 }, (_, id) => `d${id},1438576556,Ada,Hi,1,EUR`)
    const content = ['donation_id,created_at,name,message,amount,currency', ...rows].join('\n')
    const file = fileOf('many.csv', content)
    const { context, page, card } = await opened('moving-on')
    const sent: number[] = []
    await page.route('**/add-items', async (route) => {
      const { items } = JSON.parse(route.request().postData() ?? '')
      if (sent.length === 1) return route.abort()
      sent.push(items.length)
      return route.continue()
    })

    await card.locator('input[type=file]').setInputFiles(file)
    await card.getByText('200 can be imported.').waitFor()
    await card.getByRole('button', { name: 'Import' }).click()
    await card.getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/add-items')
    await page.route('**/add-items', async (route) => {
      sent.push(JSON.parse(route.request().postData() ?? '').items.length)
      return route.continue()
    })
    await page.reload()
    await card.locator('input[type=file]').setInputFiles(file)
    await card.getByText('200 can be imported.').waitFor()
    await card.getByRole('button', { name: 'Import' }).click()
    await card.getByText('110 added, 90 there already, 0 not imported').waitFor()

    expect(sent).toEqual([90, 90, 20])
    await context.close()
  })

  test('a file of an unknown service in another encoding is asked for both, in German', longest, async () => {
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8])
    const head = Buffer.from('wann,wer,wieviel\n2026-03-01 18:30,')
    const file = fileOf('mine.csv', Buffer.concat([head, cyrillic, Buffer.from(',"1,5"\n')]))
    const { context, card } = await opened('moving-far', 'de')

    await card.locator('input[type=file]').setInputFiles(file)
    await card.getByText('Die Datei ist nicht in utf-8').waitFor()
    await card.getByLabel('Zeichensatz').selectOption('windows-1251')
    await card.getByText('Die Spalten gehören zu keinem bekannten Dienst: wann, wer, wieviel').waitFor()
    await card.getByLabel('Quelle').fill('Mine')
    await card.locator('[name="column.timestamp"]').selectOption('wann')
    await card.locator('[name="column.amount"]').selectOption('wieviel')
    await card.locator('[name="column.nickname"]').selectOption('wer')
    await card.getByText('Zeile 2: Währung: fehlt').waitFor()
    await card.locator('input[name=currency]').fill('eur')
    await card.getByText('1 sind lesbar.').waitFor()
    await card.getByRole('button', { name: 'Importieren' }).click()
    await card.getByText('1 neu, 0 schon da, 0 nicht importiert').waitFor()

    expect(await historyOf('moving-far')).toMatchObject([
      { system: 'Mine', nickname: 'При', amount: { major: 1, minor: 50, currency: 'EUR' } },
    ])
    await context.close()
  })
})
