import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queryParametersFrom, requestTargetFrom } from '../../gateway/requestTarget.ts'

describe('requestTargetFrom', () => {
  test.each([
    ['/capture/plain', '/capture/plain'],
    ['/capture/space%20value', '/capture/space value'],
    ['/capture/question%3Fvalue', '/capture/question'],
    ['/capture/percent%25done', undefined],
    ['/capture/hash%23value', '/capture/hash#value'],
    ['/capture/slash%2Fvalue', '/capture/slash/value'],
    ['/capture/unicode-%CE%BB-%E4%B8%96%E7%95%8C', '/capture/unicode-λ-世界'],
    ['/capture/literal%252Fvalue', '/capture/literal/value'],
    ['/capture/literal%253Fvalue', '/capture/literal?value'],
    ['/capture/literal%2525value', '/capture/literal%value'],
  ])('gives %s the rawPath that AWS was seen to give it', (sent, rawPath) => {
    expect(requestTargetFrom(sent)?.rawPath).toBe(rawPath)
  })

  test.each([
    ['/a%2Fb', '/a/b'],
    ['/a%252Fb', '/a%2Fb'],
    ['/a+b', '/a+b'],
  ])('matches routes against %s as %s', (sent, routedPath) => {
    expect(requestTargetFrom(sent)?.routedPath).toBe(routedPath)
  })

  test.each([
    ['/a?x=%41', { rawPath: '/a', rawQueryString: 'x=%41' }],
    ['/a?', { rawPath: '/a', rawQueryString: '' }],
    ['/a', { rawPath: '/a', rawQueryString: '' }],
    ['/a?b?c', { rawPath: '/a', rawQueryString: 'b?c' }],
    ['/a%3Fx?y=1', { rawPath: '/a', rawQueryString: 'y=1' }],
    ['/a?b#c', { rawPath: '/a', rawQueryString: 'b' }],
    ['//a', { rawPath: '//a' }],
    ['http://host.example/a?b', { rawPath: '/a', rawQueryString: 'b' }],
    ['https://host.example/a', { rawPath: '/a', rawQueryString: '' }],
    ['http://host.example', { rawPath: '/', rawQueryString: '' }],
  ])('takes %s apart', (sent, expected) => {
    expect(requestTargetFrom(sent)).toMatchObject(expected)
  })

  test.each(['/%', '/%zz', '/%ff', '/%C0%AF', '/a%2', '*', 'a/b'])('refuses %s', (sent) => {
    expect(requestTargetFrom(sent)).toBeUndefined()
  })
})

describe('queryParametersFrom', () => {
  test.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&a=2&b=3', { a: '1,2', b: '3' }],
    ['a=1%2C2&a=3', { a: '1,2,3' }],
    ['a=', { a: '' }],
    ['a', { a: '' }],
    ['a&a', { a: ',' }],
    ['=1', { '': '1' }],
    ['&&a=1&', { a: '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['literal=a+b&encoded=a%2Bb', { literal: 'a b', encoded: 'a+b' }],
    ['a%20b=c%26d', { 'a b': 'c&d' }],
    ['sort=id,asc&sort=date,desc', { sort: 'id,asc,date,desc' }],
    ['%CE%BB=%E4%B8%96', { λ: '世' }],
    ['__proto__=x', JSON.parse('{"__proto__":"x"}')],
  ])('decodes %j', (rawQueryString, expected) => {
    expect(queryParametersFrom(rawQueryString)).toStrictEqual(expected)
  })

  test.each(['a=%', '%zz=1', 'a=%ff'])('refuses %s', (rawQueryString) => {
    expect(queryParametersFrom(rawQueryString)).toBeUndefined()
  })
})

test('whatever a client asks for is taken apart or refused', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('%', '2', '5', 'F', '/', '?', '&', '=', 'a') }))
  fc.assert(
    fc.property(text, (rest) => {
      const target = requestTargetFrom(`/${rest}`)
      expect(target === undefined || target.rawPath.startsWith('/')).toBe(true)
      expect(() => queryParametersFrom(rest)).not.toThrow()
    }),
  )
})
