import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  amountFromDecimal,
  amountFromUnits,
  jsonFrom,
  lenient,
  messageFrom,
  omitting,
} from '../../../../shared/areas/payments/gatewayPayload.ts'

test('half a character in a webhook is replaced, because the store refuses it and the gateway would send it for days', () => {
  const text = '{"id":"a\\ud835b","whole":"\\ud835\\udcb3 𝒳","nested":[{"deep":"\\uDCB3"}]}'

  expect(jsonFrom(text)).toEqual({ id: 'a\ufffdb', whole: '𝒳 𝒳', nested: [{ deep: '\ufffd' }] })
})

test('a text that is not JSON is undefined', () => {
  expect([jsonFrom('{'), jsonFrom(''), jsonFrom('null')]).toEqual([undefined, undefined, null])
})

test('a duplicate key is refused if it decides, and omitted elsewhere', () => {
  const errorOf = (text: string): unknown => {
    try {
      return messageFrom(text, new Set(['/data/id']))
    } catch (error) {
      return error
    }
  }

  expect(errorOf('{"id":1,"id":2,"data":{"id":3,"texts":[{"a":1},{"a":1,"\\u0061":2}]}}')).toEqual({
    json: { id: 2, data: { id: 3, texts: [{ a: 1 }, { a: 2 }] } },
    omitted: ['id', 'a'],
  })
  expect(errorOf('{"data":{"id":1,"id" : 2}}')).toMatchObject({
    code: 'malformed_body',
    errors: [{ pointer: '/data/id', code: 'duplicate', detail: 'duplicate key' }],
  })
  expect(errorOf('{')).toMatchObject({ code: 'malformed_body', message: 'The body is not JSON.' })
})

test('a duplicate member that was cut is named once', () => {
  expect(omitting({ omitted: ['message'] }, 'message', 'goal')).toEqual({ omitted: ['message', 'goal'] })
})

test('a lenient member has its type, or the given default', () => {
  const schema = z.object({ count: lenient(z.number(), 7) })

  expect([{ count: 1 }, { count: '1' }, { count: null }, {}].map((value) => schema.parse(value).count)).toEqual([
    1, 7, 7, 7,
  ])
})

test('an amount is exact, and one that is not understood is refused at its place', () => {
  const refusal = {
    code: 'invalid_request',
    message: 'The webhook has no valid amount.',
    errors: [
      {
        in: 'body',
        pointer: '/a',
        code: 'format',
        detail: 'not an amount: negative, or with more decimals than its currency',
      },
    ],
  }
  const refused = (work: () => unknown) => {
    try {
      return work()
    } catch (error) {
      return error
    }
  }

  expect(amountFromUnits(1234, 2, 'eur', '/a')).toEqual({ major: 12, minor: 34, currency: 'EUR' })
  expect(amountFromUnits(1234, 2, 'usdt', '/a')).toEqual({ major: 12, minor: 34, currency: 'USDT', exponent: 2 })
  expect(amountFromDecimal('12.3', 'EUR', '/a')).toEqual({ major: 12, minor: 30, currency: 'EUR' })
  expect(refused(() => amountFromUnits(-1, 2, 'eur', '/a'))).toMatchObject(refusal)
  expect(refused(() => amountFromDecimal('1.234', 'EUR', '/a'))).toMatchObject(refusal)
})
