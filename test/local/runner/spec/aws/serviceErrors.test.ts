import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../aws/serviceErrors.ts'

describe('a refusal', () => {
  it.each([
    ['dynamodb', 'access denied', 400, '"__type":"com.amazon.coral.service#AccessDeniedException"'],
    ['dynamodb', 'throttled', 400, '"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException"'],
    ['dynamodb', 'server error', 500, '"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError"'],
    ['kms', 'access denied', 400, '"__type":"AccessDeniedException"'],
    ['ssm', 'throttled', 400, '"__type":"ThrottlingException"'],
    ['s3', 'unknown key', 403, '<Code>InvalidAccessKeyId</Code>'],
    ['s3', 'throttled', 503, '<Code>SlowDown</Code>'],
    ['s3', 'unknown operation', 501, '<Code>NotImplemented</Code>'],
    ['kms', 'wrong signature', 400, '"__type":"InvalidSignatureException"'],
    ['kms', 'server error', 500, '"__type":"InternalServerError"'],
    ['s3', 'server error', 500, '<Code>InternalError</Code>'],
    ['execute-api', 'unsigned', 403, '{"message":"Missing Authentication Token"}'],
    ['execute-api', 'unknown key', 403, '{"message":"The security token included in the request is invalid."}'],
    ['execute-api', 'wrong signature', 403, '{"message":"The request signature we calculated does not match'],
    ['execute-api', 'expired signature', 403, '{"message":"Signature expired"}'],
    ['execute-api', 'server error', 500, '{"message":"Internal server error"}'],
    ['execute-api', 'access denied', 403, '{"message":"Forbidden"}'],
    ['execute-api', 'throttled', 429, '{"message":"Rate exceeded"}'],
  ] as const)('of %s, %s, is %i with %s', (service, refusal, status, part) => {
    const answer = refusalOf(service, refusal)

    expect(answer.status).toBe(status)
    expect(answer.body).toContain(part)
  })

  it.each([
    ['dynamodb', { 'content-type': 'application/x-amz-json-1.0' }],
    ['kms', { 'content-type': 'application/x-amz-json-1.1' }],
    ['s3', { 'content-type': 'application/xml' }],
    ['execute-api', { 'content-type': 'application/json', 'x-amzn-errortype': 'LimitExceededException' }],
  ])('of %s has the headers %j', (service, headers) => {
    expect(refusalOf(service, 'throttled').headers).toMatchObject(headers)
  })

  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  it.each([
    [
      'sns',
      form,
      '<ErrorResponse><Error><Code>UnknownOperationException</Code><Message>no</Message><Type>Sender</Type>',
    ],
    [
      'ec2',
      form,
      '<Response><Errors><Error><Code>UnknownOperationException</Code><Message>no</Message></Error></Errors>',
    ],
    ['route53', {}, '<ErrorResponse><Error><Code>UnknownOperationException</Code>'],
    ['lambda', { 'content-type': 'application/json' }, '{"message":"no"}'],
    ['events', { 'x-amz-target': 'AWSEvents.PutEvents' }, '{"__type":"UnknownOperationException","message":"no"}'],
  ])('of %s, which is not imitated, has the form of its protocol', (service, headers, part) => {
    const answer = refusalOf(service, 'unknown operation', 'no', headers)

    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(part)])
  })

  it('of a service that speaks CBOR is a map of texts', () => {
    const { headers, body } = refusalOf('monitoring', 'unknown operation', 'no', { 'smithy-protocol': 'rpc-v2-cbor' })

    expect(headers).toMatchObject({ 'content-type': 'application/cbor', 'smithy-protocol': 'rpc-v2-cbor' })
    // RFC 8949: a map of two entries, each text after its length of two bytes.
    expect((body as Buffer).toString('latin1')).toBe(
      '\xa2\x79\x00\x06__type\x79\x00\x19UnknownOperationException\x79\x00\x07message\x79\x00\x02no',
    )
  })

  it('escapes what it quotes in XML', () => {
    expect(refusalOf('s3', 'access denied', 'not <you> & me').body).toContain('not &#60;you&#62; &#38; me')
  })
})
