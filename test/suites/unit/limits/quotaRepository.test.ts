import { expect, test } from 'vitest'
import type { Collection } from '../../../../shared/mechanisms/limits/limits.ts'
import { reservationFor } from '../../../../shared/mechanisms/limits/limits.ts'
import { quotaRepository, sumOf } from '../../../../shared/mechanisms/limits/quotaRepository.ts'

const quotas = quotaRepository('quotas')

test('an unchanged quota is not written', () => {
  expect(quotas.growth('alice', 'configs', {})).toEqual([])
  expect(quotas.growth('alice', 'configs', { items: 0, bytes: 0 })).toEqual([])
})

test.each<[Collection, string]>([
  ['announcers', 'The collection announcers is full: at most 100 items.'],
  ['configs', 'The collection configs is full: at most 500 items and 5000000 bytes.'],
])('a full collection %s is told with its limits', (collection, message) => {
  const [write] = quotas.growth('alice', collection, { items: 1 })

  expect(write?.refusal?.(undefined)).toMatchObject({ code: 'limit_reached', message })
})

test('growths are added up, those that are left out as none', () => {
  expect(sumOf([{ items: 1 }, { bytes: 512 }, { items: -3, bytes: 1024 }])).toEqual({ items: -2, bytes: 1536 })
  expect(sumOf([])).toEqual({ items: 0, bytes: 0 })
})

test.each([
  [510, 512],
  [511, 1024],
])('bytes are reserved in steps of 512: for a text of %i, %i', (length, bytes) => {
  expect(reservationFor('x'.repeat(length))).toBe(bytes)
  expect(reservationFor(`${'é'.repeat((length - (length % 2)) / 2)}${'x'.repeat(length % 2)}`)).toBe(bytes)
})
