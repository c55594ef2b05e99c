import { expect, test } from 'vitest'
import type { Donation } from '../../../../shared/areas/sources/donation.ts'
import { walkDonations } from '../../../../shared/areas/sources/donationWalk.ts'

const since = '2026-03-01T00:00:00Z'
const donation = (id: string, timestamp = since): Donation => ({ id, timestamp })
/** A donation that waits for a moderator of its service. */
const held = (id: string, timestamp: string): Donation => ({ id, timestamp, moderation: 'waiting' })
const now = Date.parse('2026-03-10T00:00:00Z')

/** Walks over pages of donations, newest first, each with the cursor of the next one. */
const walked = async (
  pages: readonly (readonly Donation[])[],
  state: {
    readonly known?: readonly string[]
    readonly waitingSince?: string
    readonly walk?: { readonly next: string; readonly ahead: readonly string[]; readonly waitingSince?: string }
  } = {},
  mayAsk = () => true,
) => {
  const { fresh, ...rest } = await walkDonations(
    { since, ...state },
    async (cursor = '0') => ({
      donations: pages[Number(cursor)] ?? [],
      ...(Number(cursor) + 1 < pages.length && { next: String(Number(cursor) + 1) }),
    }),
    mayAsk,
    now,
  )
  return { fresh: fresh.map(({ id }) => id).join(), ...rest }
}

const five = [[donation('5'), donation('4')], [donation('3'), donation('2')], [donation('1')]]
const older = [[donation('3'), donation('2', '2026-02-28T23:59:59Z')], [donation('1', '2026-02-28T00:00:00Z')]]

test.each<[string, ReturnType<typeof walked>, object]>([
  ['takes all of three pages', walked(five), { fresh: '5,4,3,2,1', known: ['5', '4'] }],
  ['ends at a known one', walked(five, { known: ['3'] }), { fresh: '5,4,2', known: ['5', '4'] }],
  ['ends at one that is too old', walked(older), { fresh: '3', known: ['3', '2'] }],
  ['goes on after three pages', walked([...five, []]), { fresh: '5,4,3,2,1', walk: { next: '3', ahead: ['5', '4'] } }],
  ['stops with the budget', walked(five, {}, () => false), { fresh: '5,4', walk: { next: '1', ahead: ['5', '4'] } }],
  [
    'goes on where the run before has stopped, and knows the newest of that run then',
    walked(five, { walk: { next: '2', ahead: ['5', '4'] } }),
    { fresh: '1', known: ['5', '4'] },
  ],
])('a walk through new donations %s', async (_name, walk, expected) => {
  expect(await walk).toEqual(expected)
})

const [march8, march7, march6] = ['2026-03-08T00:00:00Z', '2026-03-07T00:00:00Z', '2026-03-06T00:00:00Z']
const moderatedPages = [[donation('4', march8), held('3', march7)], [held('2', march6)], [donation('1')]]

test.each<[string, ReturnType<typeof walked>, object]>([
  [
    'takes none that waits for a moderator, and remembers the oldest of them',
    walked(moderatedPages),
    { fresh: '4,1', known: ['4'], waitingSince: march6 },
  ],
  [
    'goes back to the oldest one that has waited, behind known ones',
    walked(moderatedPages, { known: ['4'], waitingSince: march6 }),
    { fresh: '1', known: ['4'], waitingSince: march6 },
  ],
  [
    'keeps the oldest one that waits where it stops',
    walked([...moderatedPages, []], {}),
    { fresh: '4,1', walk: { next: '3', ahead: ['4'], waitingSince: march6 } },
  ],
])('a walk through donations that are moderated at their service %s', async (_name, walk, expected) => {
  expect(await walk).toEqual(expected)
})
