import { describe, expect, test } from 'vitest'
import { claimsRefusal, claimTexts, grantedScopes } from '../../gateway/jwtClaims.ts'

describe('claimTexts', () => {
  test.each([
    ['alice', 'alice'],
    ['', ''],
    [1787992402, '1787992402'],
    [1.5, '1.5'],
    [true, 'true'],
    [['admin', 'poweruser'], '[admin poweruser]'],
    [['admin'], '[admin]'],
    [[], '[]'],
    [[1, true, ['a', 'b']], '[1 true [a b]]'],
    [{ a: [1] }, '{"a":[1]}'],
    [null, undefined],
  ])('%j becomes %j', (value, text) => {
    expect(claimTexts({ claim: value })).toEqual(text === undefined ? {} : { claim: text })
  })
})

test.each([
  [{ scope: 'a b' }, ['a', 'b']],
  [{ scope: ' a  b ' }, ['a', 'b']],
  [{ scp: ['a', 'b'] }, ['a', 'b']],
  [{ scp: 'a b' }, ['a', 'b']],
  [{ scope: 'a', scp: ['b'] }, ['a']],
  [{ scope: 1 }, []],
  [{}, []],
])('grantedScopes(%j) are %j', (claims, scopes) => {
  expect(grantedScopes(claims)).toEqual(scopes)
})

describe('claimsRefusal', () => {
  const now = 1_000_000_000_500
  const expectation = { issuer: 'https://issuer.example', audiences: ['client', 'other'], now }
  const fine = { iss: 'https://issuer.example', client_id: 'client', exp: 1_000_000_060 }

  test.each([
    ['client_id alone', fine],
    ['aud alone', { ...fine, client_id: undefined, aud: 'other' }],
    ['one of several aud', { ...fine, client_id: undefined, aud: ['x', 'client'] }],
    ['aud, whatever client_id', { ...fine, client_id: 'x', aud: 'client' }],
    ['nbf and iat of this second', { ...fine, nbf: 1_000_000_000, iat: 1_000_000_001 }],
    ['exp of the next second', { ...fine, exp: 1_000_000_001 }],
    ['iat with a fraction', { ...fine, iat: 1_000_000_000.25 }],
  ])('finds nothing in %s', (_what, claims) => {
    expect(claimsRefusal(claims, expectation)).toBeUndefined()
  })

  test.each([
    ['another issuer', { iss: 'https://evil.example' }, 'the token does not have a valid issuer'],
    ['a slash too many', { iss: 'https://issuer.example/' }, 'the token does not have a valid issuer'],
    ['no issuer', { iss: undefined }, 'the token does not have a valid issuer'],
    ['another client', { client_id: 'x' }, 'the token does not have a valid audience'],
    ['another aud, whatever client_id', { aud: 'x' }, 'the token does not have a valid audience'],
    ['no audience', { client_id: undefined }, 'the token does not have a valid audience'],
    ['aud that is no text', { aud: { 0: 'client' } }, 'the token does not have a valid audience'],
    ['an empty aud', { aud: [] }, 'the token does not have a valid audience'],
    ['exp of this second', { exp: 1_000_000_000 }, 'the token has expired'],
    ['no exp', { exp: undefined }, 'the token does not have an expiration time'],
    ['exp as text', { exp: '9999999999' }, 'the token does not have an expiration time'],
    ['nbf of the next second', { nbf: 1_000_000_001 }, 'the token is not valid yet'],
    ['nbf as text', { nbf: '1' }, 'the token is not valid yet'],
    ['iat in the future', { iat: 1_000_000_002 }, 'the token was issued in the future'],
    ['iat as text', { iat: '1' }, 'the token was issued in the future'],
  ])('refuses %s', (_what, claims, description) => {
    expect(claimsRefusal({ ...fine, ...claims }, expectation)).toBe(description)
  })

  test('refuses exp at its very second', () => {
    expect(claimsRefusal(fine, { ...expectation, now: fine.exp * 1000 - 1 })).toBeUndefined()
    expect(claimsRefusal(fine, { ...expectation, now: fine.exp * 1000 })).toBe('the token has expired')
  })
})
