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
    ['execute-api', 'access denied', 403, '{"message":"Forbidden"}'],
    ['execute-api', 'throttled', 429, '{"message":"Rate exceeded"}'],
  ] as const)('of %s, %s, is %i with %s', (service, refusal, status, part) => {
    const answer = refusalOf(service, refusal)

    expect(answer.status).toBe(status)
    expect(answer.body).toContain(part)
  })

  it('escapes what it quotes in XML', () => {
    expect(refusalOf('s3', 'access denied', 'not <you> & me').body).toContain('not &#60;you&#62; &#38; me')
  })
})
