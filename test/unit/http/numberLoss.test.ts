import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayLoseNumbers, numberLoss } from '../../../shared/http/numberLoss.ts'

const digits = '1'.repeat(400)

test.each([
  ['9007199254740993', 'is an integer that would lose precision'],
  ['-9007199254740993', 'is an integer that would lose precision'],
  [digits, 'is an integer that would lose precision'],
  [`-${digits}`, 'is an integer that would lose precision'],
  ['1e400', 'is a number that is too large'],
  ['-1E+400', 'is a number that is too large'],
  [`${digits}.5`, 'is a number that is too large'],
  ['9007199254740990.6', 'is a fraction that would be rounded to an integer'],
  ['123456789012345.00000001', 'is a fraction that would be rounded to an integer'],
  ['1.00000000000000000001', 'is a fraction that would be rounded to an integer'],
  ['1234567890123456789e-18000', 'is a fraction that would be rounded to an integer'],
  ['1e-400', 'is a fraction that would be rounded to an integer'],
  ['1e-99999999999999999999', 'is a fraction that would be rounded to an integer'],
  [`0.${'0'.repeat(400)}1`, 'is a fraction that would be rounded to an integer'],
])('%s is not kept', (source, loss) => {
  expect(numberLoss(source)).toBe(loss)
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
  expect(numberLoss(source)).toBeUndefined()
})

test('what JavaScript writes as a number is kept', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      // Integers above 2^53 are written with zeros in place of the digits that they have.
      fc.pre(!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21)

      expect(numberLoss(JSON.stringify(value))).toBeUndefined()
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
      expect(numberLoss(source) === undefined || mayLoseNumbers(`{"a":${source}}`)).toBe(true)
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
  expect(numberLoss(source)).toBe('is a fraction that would be rounded to an integer')
  expect(Date.now() - startedAt).toBeLessThan(1000)
})
