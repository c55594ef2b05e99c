import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { defaultBundle, deployedBundles } from './bundles.ts'
import { type Figure, skipped } from './figure.ts'
import { functionEnvironment } from './functionEnvironment.ts'

/** One of each kind: nothing but the wrapper, a query, a transaction, S3, OAuth. */
const sample = ['getHealth', 'listAnnouncers', 'addAnnouncer', 'getPrint', 'linkKick']
/** What a typical user has. */
const byDefault = 'listAnnouncers by esbuild defaults'

const isInstalled = (): boolean => spawnSync('valgrind', ['--version']).status === 0

/**
 * Flags of V8. Without its helpers and random seeds the counts repeat within 0.01 % on any machine, however busy, but Node's own code cache does not
 * fit these flags: a gate for changes. Without flags they are what a cold start executes, within 2 %.
 */
const modes = { repeatable: ['--single-threaded', '--hash-seed=1'], plain: [] } as const

type Mode = keyof typeof modes

/** Instructions of a process that loads these files. */
const instructionsOf = (mode: Mode, ...files: readonly string[]): number => {
  const tool = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null']
  const load = join(import.meta.dirname, 'scripts/load.cjs')
  const { stderr } = spawnSync('valgrind', [...tool, process.execPath, ...modes[mode], load, ...files], {
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
  title: 'Instructions to import a function, over bare Node, with V8 flags that make them repeatable and without',
  goal: 'recorded',
  field: 'esbuild defaults, whose import is counted here too; with a first call 550 M to 571 M without V8 flags',
  before: {
    on: '2026-11-21',
    found: 'listAnnouncers 230 M with V8 flags that make it repeatable, 142 M without; import and first call 244 M',
  },
  measure: async () => {
    if (!isInstalled()) return skipped('valgrind is not installed (apt-get install valgrind, or brew install valgrind)')
    const { outputs } = await deployedBundles()
    const files = sample.map((id) => ({ id, file: outputs[id] ?? '' }))
    files.push({ id: byDefault, file: await defaultBundle('messenger', 'listAnnouncers') })
    const bare = { repeatable: instructionsOf('repeatable'), plain: instructionsOf('plain') }
    const counts = files.map(({ id, file }) => ({
      id,
      repeatable: instructionsOf('repeatable', file) - bare.repeatable,
      plain: instructionsOf('plain', file) - bare.plain,
    }))
    return {
      measured: counts
        .map(({ id, repeatable, plain }) => `${id} ${millions(repeatable)} (${millions(plain)} without flags)`)
        .join(', '),
      met: undefined,
      values: {
        node: process.version,
        bare,
        ...Object.fromEntries(counts.map(({ id, ...both }) => [id, both])),
      },
    }
  },
}
