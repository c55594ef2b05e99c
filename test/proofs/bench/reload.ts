import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileSaves } from '../../support/fileSaves.ts'
import type { Figure } from './figure.ts'
import { projectCopy } from './projectCopy.ts'
import { type StartedApi, startApi } from './startedApi.ts'
import { median, megabytes, milliseconds } from './statistics.ts'

/** Edits of a function's source, saved in every way; two more are announced. */
const rounds = 400
/** The edits until V8's heap, which grows before it collects, has its size. */
const settled = 200
/** The edits after `settled` and the last ones, whose memory is compared. */
const compared = 20
/** The memory of the last edits, at most so many times that of the compared ones before: what is kept of each edit would add up. */
const mostGrowth = 1.05
/** Milliseconds for the first effect of an edit; a synthesis on a busy machine takes most. */
const patience = 180_000
const goal = 300

const path = '/health'
const sourceFile = 'functions/service/getHealth.ts'

const isAnswered = async (api: string, word: string): Promise<boolean> =>
  (await (await fetch(`${api}${path}`)).text()).includes(word)

const until = async (isDone: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  const startedAt = performance.now()
  while (!(await isDone())) {
    if (performance.now() - startedAt > patience) throw new Error(what)
    await sleep(2)
  }
}

/** Milliseconds from saving a function's source to the first answer of the new code. */
const changeTime = async (api: string, save: () => void, word: string): Promise<number> => {
  const startedAt = performance.now()
  save()
  await until(() => isAnswered(api, word), `${sourceFile} was changed, and its answer was not`)
  return performance.now() - startedAt
}

/** What cannot be live at once is announced: a source that does not build, and a contract, whose change restarts the API. */
const announced = async ({ api, log }: StartedApi, folder: string): Promise<void> => {
  const edits = [
    { file: sourceFile, change: () => 'export const handler = (', says: /getHealth\.ts:\d+:\d+: ERROR/ },
    {
      file: 'shared/areas/service/contract.ts',
      change: (source: string) => source.replace(`'${path}'`, `'${path}-again'`),
      says: /watch: restarted in/,
    },
  ]
  for (const { file, change, says } of edits) {
    const source = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), change(source))
    try {
      await until(() => says.test(log()), `${file} was changed, and nothing was said`).catch((error: Error) => {
        throw new Error(`${error.message} after: ${log().trim().split('\n').slice(-3).join(' / ')}`)
      })
      if (file !== sourceFile && (await fetch(`${api}${path}-again`)).status !== 200) throw new Error('no new route')
    } finally {
      writeFileSync(join(folder, file), source)
    }
  }
}

export const reload: Figure = {
  name: 'reload',
  title: `Local API: ${rounds} edits of a function with --watch, in place, renamed and anew; two more are announced`,
  goal: `< 300 ms each; memory of all processes ≤ ${mostGrowth} × over the last ${rounds - settled}`,
  field:
    'seconds: `sam build` before `sam local` sees a change; serverless-offline is restarted (3.0 s) where a bundler is in between',
  before: { on: '2026-11-21', found: '269 ms, at most 418 ms' },
  measure: async () => {
    const folder = await projectCopy()
    const file = join(folder, sourceFile)
    const source = readFileSync(file, 'utf8')
    const started = await startApi('--watch')
    try {
      const times: number[] = []
      const residentBytes: number[] = []
      // The first change makes the function's incremental build; it counts like all others.
      for (let round = 0; round < rounds; round++) {
        const word = `round${round}.`
        const text = source.replace(`'ok'`, `'${word}' as never`)
        const save = () => fileSaves[round % fileSaves.length]?.(file, text)
        times.push(await changeTime(started.api, save, word))
        await sleep(100)
        residentBytes.push(started.use()?.residentBytes ?? Number.NaN)
      }
      await announced(started, folder)
      const [time, longest] = [median(times), Math.max(...times)]
      const before = median(residentBytes.slice(settled, settled + compared))
      const after = median(residentBytes.slice(-compared))
      return {
        measured: `${milliseconds(time)}, at most ${milliseconds(longest)}; ${megabytes(before)} → ${megabytes(after)}`,
        met: longest < goal && !(after > before * mostGrowth),
        values: { milliseconds: times, residentBytes },
      }
    } finally {
      writeFileSync(file, source)
      await started.stop()
    }
  },
}
