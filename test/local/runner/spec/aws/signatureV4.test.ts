import { sign } from 'aws4'
import { describe, expect, it } from 'vitest'
import { type SignedRequest, signatureOf, verifySignature } from '../../aws/signatureV4.ts'

const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const signedAt = Date.parse('2015-08-30T12:36:00Z')
const verdictOf = (request: SignedRequest, now = signedAt, key = secret) => {
  const signature = signatureOf(request)
  return signature && verifySignature(request, signature, key, now)
}
/** A request that an independent signer has signed. */
const signedRequest = (time: string, more: Record<string, unknown> = {}): SignedRequest => {
  const { headers, ...rest } = more
  const unsigned = {
    service: 'service',
    region: 'eu-central-1',
    method: 'POST',
    path: '/',
    host: 'h',
    body: 'body',
    ...rest,
  }
  const signed = sign(
    { ...unsigned, headers: { 'X-Amz-Date': time, ...(headers as object) } },
    { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: secret },
  )
  return { method: 'POST', target: '/', headers: lowerCase(signed.headers ?? {}), body: Buffer.from('body') }
}
const vector = (method: string, target: string, signature: string): SignedRequest => ({
  method,
  target,
  headers: {
    host: 'example.amazonaws.com',
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      `SignedHeaders=host;x-amz-date, Signature=${signature}`,
  },
  body: Buffer.alloc(0),
})

describe('signature version 4', () => {
  // From the test suite that AWS publishes: https://github.com/awslabs/aws-c-auth/tree/main/tests/aws-signing-test-suite/v4
  it.each([
    ['get-vanilla', 'GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    ['post-vanilla', 'POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  ])('agrees with the published vector %s', (_, method, target, signature) => {
    expect(verdictOf(vector(method, target, signature))).toBe('valid')
  })

  // The library aws4 is independent of the SDK that signs for functions; it leaves out headers of its choice, as any signer may.
  it.each([
    ['a path with reserved characters', 'GET', '/@connections/L0SM9cOFvHcCIhw%3D', 'execute-api'],
    ['a query with spaces and repetitions', 'GET', "/list?b=2&a=x%20y&a=%2B&c&d=(*!')", 'service'],
    ['an object key', 'PUT', '/prints/alice/a%20print%20%281%29.csv', 's3'],
  ])('agrees with an independent signer on %s', (_, method, target, service) => {
    const unsigned = {
      service,
      method,
      region: 'eu-central-1',
      path: target,
      host: '127.0.0.1:4000',
      body: 'body',
      headers: { 'X-Spaced': '  a   b ', 'X-Amz-Date': '20150830T123600Z' },
    }

    const { headers } = sign(unsigned, { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: secret })

    const request = { method, target, headers: lowerCase(headers ?? {}), body: Buffer.from('body') }
    expect(verdictOf(request)).toBe('valid')
    expect(verdictOf({ ...request, body: Buffer.from('another') })).toBe('wrong')
    expect(verdictOf({ ...request, method: 'DELETE' })).toBe('wrong')
    expect(verdictOf({ ...request, headers: { ...request.headers, 'x-spaced': 'b' } })).toBe('wrong')
    expect(verdictOf(request, signedAt, 'another secret')).toBe('wrong')
  })

  it.each([
    [900_000, 'valid'],
    [900_001, 'expired'],
    [-900_000, 'valid'],
    [-900_001, 'expired'],
  ])('is tolerated for a quarter of an hour: %i ms after its time it is %s', (age, verdict) => {
    expect(verdictOf(signedRequest('20150830T123600Z'), signedAt + age)).toBe(verdict)
  })

  it('is verified by the key of its own day, region and service, however often another one was used before', () => {
    const requests = [
      signedRequest('20150830T235959Z'),
      signedRequest('20150831T000001Z'),
      signedRequest('20150830T235959Z', { region: 'us-east-1' }),
      signedRequest('20150830T235959Z', { service: 'ssm' }),
      signedRequest('20150830T235959Z'),
    ]

    expect(requests.map((request) => verdictOf(request, Date.parse('2015-08-31T00:00:00Z')))).toEqual(
      requests.map(() => 'valid'),
    )
  })

  it.each<[string, (text: string) => string]>([
    ['a day that is not that of its time', (text) => text.replace('20150830/', '20150831/')],
    ['another region', (text) => text.replace('/eu-central-1/', '/eu-central-2/')],
    ['another service', (text) => text.replace('/service/', '/services/')],
    ['one header less', (text) => text.replace('x-amz-date', 'x-amz-dat')],
    ['a shorter signature', (text) => text.slice(0, -1)],
    ['as many letters of more bytes', (text) => `${text.slice(0, -1)}é`],
  ])('is wrong with %s', (_what, change) => {
    const request = signedRequest('20150830T123600Z')
    const authorization = change(request.headers['authorization'] ?? '')

    expect(verdictOf({ ...request, headers: { ...request.headers, authorization } })).toBe('wrong')
  })

  it.each([
    ['UNSIGNED-PAYLOAD', 'service', 'wrong'],
    ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'service', 'wrong'],
    ['UNSIGNED-PAYLOAD', 's3', 'valid'],
    ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', 's3', 'valid'],
  ])('with the payload %s for %s it is %s: only S3 has uploads that are not signed', (declared, service, verdict) => {
    const request = signedRequest('20150830T123600Z', { service, headers: { 'X-Amz-Content-Sha256': declared } })

    expect(verdictOf(request)).toBe(verdict)
  })

  it('agrees with an independent signer on a presigned link', () => {
    const query = { 'X-Amz-Date': '20150830T123600Z', 'X-Amz-Expires': '60' }
    const path = `/prints/a%20b.csv?${new URLSearchParams(query)}`

    const signed = sign(
      { service: 's3', region: 'eu-central-1', host: '127.0.0.1:4000', path, signQuery: true },
      { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: secret },
    )

    const target = signed.path ?? ''
    const request = { method: 'GET', target, headers: { host: '127.0.0.1:4000' }, body: Buffer.alloc(0) }
    expect(verdictOf(request)).toBe('valid')
    expect(verdictOf({ ...request, target: target.replace('a%20b', 'c') })).toBe('wrong')
    expect(verdictOf(request, signedAt + 60_000)).toBe('valid')
    expect(verdictOf(request, signedAt + 60_001)).toBe('expired')
    expect(verdictOf(request, signedAt - 900_001)).toBe('expired')
  })

  it.each([
    ['no header at all', {}],
    ['another scheme', { authorization: 'Bearer abc' }],
    [
      'another version',
      { authorization: 'AWS4-HMAC-SHA512 Credential=A/1/r/s/aws4_request, SignedHeaders=host, Signature=0' },
    ],
    [
      'another end of its scope',
      { authorization: 'AWS4-HMAC-SHA256 Credential=A/1/r/s/aws5_request, SignedHeaders=host, Signature=0' },
    ],
    ['a credential without scope', { authorization: 'AWS4-HMAC-SHA256 Credential=A, SignedHeaders=host, Signature=0' }],
  ])('sees no signature in %s', (_, headers) => {
    expect(signatureOf({ target: '/', headers })).toBeUndefined()
  })
})

const lowerCase = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
