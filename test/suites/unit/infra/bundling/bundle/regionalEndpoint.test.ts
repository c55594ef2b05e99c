import { expect, test } from 'vitest'
import { regionalEndpointResolver } from '../../../../../../infra/bundling/bundle/regionalEndpoint.ts'

const endpointOf = regionalEndpointResolver('kms')

test('an endpoint that the environment names is taken, with and without a region', () => {
  const url = new URL('http://127.0.0.1:8000/path')

  expect(endpointOf({ Endpoint: url.href, Region: 'eu-central-1' }).url).toEqual(url)
  expect(endpointOf({ Endpoint: url.href }).url).toEqual(url)
})

test('an endpoint that the bundle does not resolve is refused', () => {
  const refused = 'FIPS and dual-stack endpoints are not part of this bundle'

  expect(() => endpointOf({ Region: 'eu-central-1', UseFIPS: true })).toThrow(refused)
  expect(() => endpointOf({ Region: 'eu-central-1', UseDualStack: true })).toThrow(refused)
  expect(() => endpointOf({})).toThrow('Invalid Configuration: Missing Region')
})
