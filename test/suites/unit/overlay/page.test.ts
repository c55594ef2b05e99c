import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { servedPage } from '../../../../shared/areas/overlays/servedPage.ts'
import page from '../../../../shared/web/overlay/page.json' with { type: 'json' }

test('the page of the overlay is small, and has no parts elsewhere', () => {
  expect(Buffer.byteLength(page.html)).toBeLessThan(35_000)
  expect(page.html).not.toMatch(/(?:src|href)="(?!data:,)/)
})

test('the page of the overlay allows its own script and style, by their digests, and nothing else', () => {
  const { body, headers } = servedPage(
    page,
    'wss://live.example.com/live',
    'https://files.s3.eu-central-1.amazonaws.com',
  )
  const digest = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = headers['content-security-policy']

  expect(policy).toContain(`script-src ${digest(/<script type="module">(.*?)<\/script>/s.exec(body)?.[1])};`)
  expect(policy).toContain(`style-src ${digest(/<style>(.*?)<\/style>/s.exec(body)?.[1])};`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self' wss://live.example.com;")
  expect(policy).not.toContain('unsafe')
})
