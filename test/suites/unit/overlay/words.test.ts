import { describe, expect, test } from 'vitest'
import type { AlertMessage } from '../../../../shared/web/client/generated/events.ts'
import { alertCard } from '../../../../shared/web/overlay/card.ts'
import { anonymousIn, type Language, moreIn, phraseOf, requestedIn } from '../../../../shared/web/overlay/phrases.ts'
import { sampleAlert } from '../../../../shared/web/overlay/preview.ts'
import { settingsFrom } from '../../../../shared/web/overlay/settings.ts'

const counted = [
  ['follow', 1],
  ['subscription', 1],
  ['subscription', 2],
  ['subscription-gift', 1],
  ['subscription-gift', 5],
  ['kick-gift', 1],
  ['kick-gift', 5],
  ['raid', 1],
  ['raid', 1234],
  ['cheer', 1],
  ['cheer', 2],
] as const

/** The phrases for the events above in each language. */
const said: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'is now following',
    'subscribed',
    'subscribed for 2 months',
    'gifted 1 subscription',
    'gifted 5 subscriptions',
    'sent 1 KICK',
    'sent 5 KICKs',
    'raids the stream',
    'raids with 1,234 viewers',
    'cheers',
    'cheers 2 Bits',
  ],
  de: [
    'folgt jetzt',
    'hat abonniert',
    'hat abonniert, seit 2 Monaten',
    'verschenkt 1 Abo',
    'verschenkt 5 Abos',
    'schickt 1 KICK',
    'schickt 5 KICKs',
    'startet einen Raid',
    'startet einen Raid mit 1.234 Zuschauern',
    'jubelt',
    'jubelt mit 2 Bits',
  ],
  es: [
    'ahora sigue el canal',
    'tiene una suscripción',
    'tiene una suscripción desde hace 2 meses',
    'regala 1 suscripción',
    'regala 5 suscripciones',
    'envía 1 KICK',
    'envía 5 KICKs',
    'llega con una raid',
    'llega con una raid de 1234 espectadores',
    'anima',
    'anima con 2 Bits',
  ],
  ru: [
    'подписывается на канал',
    'оформляет подписку',
    'с подпиской уже 2 месяца',
    'дарит 1 подписку',
    'дарит 5 подписок',
    'отправляет 1 KICK',
    'отправляет 5 KICKs',
    'приходит с рейдом',
    'приходит с рейдом: 1\u00a0234 зрителя',
    'поддерживает',
    'поддерживает: 2 Bits',
  ],
}

describe.each(Object.entries(said) as [Language, readonly string[]][])('in %s', (language, phrases) => {
  test.each(counted.map(([event, count], index) => [event, count, phrases[index]] as const))(
    '%s of %i is %j',
    (event, count, phrase) => {
      expect(phraseOf(event, count, language)).toBe(phrase)
    },
  )
})

test.each([
  ['en', 0, 'subscribed'],
  ['de', 3, 'hat abonniert, seit 3 Monaten'],
  ['ru', 21, 'с подпиской уже 21 месяц'],
  ['ru', 25, 'с подпиской уже 25 месяцев'],
] as const)('in %s, a subscription of %i months is %j', (language, count, phrase) => {
  expect(phraseOf('subscription', count, language)).toBe(phrase)
})

test.each([
  ['en', '9 more'],
  ['de', 'noch 9'],
  ['es', '9 más'],
  ['ru', 'ещё 9'],
] as const)('in %s, nine that wait are %j', (language, nine) => {
  expect([9, 1, 0].map((waiting) => moreIn(language, waiting))).toEqual([nine, nine.replace('9', '1'), ''])
})

test.each([
  ['en', 'Somebody', 'Requested video'],
  ['de', 'Jemand', 'Videowunsch'],
  ['es', 'Alguien', 'Vídeo pedido'],
  ['ru', 'Кто-то', 'Заказ видео'],
] as const)('in %s, nobody is %j and a video is a %j', (language, nobody, video) => {
  expect([anonymousIn(language), requestedIn(language)]).toEqual([nobody, video])
})

const alertOf = (more: Partial<AlertMessage['alert']>): AlertMessage => ({
  ...sampleAlert,
  sequence: 7,
  test: false,
  alert: { ...sampleAlert.alert, ...more },
})

test('the card of an alert has the values of the alert, in English unless the look has another language', () => {
  expect(alertCard(alertOf({ event: 'raid', count: 3, levelName: 'silver' }), {})).toMatchObject({
    texts: { nickname: 'Mira', phrase: 'raids with 3 viewers', message: 'Great stream! PogChamp', level: 'silver' },
    event: 'raid',
    level: 'silver',
    sequence: 7,
    test: false,
  })
  expect(alertCard(alertOf({ event: 'raid', count: 3 }), { language: 'de' }).texts.phrase).toBe(
    'startet einen Raid mit 3 Zuschauern',
  )
})

test.each([
  ['', {}, 'Somebody'],
  ['\u3164\u200b', {}, 'Somebody'],
  [' \t', { language: 'ru' }, 'Кто-то'],
  [' Mira', {}, ' Mira'],
] as const)('the card of an alert of the nickname %j in the look %j has the name %j', (nickname, look, name) => {
  expect(alertCard(alertOf({ nickname }), look).texts.nickname).toBe(name)
})

test.each([
  ['without an amount', null, ''],
  ['with an amount', { major: 12, minor: 34, currency: 'EUR' }, '€12.34'],
  ['with a last digit of 0', { major: 12, minor: 30, currency: 'EUR' }, '€12.30'],
  ['with a whole amount', { major: 12, minor: 0, currency: 'EUR' }, '€12'],
  ['with a currency without decimals', { major: 12, minor: 0, currency: 'JPY' }, '¥12'],
  ['with a currency that the browser does not know', { major: 1, minor: 50, currency: 'X' }, '1.50 X'],
  ['with a few units of such a currency', { major: 1, minor: 5, currency: 'X' }, '1.05 X'],
])('%s has that text', (_title, amount, text) => {
  expect(alertCard(alertOf({ amount }), { language: 'en' }).texts.amount).toBe(text)
})

test.each([
  ['#ticket=t', 't'],
  ['', ''],
  ['#', ''],
])('an address with the fragment %j has the ticket %j', (hash, ticket) => {
  expect(settingsFrom({ search: '?ticket=seen-by-servers', hash })).toEqual({
    ticket,
    connectionLight: false,
    look: {},
  })
})

test.each([
  ['', '', undefined],
  ['?part=goals', '#ticket=t', 'goals'],
  ['?part=goals', '#part=alerts', 'alerts'],
  ['?part=leaders', '', 'leaders'],
  ['?part=chat', '', undefined],
])('with %j and %j, the page shows one part alone: %s', (search, hash, part) => {
  expect(settingsFrom({ search, hash }).part).toBe(part)
})

test.each([
  ['', '#lamp=on', true],
  ['?lamp=on', '', true],
  ['', '#lamp=off', false],
])('with %j and %j, viewers see a lost connection: %s', (search, hash, connectionLight) => {
  expect(settingsFrom({ search, hash }).connectionLight).toBe(connectionLight)
})

test.each([
  ['?volume=0.2', '', { volume: 0.2 }],
  ['?volume=0.2', '#volume=0.4', { volume: 0.4 }],
  ['?volume=-1', '', { volume: 0 }],
  ['?volume=2', '', { volume: 1 }],
  ['?volume=', '', {}],
  ['?volume=%20', '', {}],
  ['?volume=loud', '', {}],
  ['?seconds=0', '', { seconds: 0.5 }],
  ['?seconds=61', '', { seconds: 60 }],
  ['?seconds=7', '', { seconds: 7 }],
  ['?position=top', '', { position: 'top' }],
  ['?position=center', '', { position: 'center' }],
  ['?position=bottom', '', { position: 'bottom' }],
  ['?position=elsewhere', '', {}],
  ['', '#x', {}],
] as const)('the address with %j and %j sets %j', (search, hash, look) => {
  expect(settingsFrom({ search, hash }).look).toEqual(look)
})
