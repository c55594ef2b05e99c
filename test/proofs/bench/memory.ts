import type { Figure } from './figure.ts'
import { type FirstCall, firstCalls } from './firstCalls.ts'
import { median, megabytes } from './statistics.ts'

const goal = 17_000_000

const resident = (calls: readonly FirstCall[]): number => median(calls.map(({ rss }) => rss))

export const memory: Figure = {
  name: 'memory',
  title: 'Resident memory after the first call, over a bare Node handler',
  goal: '≤ +17 MB',
  measure: async () => {
    const { bare, ...variants } = await firstCalls()
    const over = (calls: readonly FirstCall[]): number => resident(calls) - resident(bare)
    const added = over(variants.deployed)
    return {
      measured: `+${megabytes(added)} (esbuild defaults: +${megabytes(over(variants.defaultModule))})`,
      met: added <= goal,
      values: {
        bare: resident(bare),
        ...Object.fromEntries(Object.entries(variants).map(([name, calls]) => [name, resident(calls)])),
      },
    }
  },
}
