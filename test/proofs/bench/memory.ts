import type { Figure } from './figure.ts'
import { type FirstCall, firstCalls } from './firstCalls.ts'
import { median, megabytes } from './statistics.ts'

const goal = 15_000_000

const resident = (calls: readonly FirstCall[]): number => median(calls.map(({ rss }) => rss))

export const memory: Figure = {
  name: 'memory',
  title: 'Resident memory of every function after its first call, over a bare Node handler',
  goal: '≤ +15 MB each',
  field: '+32 MB to +34 MB: listAnnouncers by esbuild defaults',
  before: {
    on: '2026-11-21',
    found: 'listAnnouncers +17.1 MB, addAnnouncer +17.8 MB, listNews +18.7 MB, listHistory +20.1 MB',
  },
  measure: async () => {
    const { bare, functions } = await firstCalls()
    const over = (calls: readonly FirstCall[]): number => resident(calls) - resident(bare)
    const found = functions
      .map(({ id, isCalled, deployed, usual }) => ({ id, isCalled, ours: over(deployed), usual: over(usual) }))
      .toSorted((left, right) => right.ours - left.ours)
    const met = found.filter(({ ours }) => ours <= goal)
    const [worst] = found
    return {
      measured: `${met.length} of ${found.length} functions; median +${megabytes(median(found.map(({ ours }) => ours)))}, worst ${worst?.id} +${megabytes(worst?.ours ?? Number.NaN)}`,
      met: met.length === found.length,
      values: {
        bare: resident(bare),
        ...Object.fromEntries(found.map(({ id, ours, usual }) => [id, { ours, usual }])),
      },
      details: {
        columns: ['function', 'what', 'as deployed', 'by defaults'],
        rows: found.map(({ id, isCalled, ours, usual }) => [
          id,
          isCalled ? 'import and call' : 'import',
          `+${megabytes(ours)}`,
          `+${megabytes(usual)}`,
        ]),
      },
      remarks: [
        'against: a process whose handler answers a constant and loads nothing, under a path as long as theirs',
      ],
    }
  },
}
