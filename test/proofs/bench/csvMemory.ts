import { bundledScript } from './bundles.ts'
import type { Figure } from './figure.ts'
import { runScript } from './runScript.ts'
import { median, megabytes, times } from './statistics.ts'

const sizes = { few: 100_000, many: 3_000_000 }
const rounds = 3
const goal = 1.05

/** The whole print (pages, lines, parts, hash) in a heap of 64 MB; queries and uploads are generated pages and nothing. */
export const csvMemory: Figure = {
  name: 'csvMemory',
  title: 'CSV print: peak memory at 3,000,000 rows against 100,000, in a heap of 64 MB',
  goal: '≤ 1.05 ×',
  field: 'grows with the rows: the file is put together in memory',
  before: { on: '2026-11-21', found: '1.00 ×' },
  measure: async () => {
    const script = await bundledScript('printRows')
    const peakOf = async (rows: number): Promise<number> => {
      const result = await runScript(['--max-heap-size=64'], script, ['write', String(rows)])
      return (result as { peakBytes: number }).peakBytes
    }
    const few: number[] = []
    for (let round = 0; round < rounds; round++) few.push(await peakOf(sizes.few))
    const [peakOfFew, peakOfMany] = [median(few), await peakOf(sizes.many)]
    const ratio = peakOfMany / peakOfFew
    return {
      measured: `${times(ratio)} (${megabytes(peakOfMany)} against ${megabytes(peakOfFew)})`,
      met: ratio <= goal,
      values: { ratio, peakBytes: { few: peakOfFew, many: peakOfMany } },
    }
  },
}
