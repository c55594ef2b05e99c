import type { Figure } from './figure.ts'
import { operationTraces } from './operationTraces.ts'
import { median } from './statistics.ts'

const goal = 400

/** What functions write themselves; the platform's lines of every request are switched off in the template. */
export const logBytes: Figure = {
  name: 'log',
  title: 'Log of a request',
  goal: '≤ 0.4 KB',
  field: 'about 290 bytes of START, END and REPORT lines, and often the whole event, about 2 KB',
  before: { on: '2026-11-21', found: '160 bytes, at most 176' },
  measure: async () => {
    const sizes = (await operationTraces()).map(({ operation, logBytes: bytes }) => ({ operation, bytes }))
    const largest = Math.max(...sizes.map(({ bytes }) => bytes))
    const silent = sizes.filter(({ bytes }) => bytes === 0).map(({ operation }) => operation)
    return {
      measured: `${median(sizes.map(({ bytes }) => bytes))} bytes, at most ${largest}`,
      met: largest <= goal && silent.length === 0,
      values: { bytes: Object.fromEntries(sizes.map(({ operation, bytes }) => [operation, bytes])) },
      ...(silent.length > 0 && { remarks: [`no line was seen of ${silent.join(', ')}`] }),
    }
  },
}
