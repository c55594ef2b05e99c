import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { deployedBundles } from './bundles.ts'
import { type Figure, skipped } from './figure.ts'
import { functionEnvironment } from './functionEnvironment.ts'

/** One of each kind: nothing but the wrapper, a query, a transaction, S3, OAuth. */
const sample = ['getHealth', 'listAnnouncers', 'addAnnouncer', 'getPrint', 'linkKick']

const isInstalled = (): boolean => spawnSync('valgrind', ['--version']).status === 0

/** Without V8's helpers and random seeds they repeat within 0.01 % on any machine, however busy. */
const repeatable = ['--single-threaded', '--hash-seed=1']

/** Instructions of a process that loads these files. */
const instructionsOf = (...files: readonly string[]): number => {
  const tool = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null']
  const load = join(import.meta.dirname, 'scripts/load.cjs')
  const { stderr } = spawnSync('valgrind', [...tool, process.execPath, ...repeatable, load, ...files], {
    env: { PATH: process.env['PATH'], ...functionEnvironment },
    encoding: 'utf8',
  })
  const [, counted] = /I\s+refs:\s+([\d,]+)/.exec(stderr) ?? []
  if (counted === undefined) throw new Error(`valgrind counted nothing: ${stderr.slice(-500)}`)
  return Number(counted.replaceAll(',', ''))
}

const millions = (count: number): string => `${(count / 1e6).toFixed(1)} M`

export const instructions: Figure = {
  name: 'instructions',
  title: 'Instructions to start, over bare Node',
  goal: 'recorded',
  field: 'listAnnouncers by esbuild defaults, import and first call without V8 flags: 550 M to 571 M',
  before: {
    on: '2026-11-21',
    found: 'listAnnouncers 230 M with V8 flags that make it repeatable, 142 M without; import and first call 244 M',
  },
  measure: async () => {
    if (!isInstalled()) return skipped('valgrind is not installed (apt-get install valgrind, or brew install valgrind)')
    const { outputs } = await deployedBundles()
    const bare = instructionsOf()
    const counts = sample.map((id) => ({ id, count: instructionsOf(outputs[id] ?? '') - bare }))
    return {
      measured: counts.map(({ id, count }) => `${id} ${millions(count)}`).join(', '),
      met: undefined,
      values: { node: process.version, bare, ...Object.fromEntries(counts.map(({ id, count }) => [id, count])) },
    }
  },
}
