import { expect, test } from 'vitest'
import { byOrders } from '../../../shared/page/orders.ts'

type Value = string | number | boolean | null | undefined
interface Thing {
  readonly value: Value
}

const by = (ascending: boolean) => byOrders<Thing>([{ property: 'value', ascending }], ({ value }) => value)

test.each<[string, readonly Value[]]>([
  ['numbers, and nothing before negative ones', [null, -5, 0, 3]],
  ['numbers, and absent ones before negative ones', [undefined, -5, 0, 3]],
  ['texts by code unit', [null, '', 'B', 'a']],
  ['flags', [false, true]],
])('%s', (_name, values) => {
  const things = values.map((value) => ({ value }))

  for (const mixed of [things, things.toReversed()]) {
    expect(mixed.toSorted(by(true))).toEqual(things)
    expect(mixed.toSorted(by(false))).toEqual(things.toReversed())
  }
})
