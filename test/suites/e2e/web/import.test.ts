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
