import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operationCaller } from '../../support/operationCaller.ts'

const call = operationCaller()

test('the health check needs no token and no store', async () => {
  expect(await call('getHealth', { claims: { sub: '' } })).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('the document that is served is the committed one, and may be cached, since it is long and asked for without a token', async () => {
  const committed = readFileSync(new URL('../../../shared/service/openapi.json', import.meta.url), 'utf8')

  const { body, headers } = await call('getOpenApi')

  expect(body).toEqual(JSON.parse(committed))
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=3600',
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
    'x-content-type-options': 'nosniff',
  })
})
