import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { httpEvent } from '../../../support/httpEvent.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { stubEnvironment } from '../../../support/stubEnvironment.ts'

stubEnvironment()
const call = operationCaller()

test('the health check needs no token and no store', async () => {
  expect(await call('getHealth', { claims: { sub: '' } })).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('the served document is the committed one, and may be cached', async () => {
  const committed = readFileSync(new URL('../../../../shared/areas/service/openapi.json', import.meta.url), 'utf8')

  const { body, headers } = await call('getOpenApi')

  expect(body).toEqual(JSON.parse(committed))
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=3600',
    etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['no header', undefined, true],
  ['gzip', 'gzip', true],
  ['gzip among others', 'br, GZIP;q=0.5', true],
  ['anything', '*', true],
  ['gzip with no weight', 'gzip;q=0, identity', false],
  ['gzip not, and anything else', '*, gzip; q=0.0', false],
  ['another coding', 'br', false],
  ['no coding', 'identity', false],
  ['nothing', '', false],
])(
  'whoever takes %s (%s) gets long documents with gzip: %s; who refuses it learns how to ask, regression: anybody could have 325 KB for each request',
  async (_, accepted, isTaken) => {
    const { handler } = await import('../../../../functions/service/getOpenApi.ts')
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }

    const answer = await handler(httpEvent('GET', '/openapi.json', { headers }))

    expect([answer.statusCode, answer.headers['content-encoding'], answer.headers['vary']]).toEqual(
      isTaken ? [200, 'gzip', 'accept-encoding'] : [406, undefined, 'accept-encoding'],
    )
    if (!isTaken)
      return expect(JSON.parse(answer.body)).toMatchObject({
        code: 'not_acceptable',
        detail: expect.stringContaining('--compressed'),
      })
    expect(gunzipSync(Buffer.from(answer.body, 'base64')).toString()).toContain('"openapi":"3.1')
    expect(answer.body.length * 0.75).toBeLessThan(60_000)
  },
)

test('the panel’s policy allows only its issuer, sign-in page, the two APIs and uploaded files', async () => {
  const { body, headers } = await call('getPanel', { query: { language: 'de' } })

  expect(body).toContain(
    '<meta name="issuer" content="https://issuer.test" data-client-id="streaming" data-scope="" />',
  )
  expect(body).toContain('\nAnmelden\n')
  expect(headers['content-security-policy']).toContain(
    "; connect-src 'self' wss://live.test https://issuer.test https://sign-in.test http://127.0.0.1:1; img-src 'self' data: http://127.0.0.1:1; media-src http://127.0.0.1:1; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ",
  )
})

test('the panel names its part, whose script is kept for ever, and a part of another version is not found', async () => {
  const { body: panel, headers } = await call('getPanel')
  const [, part = ''] = /<meta name="part" content="([\w-]{16})" \/>/.exec(panel) ?? []

  const { body: script, headers: kept } = await call('getPanelPart', { params: { part } })
  const other = await call('getPanelPart', { params: { part: 'a'.repeat(16) } })

  expect(headers['content-security-policy']).toMatch(/; script-src 'sha256-[^ ]+' 'self'; /)
  expect(script).toContain('readFile')
  expect(kept).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect([other.status, other.body.code]).toEqual([404, 'not_found'])
})

test('a refusal is not packed, because each one would be kept', async () => {
  const { handler } = await import('../../../../functions/service/getPanel.ts')
  const request = { query: { language: 'xx' }, headers: { 'accept-encoding': 'gzip' } }

  const { statusCode, headers } = await handler(httpEvent('GET', '/panel', request))

  expect([statusCode, headers['content-encoding'], headers['vary']]).toEqual([400, undefined, 'accept-encoding'])
})

test('a page that is packed for one language is not sent in another', async () => {
  const { handler } = await import('../../../../functions/service/getPanel.ts')
  const served = async (language: string) => {
    const headers = { 'accept-encoding': 'gzip', 'accept-language': language }
    const { body, headers: answered } = await handler(httpEvent('GET', '/panel', { headers }))
    return [
      answered['content-language'],
      answered['vary'],
      gunzipSync(Buffer.from(body, 'base64')).toString().slice(0, 32),
    ]
  }

  const vary = 'accept-language, accept-encoding'
  expect(await served('en')).toEqual(['en', vary, '<!doctype html><html lang="en"><'])
  expect(await served('ru')).toEqual(['ru', vary, '<!doctype html><html lang="ru"><'])
})
