import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { botMessages } from '../../../local/demo/botMessages.ts'
import { codeUpdate } from '../../../local/demo/linkChat.ts'
import { newStripeLiveKey, stripeKeyWithoutWebhooks } from '../../../local/sandbox/stripe.ts'
import { clientOf, request } from '../../../support/apiClient.ts'
import { startBrowser } from '../../../support/browser.ts'
import { refundAtStripe } from '../../../support/refundAtStripe.ts'
import { finger, type Hands, keyboard, pointer } from './hands.ts'
import { personAt } from './personAt.ts'

const executable = inject('browser')
const { api, sandboxLog } = inject('localApi')

let browser: Browser
beforeAll(async () => {
  if (executable !== '') browser = await startBrowser(executable)
})
afterAll(() => browser?.close())

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Donations at StreamElements, as a spreadsheet has stored them: the order of day and month is open. */
const tips = [
  '_id;createdAt;donation.user.username;donation.message;donation.amount;donation.currency;status',
  'tip-1;05/04/2026 18:30;Grace;"Hello, you; and ""you""";5.50;EUR;success',
  'tip-2;06/04/2026 19:00;<b>Bob</b>;;12;USD;success',
  'tip-3;13/04/2026 20:00;Eve;Late;1;EUR;pending',
].join('\n')

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

describe.skipIf(executable === '')('the first evening', () => {
  test.each<[string, (page: Page) => Hands]>([
    ['a pointer', pointer],
    ['a keyboard alone', keyboard],
  ])(
    'with %s and in German, a streamer gets from the sign-up to a refund and an export',
    {
      timeout: 600_000,
    },
    async (name, handsOn) => {
      const recipient = `evening-${name.length}`
      const ada = `${recipient}-moderator`
      const client = clientOf(recipient)
      const owner = await personAt(browser, handsOn)
      const { page, press, write, choose, tick, attach, button, card, go, told, signIn } = owner
      await owner.open(`${api}/panel`)
      await signIn(recipient)

      await go('Zahlungen')
      const added = card('Neuer Zahlungsdienst')
      await choose(page.locator('select[name=gateway]'), 'Stripe')
      await write(added.getByLabel('API-Schlüssel'), 'rk_live_mistyped')
      await press(button('Hinzufügen'))
      await told('Der Zahlungsdienst lehnt diesen Schlüssel ab.', 'API-Schlüssel: Wurde abgelehnt.')
      await write(added.getByLabel('API-Schlüssel'), stripeKeyWithoutWebhooks)
      await press(button('Hinzufügen'))
      await added.getByText('Hinzugefügt. Die Liste sagt, was noch zu tun ist.').waitFor()
      const gateway = card('Zahlungen')
      await gateway.getByText('Es fehlt: Signatur-Geheimnis. Ohne das kommt keine Zahlung an.').waitFor()
      await gateway.getByText('Dem API-Schlüssel fehlt ein Recht: Webhook Endpoints: Write.').waitFor()
      await press(gateway.getByRole('button', { name: /^Einschalten/ }))
      await told('Es fehlt noch etwas. Trage es unter „Einrichten“ ein.')
      await press(gateway.getByText('Einrichten', { exact: true }))
      await write(gateway.getByLabel('Signatur-Geheimnis'), 'whsec_')
      await press(gateway.getByRole('button', { name: 'Speichern' }))
      await told('Bitte prüfe deine Angaben.', 'Signatur-Geheimnis: Zu kurz. Mindestens 32.')
      await write(gateway.getByLabel('Signatur-Geheimnis'), '')
      const key = newStripeLiveKey()
      await write(gateway.getByLabel('API-Schlüssel'), key)
      await press(gateway.getByRole('button', { name: 'Speichern' }))
      await gateway.getByText('Der Webhook ist bei Stripe eingetragen.').waitFor()
      await press(gateway.getByRole('button', { name: /^Einschalten/ }))
      await gateway.getByRole('button', { name: /^Ausschalten/ }).waitFor()
      const donationPage = card('Spendenseite')
      await write(donationPage.getByLabel('Name für Spender'), 'Alice')
      await press(donationPage.getByRole('button', { name: 'Speichern' }))
      const donationUrl = await donationPage.getByRole('textbox', { name: 'Spendenseite' }).inputValue()

      await go('Overlays')
      await write(page.getByLabel('Name', { exact: true }), 'OBS')
      await press(button('Neues Overlay'))
      const overlay = await owner.context.newPage()
      await overlay.goto(await page.getByRole('textbox', { name: 'Adresse' }).inputValue())
      await overlay.locator('body[data-state=online][data-theme=glass]').waitFor({ timeout: 240_000 })
      await page.bringToFront()
      const appearance = card('Aussehen der Overlays')
      const picture = appearance.locator('div:has(> label > select[name=imageUpload])')
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
      await attach(picture.getByLabel('Datei, bis 2 MB'), { name: 'coin.png', mimeType: 'image/png', buffer: svg })
      await press(picture.getByRole('button', { name: 'Hochladen' }))
      await told('Das ist keine Datei vom Typ PNG, JPEG, GIF, WebP, MP3, OGG oder WAV.')
      await attach(picture.getByLabel('Datei, bis 2 MB'), { name: 'coin.gif', mimeType: 'image/gif', buffer: gif })
      await press(picture.getByRole('button', { name: 'Hochladen' }))
      await picture.getByRole('img', { name: 'coin.gif' }).waitFor()
      await choose(appearance.getByLabel('Stil'), 'Neon')
      await write(appearance.getByLabel('Größe'), '9')
      await press(appearance.getByRole('button', { name: 'Speichern' }))
      await told('Bitte prüfe deine Angaben.', 'Größe (0,5 bis 2): Zu groß. Höchstens 2.')
      await write(appearance.getByLabel('Größe'), '1.5')
      await press(appearance.getByRole('button', { name: 'Speichern' }))
      await overlay.locator('body[data-theme=neon]').waitFor()

      await go('Alert-Regeln')
      const level = card('Neue Stufe')
      await write(level.getByLabel('Name', { exact: true }), 'Gold')
      await write(level.getByLabel('Ab (Zeilen'), 'zehn')
      await press(level.getByRole('button', { name: 'Speichern' }))
      await told('Das ist kein Betrag. Schreibe ihn wie 1000 oder 12,50. (zehn)')
      await write(level.getByLabel('Ab (Zeilen'), '10 EUR')
      await write(level.getByLabel('Text nach dem Namen'), 'lässt es regnen')
      await tick(level.getByLabel('Eigene Farbe'))
      await press(level.getByRole('button', { name: 'Speichern' }))
      await card('Stufen').getByText('ab 10,00 €').waitFor()
      const approval = card('Freigabe und Filter')
      await write(approval.getByLabel('Wörter'), 'Kappa')
      await press(approval.getByRole('button', { name: 'Speichern' }))
      await approval.getByText('Gespeichert').waitFor()

      await go('Mitglieder')
      await write(page.getByLabel('Dein Name, wie ihn die Person sieht'), 'Alice')
      await press(button('Link erstellen'))
      const invitation = await page.getByRole('textbox', { name: 'Einladungslink' }).inputValue()
      const moderator = await personAt(browser, pointer)
      await moderator.open(invitation)
      await moderator.page.getByText('Alice lädt dich ein. Rolle: Moderator.').waitFor()
      expect(moderator.page.url()).not.toContain('invitation')
      await moderator.signIn(ada)
      await moderator.write(moderator.page.getByLabel('Dein Name, wie Alice ihn sieht'), 'Bob')
      await moderator.press(moderator.button('Annehmen'))
      await moderator.page.getByText('Du handelst für Alice. Rolle: Moderator.').waitFor()
      await moderator.page.getByRole('status').filter({ hasText: 'Panel verbunden' }).waitFor()
      const views = moderator.page.getByRole('navigation', { name: 'Ansichten' }).getByRole('link')
      expect(await views.allTextContents()).toEqual(['Jetzt', 'Verlauf', 'Videowünsche'])

      await page.bringToFront()
      await go('Ankündigungen')
      const announcement = card('Neue Ankündigung')
      await choose(announcement.getByLabel('Wann'), 'Eine Spende kommt')
      await write(announcement.getByLabel('Text'), '{nickname} gibt {amount}')
      await press(button('Hinzufügen'))
      await told('Verknüpfe zuerst einen Chat.')
      await press(button('Chat verknüpfen'))
      const command = await page.getByRole('textbox', { name: 'Chat verknüpfen' }).inputValue()
      const chatId = -9_000_000 - name.length
      const update = codeUpdate(command.split(' ').at(-1) ?? '', { accountId: 'main', chatId })
      await request('POST', `/messenger/webhooks/${update.accountId}`, { body: update.body, headers: update.headers })
      await press(button('Noch einmal'))
      await card('Chats').getByRole('button', { name: 'Trennen' }).waitFor()
      await press(button('Hinzufügen'))
      await card('Ankündigungen').locator('small', { hasText: 'Eine Spende kommt' }).waitFor()

      await go('Verlauf')
      const moving = card('Importieren')
      await press(button('Importieren'))
      await told('Wähle zuerst eine Datei.')
      await attach(moving.getByLabel('Datei'), { name: 'tips.csv', mimeType: 'text/csv', buffer: Buffer.from(tips) })
      await moving.getByText('Zeile 4: status ist pending: keine empfangene Spende').waitFor()
      await choose(moving.getByLabel('05/04/2026 ist'), '5. April')
      await moving.getByText('2 sind lesbar.').waitFor()
      await moving.getByText('12.00 USD').waitFor()
      await choose(moving.getByLabel('Zeitzone'), 'Europe/Berlin')
      await moving.getByText('Hello, you; and "you"').waitFor()
      expect((await client('GET', '/history')).body.totalSize).toBe(0)
      await press(button('Importieren'))
      await moving.getByText('2 neu, 0 schon da, 1 nicht importiert').waitFor()
      expect((await client('GET', '/history?sort=timestamp,asc')).body.content).toMatchObject([
        { system: 'StreamElements', originId: 'tip-1', timestamp: '2026-04-05T16:30:00Z', nickname: 'Grace' },
        { originId: 'tip-2', nickname: '<b>Bob</b>', amount: { major: 12, minor: 0, currency: 'USD' } },
      ])
      await press(button('Importieren'))
      await moving.getByText('0 neu, 2 schon da, 1 nicht importiert').waitFor()

      await go('Jetzt')
      const goals = card('Ziele')
      await write(goals.getByLabel('Titel'), 'Mikrofon')
      await write(goals.getByLabel('Betrag'), 'viel')
      await press(button('Ziel setzen'))
      await told('Das ist kein Betrag. Schreibe ihn wie 1000 oder 12,50.')
      await write(goals.getByLabel('Betrag'), '50')
      await press(button('Ziel setzen'))
      await goals.getByText('/ 50,00 €').waitFor()
      await press(button('Vor dem Stream prüfen'))
      await page.getByText('Bereit für den Stream, aber Stripe ist noch nicht getestet.').waitFor()

      const donor = await personAt(browser, finger, phone)
      await donor.open(donationUrl)
      await donor.page.getByText('An Alice spenden').waitFor()
      await donor.write(donor.page.getByLabel('Dein Name'), 'Ada')
      await donor.write(donor.page.getByLabel('Betrag'), '0,5')
      await donor.write(donor.page.getByLabel('Nachricht'), 'Toller Stream, kappa!')
      await donor.press(donor.button('Weiter zur Zahlung'))
      await donor.told('Mindestens 1,00 €.')
      await donor.write(donor.page.getByLabel('Betrag'), '12,34')
      await donor.press(donor.button('Weiter zur Zahlung'))
      await donor.press(donor.page.getByRole('button', { name: 'Pay €12.34' }))
      await donor.page.getByText('Danke! 12,34 € ist da.').waitFor()

      await goals.getByText('12,34 € / 50,00 €').waitFor()
      await page.bringToFront()
      await press(button('Pause'))
      await button('Fortsetzen').waitFor()
      await moderator.press(moderator.button('Freigeben: Ada'))
      await moderator.button('Freigeben: Ada').waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Warten auf deine Freigabe' }).waitFor({ state: 'detached' })
      const row = card('Alerts').locator('li', { hasText: 'Ada' })
      await row.getByText('12,34 €').waitFor()
      const shown = overlay.locator('.alert', { hasText: 'Ada' })
      expect(await shown.count()).toBe(0)
      await press(button('Fortsetzen'))
      await overlay.bringToFront()
      await shown.locator('img.emblem').waitFor()
      expect(await shown.locator('.phrase').textContent()).toBe('lässt es regnen')
      await page.bringToFront()
      await press(button('Wiederholen: Ada'))
      await row.getByText('Unterwegs').waitFor()
      const announced = async () => (await botMessages(sandboxLog, chatId)).map(({ text }) => text)
      await expect.poll(announced).toContain('Ada gibt 12.34 EUR')

      const { gatewayId } = (await client('GET', '/payments')).body.content[0]
      await refundAtStripe(sandboxLog, key, gatewayId)
      await goals.getByText('0,00 € / 50,00 €').waitFor()
      await row.getByText('verborgen').waitFor()
      await go('Verlauf')
      await press(button('Als CSV exportieren'))
      const sheet = await page.getByRole('link', { name: 'Herunterladen' }).getAttribute('href')
      expect(await (await fetch(sheet ?? '')).text()).toContain('Grace')
      await go('Zahlungsstatus')
      await press(button('Ansehen: Ada'))
      await page.locator('.steps li[data-state=done]', { hasText: 'Webhook' }).waitFor()

      await go('Deine Daten')
      await press(button('Alles exportieren'))
      const file = await page.getByRole('link', { name: 'Herunterladen' }).getAttribute('href')
      expect(await (await fetch(file ?? '')).text()).toContain('Toller Stream, kappa!')

      await go('Mitglieder')
      await press(button('Entfernen: Bob'))
      await moderator.told('Deine Mitgliedschaft bei Alice ist beendet. Das hier ist dein eigener Kanal.')
      await moderator.open(invitation)
      await moderator.told('Diese Einladung gilt nicht mehr. Bitte um eine neue. Noch einmal')
      await go('Overlays')
      await press(button('Sperren: OBS'))
      await overlay.locator('body[data-state=revoked]').waitFor()
      await press(button('Abmelden'))
      await button('Anmelden').waitFor()
      const kept = () => [
        sessionStorage.length,
        Object.keys(localStorage).filter((place) => place.startsWith('alerts:')),
      ]
      expect(await page.evaluate(kept)).toEqual([0, []])
      expect(await client('GET', '/overlays')).toMatchObject({ body: { totalSize: 0 } })
      expect(await client('GET', '/members')).toMatchObject({ body: { members: [], invitations: [] } })

      for (const { complaints, context } of [owner, moderator, donor]) {
        expect(complaints).toEqual([])
        await context.close()
      }
    },
  )
})
