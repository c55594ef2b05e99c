import { expect, test } from 'vitest'
import { servedPage } from '../../../../shared/areas/overlays/servedPage.ts'

const page = {
  html: '<meta content="{{webSocketUrl}}"><p>{{others}}</p>',
  scriptHash: 'sha256-script',
  styleHash: 'sha256-style',
}

test('the page may run its own script and style, and ask its own two APIs, and nothing else', () => {
  const { headers } = servedPage(page, 'wss://live.example:8443/prod?x=1', 'http://127.0.0.1:4566/files')

  expect(headers).toEqual({
    'content-security-policy':
      "default-src 'none'; script-src 'sha256-script'; style-src 'sha256-style'; connect-src 'self' " +
      'wss://live.example:8443; img-src data: https: http://127.0.0.1:4566; media-src https: http://127.0.0.1:4566; ' +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
})

test('the page escapes the address of the WebSocket API', () => {
  const { body } = servedPage(page, 'wss://live.example/?a="<b>"&c=$&', 'http://127.0.0.1:4566/files')

  const address = 'wss://live.example/?a=&#34;&#60;b&#62;&#34;&#38;c=$&#38;'
  expect(body).toBe(`<meta content="${address}"><p>{{others}}</p>`)
})
