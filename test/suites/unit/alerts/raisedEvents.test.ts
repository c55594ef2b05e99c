import { expect, test } from 'vitest'
import { raisedEventsFromConfig, raisesAlert } from '../../../../shared/areas/alerts/raisedEvents.ts'

test.each([
  ['raid', 0, {}, true],
  ['raid', 9, { raid: 10 }, false],
  ['raid', 10, { raid: 10 }, true],
  ['raid', 10, { raid: false }, false],
  ['follow', undefined, { follow: 1 }, true],
  ['follow', undefined, { follow: 2 }, false],
  ['another', 1, { raid: false }, true],
] as const)(
  'a %s with the count %s, where %j says from which count on, raises an alert: %s',
  (event, count, raised, is) => {
    expect(raisesAlert(event, count, raised)).toBe(is)
  },
)

test.each([[undefined], ['levels'], [{}], [{ events: { raid: 'many' } }], [{ events: null }]])(
  'the stored value %j lets every event raise alerts',
  (value) => {
    expect(raisedEventsFromConfig(value)).toEqual({})
  },
)
