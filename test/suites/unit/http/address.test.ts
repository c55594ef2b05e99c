import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const edge = '130.176.0.1'

/** The address of a request, as a function of a deployment with these digests reads it. */
const addressWith = async (digests: string | undefined, headers: Record<string, string>) => {
  vi.resetModules()
  vi.stubEnv('ORIGIN_DIGESTS', digests)
  const { addressOf } = await import('../../../../shared/mechanisms/http/address.ts')
  return addressOf({ headers, requestContext: { http: { sourceIp: edge } } })
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

const genuine = { 'x-origin-secret': 'one' }

test.each([
  ['203.0.113.7:46532', '203.0.113.7'],
  ['2001:db8::7:46532', '2001:db8::7'],
  ['nonsense', edge],
  ['', edge],
])('behind a distribution the caller is the viewer %s: %s', async (viewer, address) => {
  const headers = { ...genuine, 'cloudfront-viewer-address': viewer }

  expect(await addressWith(sha256('one'), headers)).toBe(address)
})

test('a request that has passed by the distribution is forbidden, whatever address it names', async () => {
  for (const secret of [{}, { 'x-origin-secret': '' }, { 'x-origin-secret': 'two' }])
    await expect(
      addressWith(sha256('one'), { ...secret, 'cloudfront-viewer-address': '203.0.113.7:1' }),
    ).rejects.toMatchObject({ code: 'forbidden' })
})

test('while the secret changes, both are taken', async () => {
  const digests = `${sha256('two')},${sha256('one')}`

  expect(await addressWith(digests, genuine)).toBe(edge)
  expect(await addressWith(digests, { 'x-origin-secret': 'two' })).toBe(edge)
})

test('without a distribution nobody chooses an address', async () => {
  expect(await addressWith(undefined, { ...genuine, 'cloudfront-viewer-address': '203.0.113.7:1' })).toBe(edge)
})
