import { describe, expect, test } from 'vitest'
import { moderated } from '../../../../shared/areas/alerts/moderated.ts'
import { moderationFromConfig } from '../../../../shared/areas/alerts/moderationSetting.ts'

const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })

test.each([
  ['nothing', {}, { nickname: 'bob', message: 'hi' }, false],
  ['everything', { everything: true }, {}, true],
  ['less than the least amount', { least: euros(5) }, { amount: euros(4) }, true],
  ['the least amount', { least: euros(5) }, { amount: euros(5) }, false],
  ['another currency', { least: euros(5) }, { amount: { ...euros(9), currency: 'USD' } }, true],
  ['no amount', { least: euros(5) }, {}, false],
  ['a word in the message', { words: ['spam'] }, { message: 'Buy SPAM!' }, true],
  ['a word in the nickname', { words: ['spam'] }, { nickname: 'spam' }, true],
  ['several words', { words: ['x', 'go away'] }, { message: 'oh go away now' }, true],
  ['a part of a longer word', { words: ['ass'] }, { message: 'what a class' }, false],
  ['a word beside letters of another script', { words: ['спам'] }, { message: 'спамер' }, false],
  ['signs that mean something to patterns', { words: ['a.b(c'] }, { message: 'axb(c a.b(c' }, true],
  ['signs that only mean something to patterns', { words: ['a.b'] }, { message: 'axb' }, false],
  ['letters of another form', { words: ['spam'] }, { message: '𝐬𝐩𝐚𝐦 now' }, true],
  ['letters with invisible ones between', { words: ['spam'] }, { message: 'sp\u200Bam' }, true],
  ['a link', { links: 'hold' as const }, { message: 'see https://example.com' }, true],
  ['a link that is left out', {}, { message: 'see https://example.com' }, false],
])('an alert with %s is held or not', (_name, moderation, texts, isHeld) => {
  expect(moderated(texts, moderation).isHeld).toBe(isHeld)
})

describe('links', () => {
  test.each([
    ['see https://example.com/a?b=c now', 'see now'],
    ['HTTP://EXAMPLE.COM', ''],
    ['www.example.org/x', ''],
    ['join my.site.ru', 'join'],
    ['go to bad.gg/abc!', 'go to'],
    ['t.me/x a.app a.biz a.cc a.co a.com a.dev a.info a.io a.link a.live a.net a.online a.org', ''],
    ['a.ru a.shop a.site a.su a.to a.top twitch.tv/x a.ua a.xyz', ''],
    ['it is 3.50, e.g. this. and me.too', 'it is 3.50, e.g. this. and me.too'],
    ['no link.Really', 'no link.Really'],
  ])('of the message %j an alert keeps %j', (message, kept) => {
    expect(moderated({ message }, {}).message).toBe(kept)
  })

  test.each([undefined, { links: 'show' as const }, { links: 'hold' as const }])(
    'a message keeps its links with %j',
    (moderation) => {
      expect(moderated({ message: 'see example.com' }, moderation).message).toBe('see example.com')
    },
  )
})

test('a configuration without a moderation moderates nothing, and one that cannot be read holds everything', () => {
  const values = [undefined, null, 'x', {}, { moderation: { words: 'spam' } }]

  expect(values.map(moderationFromConfig)).toEqual([...Array(4).fill(undefined), { everything: true }])
  expect(moderationFromConfig({ moderation: { words: ['spam'] }, levels: [] })).toEqual({ words: ['spam'] })
})
