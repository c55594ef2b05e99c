import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { functionEnvironment } from './functionEnvironment.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { tlsStore } from './tlsStore.ts'

const program = '/usr/bin/time'

/** What processes say of themselves, and what GNU time says of them. */
export interface TimedCalls {
  /** Milliseconds of all processes together. */
  readonly processor: { readonly own: number; readonly timed: number }
  /** Bytes of the largest process. */
  readonly memory: { readonly own: number; readonly timed: number }
}

export const hasGnuTime = (): boolean => spawnSync(program, ['--version']).status === 0

/** GNU time rounds to 10 ms, so it times a shell that runs all of them. */
const loop = 'for round in $(seq "$ROUNDS"); do "$0" "$@" 3>>"$RESULTS" >/dev/null || exit 1; done'

/** Imports and first calls of a function, each in a fresh process. */
export const timedCalls = async (file: string, event: string, rounds: number): Promise<TimedCalls> => {
  const { endpoint, certificateFile } = await tlsStore()
  const folder = join(await temporaryFolder(), `timed-${rounds}-${Buffer.from(file).toString('base64url').slice(-40)}`)
  mkdirSync(folder)
  const [results, times] = [join(folder, 'results'), join(folder, 'times')]
  const script = join(import.meta.dirname, 'scripts/firstCall.cjs')
  const node = [process.execPath, script, file, event]
  await promisify(execFile)(program, ['-f', '%U %S %M', '-o', times, 'sh', '-c', loop, ...node], {
    env: {
      ...functionEnvironment,
      PATH: process.env['PATH'],
      ROUNDS: String(rounds),
      RESULTS: results,
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      NODE_EXTRA_CA_CERTS: certificateFile,
    },
  })
  const [user = 0, system = 0, kilobytes = 0] = readFileSync(times, 'utf8').trim().split(' ').map(Number)
  const calls = readFileSync(results, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly wholeProcessorMilliseconds: number; readonly rss: number })
  const own = calls.reduce((sum, { wholeProcessorMilliseconds }) => sum + wholeProcessorMilliseconds, 0)
  return {
    processor: { own, timed: (user + system) * 1000 },
    memory: { own: Math.max(...calls.map(({ rss }) => rss)), timed: kilobytes * 1024 },
  }
}
