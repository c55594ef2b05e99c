import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInexactNumber, mayLoseNumbers } from '../../../../shared/mechanisms/http/inexactNumber.ts'

const digits = '1'.repeat(400)

test.each([
  '9007199254740993',
  '-9007199254740993',
  digits,
  `-${digits}`,
  '1e400',
  '-1E+400',
  `${digits}.5`,
  '9007199254740990.6',
  '-123456789012345.00000001',
  '1.00000000000000000001',
  '1234567890123456789e-18000',
  '1e-400',
  '1e-99999999999999999999',
  `0.${'0'.repeat(400)}1`,
])('%s is lost', (source) => {
  expect(isInexactNumber(source)).toBe(true)
  expect(mayLoseNumbers(`{"a":${source}}`)).toBe(true)
  expect(mayLoseNumbers(`[ ${source} , 1]`)).toBe(true)
})

test.each([
  '0',
  '-0',
  '0.0',
  '0e-400',
  '9007199254740992',
  '10000000000000000000000',
  '1.0',
  `1.${'0'.repeat(400)}`,
  '1.5e1',
  '1500e-2',
  '1e21',
  '0.1',
  '0.1234567890123456789',
  '1e-7',
  '5e-324',
])('%s is kept', (source) => {
  expect(isInexactNumber(source)).toBe(false)
})

test('a number as JavaScript writes it is kept', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      // Integers above 2^53 are written with zeros in place of the digits that they have.
      fc.pre(!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21)

      expect(isInexactNumber(JSON.stringify(value))).toBe(false)
    }),
  )
})

test('a fraction that becomes an integer has a literal that is looked at', () => {
  const literal = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 40 }))
    .map(([whole, places]) => {
      const text = String(whole).padStart(places + 1, '0')
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
    })
  fc.assert(
    fc.property(literal, (source) => {
      expect(!isInexactNumber(source) || mayLoseNumbers(`{"a":${source}}`)).toBe(true)
    }),
  )
})

test('ids are no numbers with an exponent', () => {
  expect(mayLoseNumbers('{"id":"0199e123-7e45-7e99-8e00-00000000e123","at":"2026-01-01T00:00:00Z"}')).toBe(false)
})

test('a long literal is judged in no time: its zeros are not counted twice', () => {
  const source = `0.${'0'.repeat(250_000)}1`
  const spaces = `{"a":"1e111${' '.repeat(250_000)}x"}`
  const startedAt = Date.now()

  expect(mayLoseNumbers(spaces)).toBe(false)
  expect(isInexactNumber(source)).toBe(true)
  expect(Date.now() - startedAt).toBeLessThan(5000)
})
