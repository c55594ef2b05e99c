import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

interface SuiteReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    /** Why the file failed, where no test of it did. */
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** What a run of some suites has shown. */
export interface SuiteRun {
  readonly passed: number
  /** The first test that failed, or the file that could not be loaded. */
  readonly failure?: string
  /** Why it failed, in one line. */
  readonly reason?: string
}

const firstLine = (text = ''): string => text.split('\n', 1)[0] ?? ''

const failureIn = ({ testResults }: SuiteReport, folder: string): Pick<SuiteRun, 'failure' | 'reason'> => {
  for (const { name, status, message, assertionResults } of testResults) {
    const file = name.replace(`${folder}/`, '')
    const failed = assertionResults.find((each) => each.status === 'failed')
    if (failed !== undefined)
      return { failure: `${file} "${failed.fullName}"`, reason: firstLine(failed.failureMessages?.[0]) }
    if (status === 'failed') return { failure: `${file} as it loads`, reason: firstLine(message) }
  }
  return {}
}

/** Runs the suites of a copy of the project, and stops at the first failure; to have no result in time is one. */
export const runSuites = async (folder: string, files: readonly string[], timeLimitMs: number): Promise<SuiteRun> => {
  const outcome = join(folder, 'suites.json')
  rmSync(outcome, { force: true })
  const args = ['run', '--config', 'test/vitest.config.ts', '--project', '!e2e', '--bail', '1']
  const program = join(folder, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [program, ...args, '--reporter', 'json', '--outputFile', outcome, ...files], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  })
  const end = () => process.kill(-(child.pid ?? 0), 'SIGKILL')
  const timer = setTimeout(end, timeLimitMs)
  process.once('exit', end)
  const [status] = await once(child, 'exit')
  clearTimeout(timer)
  process.off('exit', end)
  if (!existsSync(outcome)) return { passed: 0, failure: `no result in ${timeLimitMs / 60_000} minutes` }
  const report = JSON.parse(readFileSync(outcome, 'utf8')) as SuiteReport
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter((each) => each.status === 'passed').length
  const found = failureIn(report, folder)
  return found.failure === undefined && status !== 0
    ? { passed, failure: 'an error outside of every test' }
    : { passed, ...found }
}
