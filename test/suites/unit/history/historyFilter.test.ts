import { expect, test } from 'vitest'
import { isUnfiltered } from '../../../../shared/areas/events/historyFilter.ts'

const none = { systems: [], events: [] }

test.each([none, { ...none, deleted: false }])('the filter %j excludes nothing, so the total is known', (filter) => {
  expect(isUnfiltered(filter)).toBe(true)
})

test.each([{ systems: ['a'] }, { events: ['a'] }, { deleted: true }, { after: 'a' }, { before: 'a' }])(
  'the filter %j excludes items, so that matching ones are counted',
  (filter) => {
    expect(isUnfiltered({ ...none, ...filter })).toBe(false)
  },
)
