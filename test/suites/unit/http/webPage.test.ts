import { expect, test } from 'vitest'
import { translatedPage } from '../../../../shared/mechanisms/http/webPage.ts'

const built = {
  html: '<html lang="{{language}}"><meta content="{{issuer}}"><b>{{hi}}</b><p>{{texts}}</p>',
  scriptHash: 'sha256-script',
  styleHash: 'sha256-style',
  texts: {
    en: { hi: 'Hello', more: '"2" < 3', also: '=' },
    de: { hi: 'Hallo' },
    es: { hi: 'Hola' },
    ru: { hi: 'Привет' },
  },
}
const sources = { connect: ['wss://live.test'], images: 'data:', frames: "'self'", ancestors: "'none'" } as const
const served = translatedPage(built, { issuer: 'https://issuer.test/?a="b"' }, sources)

test('a page has the values of its deployment and the texts of one language as text, whatever their characters are', () => {
  const { body } = served({ query: {}, headers: {} })

  expect(body).toBe(
    '<html lang="en"><meta content="https://issuer.test/?a=&#34;b&#34;">' +
      '<b>Hello</b><p>more also\n&#34;2&#34; &#60; 3\n=</p>',
  )
})

test('a page may run its own script and style, load its declared sources, and be in no frame', () => {
  const { headers } = served({ query: { language: 'de' }, headers: {} })

  expect(headers).toEqual({
    'content-language': 'de',
    'content-security-policy':
      "default-src 'none'; script-src 'sha256-script'; style-src 'sha256-style'; connect-src 'self' wss://live.test; " +
      "img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    vary: 'accept-language',
  })
})

test.each([
  ['de-AT,de;q=0.9', 'de'],
  ['fr, es;q=0.5, RU;q=0.8', 'ru'],
  ['ru;q=0, *;q=0.1', 'en'],
  ['', 'en'],
  ['q=,;;', 'en'],
])('a browser that prefers "%s" gets the page in %s', (accepted, language) => {
  expect(served({ query: {}, headers: { 'accept-language': accepted } }).headers['content-language']).toBe(language)
})

test('the language of the address has precedence over those of the browser', () => {
  const { body } = served({ query: { language: 'es' }, headers: { 'accept-language': 'de' } })
  expect(body).toContain('Hola')
})
