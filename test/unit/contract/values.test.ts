import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optionalUrl, text, url } from '../../../shared/contract/values.ts'

describe('a text', () => {
  test('is as long as messengers count it: in UTF-16 code units, not in characters', () => {
    expect(text(1, 4).safeParse('👋👋').success).toBe(true)
    expect(text(1, 4).safeParse('👋👋👋').error?.issues).toHaveLength(1)
    expect(text(1, 4).safeParse('12345').error?.issues).toHaveLength(1)
  })

  test.each(['', ' ', '\n\t', '\u00a0', '\u3000'])('of %j is empty where something is needed', (blank) => {
    expect(text(1, 9).safeParse(blank).error?.issues).toHaveLength(1)
    expect(text(0, 9).safeParse(blank).data).toBe(blank)
  })
})

describe('a URL', () => {
  test.each([
    ['https://e.com', 'https://e.com/'],
    [' https://e.com/a b ', 'https://e.com/a%20b'],
    [String.raw`https:\\evil.com`, 'https://evil.com/'],
    ['http:evil.com', 'http://evil.com/'],
    ['https://e.com/"><script>', 'https://e.com/%22%3E%3Cscript%3E'],
    ['HTTPS://Пример.рф', 'https://xn--e1afmkfd.xn--p1ai/'],
    ['tg://resolve?domain=x', 'tg://resolve?domain=x'],
  ])('%s is stored as %s', (given, stored) => {
    expect(z.parse(url('http', 'https', 'tg'), given)).toBe(stored)
    expect(z.parse(url('http', 'https', 'tg'), stored)).toBe(stored)
  })

  test.each([
    'https://e.com/\r\nX: 1',
    '\thttps://e.com',
    'https://e.com/\u0000',
    'https://a:b@e.com',
    'https://a@e.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '//e.com',
    '/path',
    'x',
    `https://e.com/${'x'.repeat(2048)}`,
    `https://e.com/${'я'.repeat(400)}`,
  ])('%j is refused with one violation', (given) => {
    expect(url('http', 'https').safeParse(given).error?.issues).toHaveLength(1)
  })

  test('may be left out or empty where it is optional', () => {
    expect(z.parse(z.object({ link: optionalUrl('https') }), {})).toEqual({ link: '' })
    expect(z.parse(optionalUrl('https'), '')).toBe('')
    expect(optionalUrl('https').safeParse('http://e.com').success).toBe(false)
  })
})
