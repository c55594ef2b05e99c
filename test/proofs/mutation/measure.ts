import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { type Outcome, outcomeOf, type Report } from './report.ts'

/** How a part is measured. */
export interface MeasureOptions {
  /** Measures mutants again whose result an earlier run on this machine has kept. */
  readonly force: boolean
}

/**
 * Runs Stryker over one part, and returns what it found. Stryker's own lines go to stderr.
 *
 * @throws if Stryker is not in the path, as it is under `npm run mutation`, or ends without a report
 */
export const measure = (name: string, { force }: MeasureOptions): Outcome => {
  const report = `.stryker-tmp/${name}.json`
  rmSync(report, { force: true })
  const args = ['run', 'test/proofs/mutation/stryker.config.ts', ...(force ? ['--force'] : [])]
  const { error } = spawnSync('stryker', args, { stdio: ['ignore', 2, 2], env: { ...process.env, PART: name } })
  if (error !== undefined) throw new Error('stryker cannot be started: use npm run mutation')
  try {
    return outcomeOf(JSON.parse(readFileSync(report, 'utf8')) as Report)
  } catch {
    throw new Error(`${name} was not measured: Stryker's reason is above`)
  }
}
