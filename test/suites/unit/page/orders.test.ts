import { expect, test } from 'vitest'
import { bySortKey, knownOrders, sortKey } from '../../../../shared/mechanisms/page/orders.ts'

type Value = string | number | boolean | null | undefined

interface Thing {
  readonly value: Value
}

const by = (ascending: boolean) => {
  const orders = [{ property: 'value', ascending }]
  const compare = bySortKey(orders)
  const key = ({ value }: Thing) => sortKey(orders, () => value, 'same')
  return (left: Thing, right: Thing) => compare(key(left), key(right))
}

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

test('a property that is asked for twice counts once', () => {
  const byName = { property: 'name', ascending: true }

  expect(knownOrders([byName, { ...byName, ascending: false }], ['name'], byName)).toEqual([byName])
})
