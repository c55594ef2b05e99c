import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitting } from '../../../../shared/mechanisms/page/fitting.ts'

test('everything below the limit fits an answer, counted as JSON within JSON', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(400), (items, limit) => {
      const kept = fitting(items, limit)
      const size = (values: readonly string[]) =>
        values.reduce((sum, value) => sum + Buffer.byteLength(JSON.stringify(JSON.stringify(value))) - 1, 0)

      expect(kept).toEqual(items.slice(0, kept.length))
      expect(size(kept)).toBeLessThanOrEqual(limit)
      if (kept.length < items.length) expect(size(items.slice(0, kept.length + 1))).toBeGreaterThan(limit)
    }),
  )
})
