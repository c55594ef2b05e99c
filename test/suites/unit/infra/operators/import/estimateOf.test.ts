import { expect, test } from 'vitest'
import { estimateOf } from '../../../../../../infra/operators/import/estimateOf.ts'

test('the rate of a recipient decides how long an import takes, and each item has its price', () => {
  expect([66, 67].map((requests) => estimateOf(requests, 0).minutes)).toEqual([1, 2])
  expect(estimateOf(1112, 100_000)).toEqual({ minutes: 17, dollars: 0.22 })
})
