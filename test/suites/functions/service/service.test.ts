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

test('the document that is served is the committed one, and may be cached, since it is long and asked for without a token', async () => {
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
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['gzip;q=0, identity', false],
  ['br', false],
])(
  'whoever takes %s gets the document in an eighth of its bytes: %s, regression: anybody could have 245 KB for each request',
  async (accepted, isPacked) => {
    const { handler } = await import('../../../../functions/service/getOpenApi.ts')
    const plain = await handler(httpEvent('GET', '/openapi.json'))

    const { body, headers, isBase64Encoded } = await handler(
      httpEvent('GET', '/openapi.json', { headers: { 'accept-encoding': accepted } }),
    )

    expect(headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined)
    if (!isPacked) return expect(body).toBe(plain.body)
    expect(isBase64Encoded).toBe(true)
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(plain.body)
    expect(body.length * 0.75).toBeLessThan(plain.body.length / 6)
  },
)

test('the panel knows its issuer, and may turn to it, to its sign-in page and to the two APIs alone', async () => {
  const { body, headers } = await call('getPanel', { query: { language: 'de' } })

  expect(body).toContain(
    '<meta name="issuer" content="https://issuer.test" data-client-id="streaming" data-scope="" />',
  )
  expect(body).toContain('\nAnmelden\n')
  expect(headers['content-security-policy']).toContain(
    "; connect-src 'self' wss://live.test https://issuer.test https://sign-in.test; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ",
  )
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
