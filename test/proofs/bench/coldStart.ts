import type { Figure } from './figure.ts'
import { type FirstCall, firstCalls } from './firstCalls.ts'
import { median, milliseconds, times } from './statistics.ts'

const goal = 0.4

type Side = 'milliseconds' | 'processorMilliseconds'

const ratio = (ours: readonly FirstCall[], theirs: readonly FirstCall[], side: Side): number =>
  median(ours.map((call, round) => call[side] / (theirs[round]?.[side] ?? Number.NaN)))

const typical = (calls: readonly FirstCall[], side: Side): number => median(calls.map((call) => call[side]))

/** Judged by processor time, beside which the elapsed time is told. The default is the one that the field's figure is of: an ES module. */
export const coldStart: Figure = {
  name: 'coldStart',
  title: 'Import and first call over TLS, against the same handler built with esbuild defaults',
  goal: '≤ 0.40 ×',
  field:
    '1.00 ×: `esbuild --bundle --platform=node --minify` with the SDK of npm; CDK leaves the SDK to Lambda and does not minify',
  before: { on: '2026-11-21', found: '0.47 × processor time, 0.42 × elapsed' },
  measure: async () => {
    const { deployed, defaultModule, defaultCommonJs } = await firstCalls()
    const [ofModule, ofCommonJs] = [defaultModule, defaultCommonJs].map((calls) => ({
      processor: ratio(deployed, calls, 'processorMilliseconds'),
      elapsed: ratio(deployed, calls, 'milliseconds'),
    }))
    const row = (name: string, calls: readonly FirstCall[]) => [
      name,
      milliseconds(typical(calls, 'processorMilliseconds')),
      milliseconds(typical(calls, 'milliseconds')),
      times(ratio(deployed, calls, 'processorMilliseconds')),
      times(ratio(deployed, calls, 'milliseconds')),
    ]
    return {
      measured: `${times(ofModule?.processor ?? Number.NaN)} processor time, ${times(ofModule?.elapsed ?? Number.NaN)} elapsed`,
      met: (ofModule?.processor ?? Number.NaN) <= goal,
      values: { ofModule, ofCommonJs },
      details: {
        columns: ['build', 'processor', 'elapsed', 'ours / it, processor', 'ours / it, elapsed'],
        rows: [
          row('as deployed', deployed),
          row('esbuild defaults, ES module', defaultModule),
          row('esbuild defaults, CommonJS', defaultCommonJs),
        ],
      },
      notes: [
        'against: the same handler by `esbuild --bundle --platform=node --minify`, with the official SDK as npm installs it',
      ],
    }
  },
}
