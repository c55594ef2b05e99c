import { expect, test } from 'vitest'
import { regionalEndpointResolver } from '../../../../../infra/build/bundle/regionalEndpoint.ts'

const endpointOf = regionalEndpointResolver('kms')

/** The domains of AWS's partitions. @see node_modules/@aws-sdk/util-endpoints' `partitions.json` */
test.each([
  ['eu-central-1', 'amazonaws.com'],
  ['us-gov-west-1', 'amazonaws.com'],
  ['cn-north-1', 'amazonaws.com.cn'],
  ['cn-northwest-12', 'amazonaws.com.cn'],
  ['eusc-de-east-1', 'amazonaws.eu'],
  ['us-iso-east-1', 'c2s.ic.gov'],
  ['us-isob-east-1', 'sc2s.sgov.gov'],
  ['eu-isoe-west-1', 'cloud.adc-e.uk'],
  ['us-isof-south-1', 'csp.hci.ic.gov'],
])('the endpoint in %s is below %s', (Region, domain) => {
  expect(endpointOf({ Region })).toEqual({
    url: new URL(`https://kms.${Region}.${domain}`),
    headers: {},
    properties: {},
  })
})

test('an endpoint that the environment names is taken, with and without a region', () => {
  const url = new URL('http://127.0.0.1:8000/path')

  expect(endpointOf({ Endpoint: url.href, Region: 'eu-central-1' }).url).toEqual(url)
  expect(endpointOf({ Endpoint: url.href }).url).toEqual(url)
})

test('what is not in the bundle is refused', () => {
  const refused = 'FIPS and dual-stack endpoints are not part of this bundle'

  expect(() => endpointOf({ Region: 'eu-central-1', UseFIPS: true })).toThrow(refused)
  expect(() => endpointOf({ Region: 'eu-central-1', UseDualStack: true })).toThrow(refused)
  expect(() => endpointOf({})).toThrow('Invalid Configuration: Missing Region')
})
