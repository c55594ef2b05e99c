import { bundledScript } from './bundles.ts'
import type { Figure } from './figure.ts'
import { runScript } from './runScript.ts'
import { median } from './statistics.ts'

const rounds = 5
const rowsOfRound = 500_000
const goal = 500_000

export const csvFormat: Figure = {
  name: 'csvFormat',
  title: 'CSV print: formatting from DynamoDB attribute values to bytes',
  goal: '≥ 500,000 rows/s',
  field: '120,000 rows/s: a string for each row through an object stream',
  before: { on: '2026-11-21', found: '912,000 rows/s' },
  measure: async () => {
    const script = await bundledScript('printRows')
    const speeds: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { rows, microseconds } = (await runScript([], script, ['format', String(rowsOfRound)])) as {
        rows: number
        microseconds: number
      }
      speeds.push((rows / microseconds) * 1e6)
    }
    const speed = Math.round(median(speeds))
    return {
      measured: `${speed.toLocaleString('en')} rows a second of processor time`,
      met: speed >= goal,
      values: { rowsPerSecond: speed },
      notes: ['formatting alone; `print` has the whole way, from the request to the file behind its link'],
    }
  },
}
