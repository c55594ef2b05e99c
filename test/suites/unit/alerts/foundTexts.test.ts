import { expect, test } from 'vitest'
import { moderated } from '../../../../shared/areas/alerts/moderated.ts'

const words = ['spam', 'scam*', 'спам', '广告', 'buy now']
const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })

/** Messages that somebody should see before the stream does. */
const caught = [
  'казино.com',
  'пример.ru',
  'bit.ly/3abc',
  'youtu.be/dQw4w9WgXcQ',
  'evil.de',
  'казино.рф',
  'https://evil.com',
  'HTTP://EVIL.COM',
  'ftp://files.example',
  'www.evil',
  'WWW.Evil.Site',
  'evil.com!',
  '(evil.com)',
  'see evil.com.',
  'evil.co.uk',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'evil｡com',
  'ev\u200Bil.c\u200Bom',
  'evil\u00AD.com',
  'e\u0301vil.com',
  'Evil.Com',
  'evil.COM',
  'xn--e1afmkfd.xn--p1ai',
  '例え.みんな',
  '中国.网址',
  'مثال.مصر',
  'evil.com:8080',
  'evil.com/a?b=c',
  'evil.com#x',
  'evil.now',
  'evil.Now/x',
  'T.Me',
  'Youtu.Be',
  'discord.gg',
  'bad.gg/abc',
  'evil.comпривет',
  'evil.com.Keep it',
  'me@evil.com',
  'Привет!evil.ru',
  'укр.укр',
  'пример.онлайн',
  'пример.москва',
  '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
  'tinyurl.com/x',
  'spam',
  'SPAM!',
  'spam1',
  '1spam',
  'spam_',
  's\u0336p\u0336a\u0336m\u0336',
  'spám',
  'ѕрам',
  'SРАM',
  'sp\u200Bam',
  '𝐬𝐩𝐚𝐦',
  'scammer',
  'спам1',
  'СПАМ',
  '这是广告吗',
  'Buy Now!',
]

/** Messages that must arrive as they were sent. */
const honest = [
  'Great stream.Keep going',
  'z.B.',
  'т.е.',
  'node.js',
  'St.Pauli',
  'Mr.Smith',
  'Dr.Who',
  'e.g.',
  'i.e.',
  'u.a.',
  'd.h.',
  'и т.д.',
  'т.к.',
  '3.50',
  '1.000,00',
  'v2.0.1',
  '18.30',
  '8.11.2026',
  '10.Jahre',
  'ok...',
  'wow...nice',
  'Wait.What',
  'no link.Really',
  'stream.Now we go',
  'yes.So good',
  'done.It was fun',
  'hi.My name is Bo',
  'ok.Is it on',
  'win.Love it',
  'Привет.Да',
  'Привет.Как дела',
  'Спасибо.Ты лучший',
  'Hola.Gracias',
  'Danke.Bitte',
  'Super.Weiter so',
  'a.b',
  'U.S.A.',
  'p.m.',
  'a.m.',
  'M.A.X',
  'St.Louis',
  'vs.Code',
  'index.html',
  'photo.jpg',
  'game.exe',
  'song.mp3',
  'C#',
  'C++',
  '1/2',
  '50:50',
  'GG!',
  ':-)',
  '<3',
  'spammer',
  'antispam',
  'what a class',
  'рекламы нет',
  'hello, world',
  '½ done',
  '😀.😀',
]

test.each(caught)('%j waits for a decision', (message) => {
  expect(moderated({ message }, { links: 'hold', words }).isHeld).toBe(true)
  expect(moderated({ nickname: message }, { links: 'hold', words }).isHeld).toBe(true)
})

test.each(honest)('%j arrives unchanged', (text) => {
  const texts = { nickname: text, message: text }
  for (const links of ['hold', 'drop'] as const)
    expect(moderated(texts, { links, words })).toEqual({ ...texts, isHeld: false })
})

test('both tables have at least sixty messages', () => {
  expect([caught.length >= 60, honest.length >= 60]).toEqual([true, true])
})

test('a nickname with a link is left out where links are dropped, and the rest of a message is its sender’s own', () => {
  expect(moderated({ nickname: 'evil.com', message: '𝐇𝐢 ｅｖｉｌ．ｃｏｍ Ünï' }, {})).toEqual({
    nickname: '',
    message: '𝐇𝐢 Ünï',
    isHeld: false,
  })
})

test.each([
  ['the least amount of its own currency', [euros(5), { ...euros(6), currency: 'USD' }], undefined, 'USD', 5, true],
  ['enough in its own currency', [euros(5), { ...euros(6), currency: 'USD' }], undefined, 'USD', 6, false],
  ['another currency', [euros(5)], undefined, 'RUB', 9, true],
  ['another currency that is shown', [euros(5)], 'show' as const, 'RUB', 9, false],
])('an amount of %s is held or not', (_name, least, otherCurrencies, currency, major, isHeld) => {
  const moderation = { least, ...(otherCurrencies && { otherCurrencies }) }
  expect(moderated({ amount: { major, minor: 0, currency } }, moderation).isHeld).toBe(isHeld)
})
