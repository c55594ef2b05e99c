import type { Figure } from './figure.ts'
import { type FunctionCalls, firstCalls } from './firstCalls.ts'
import { median, milliseconds, times } from './statistics.ts'

const goal = 0.4

type Side = 'milliseconds' | 'processorMilliseconds'

const ratio = ({ deployed, usual }: FunctionCalls, side: Side): number =>
  median(deployed.map((call, round) => call[side] / (usual[round]?.[side] ?? Number.NaN)))

const typical = (calls: FunctionCalls['deployed'], side: Side): number => median(calls.map((call) => call[side]))

/** Judged by processor time, beside which the elapsed time is told. The default is the one that the field's figure is of: an ES module. */
export const coldStart: Figure = {
  name: 'coldStart',
  title: 'Import and first call of every function over TLS, against the same handler built with esbuild defaults',
  goal: '≤ 0.40 × each',
  field:
    '1.00 ×: `esbuild --bundle --platform=node --minify` with the SDK of npm; CDK leaves the SDK to Lambda and does not minify',
  before: { on: '2026-11-21', found: 'listAnnouncers 0.47 × processor time, 0.42 × elapsed' },
  measure: async () => {
    const { functions } = await firstCalls()
    const found = functions
      .map((calls) => ({
        ...calls,
        processor: ratio(calls, 'processorMilliseconds'),
        elapsed: ratio(calls, 'milliseconds'),
      }))
      .toSorted((left, right) => right.processor - left.processor)
    const met = found.filter(({ processor }) => processor <= goal)
    const [worst] = found
    const middle = median(found.map(({ processor }) => processor))
    return {
      measured: `${met.length} of ${found.length} functions; median ${times(middle)}, worst ${worst?.id} ${times(worst?.processor ?? Number.NaN)} processor time`,
      met: met.length === found.length,
      values: Object.fromEntries(found.map(({ id, processor, elapsed }) => [id, { processor, elapsed }])),
      details: {
        columns: ['function', 'what', 'processor', 'by defaults', 'ours / it, processor', 'ours / it, elapsed'],
        rows: found.map(({ id, isCalled, deployed, usual, processor, elapsed }) => [
          id,
          isCalled ? `import, ${deployed[0]?.outcome}` : 'import',
          milliseconds(typical(deployed, 'processorMilliseconds')),
          milliseconds(typical(usual, 'processorMilliseconds')),
          times(processor),
          times(elapsed),
        ]),
      },
      remarks: [
        'a function is imported, and called with its first example or without records; where it does not answer that from the stand-in of the store, it is only imported',
        'against: the same handler as an ES module by `esbuild --bundle --platform=node --minify --format=esm`, with the official SDK as npm installs it',
      ],
    }
  },
}
