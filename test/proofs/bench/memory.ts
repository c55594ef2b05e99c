import type { Figure } from './figure.ts'
import { type FirstCall, firstCalls } from './firstCalls.ts'
import { median, megabytes } from './statistics.ts'

const goal = 15_000_000

const resident = (calls: readonly FirstCall[]): number => median(calls.map(({ rss }) => rss))

export const memory: Figure = {
  name: 'memory',
  title: 'Resident memory after the first call, over a bare Node handler, of functions of several sizes',
  goal: '≤ +15 MB',
  field: '+32 MB to +34 MB: listAnnouncers by esbuild defaults',
  before: {
    on: '2026-11-21',
    found: 'listAnnouncers +17.1 MB, addAnnouncer +17.8 MB, listNews +18.7 MB, listHistory +20.1 MB',
  },
  measure: async () => {
    const { bare, defaultModule, defaultCommonJs, deployed, ...others } = await firstCalls()
    const over = (calls: readonly FirstCall[]): number => resident(calls) - resident(bare)
    const functions = Object.entries({ listAnnouncers: deployed, ...others })
    const added = functions.map(([name, calls]) => ({ name, bytes: over(calls) }))
    return {
      measured: `${added.map(({ name, bytes }) => `${name} +${megabytes(bytes)}`).join(', ')} (listAnnouncers by esbuild defaults: +${megabytes(over(defaultModule))})`,
      met: added.every(({ bytes }) => bytes <= goal),
      values: {
        bare: resident(bare),
        defaultModule: resident(defaultModule),
        defaultCommonJs: resident(defaultCommonJs),
        ...Object.fromEntries(functions.map(([name, calls]) => [name, resident(calls)])),
      },
      notes: ['against: a process whose handler answers a constant and loads nothing, under a path as long as theirs'],
    }
  },
}
