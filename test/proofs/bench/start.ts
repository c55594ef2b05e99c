import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { projectCopy } from './projectCopy.ts'
import { roundsOf } from './rounds.ts'
import { startApi } from './startedApi.ts'
import { median } from './statistics.ts'

const rounds = 3

/** What a start leaves behind and a fresh clone has not. */
const made = ['cdk.out', '.build', '.local']

/** Milliseconds from `npm start` to a signed-in caller's first answer. */
const firstAnswerTime = async (): Promise<number> => {
  const startedAt = performance.now()
  const { api, token, stop } = await startApi()
  try {
    const { status } = await fetch(`${api}/messenger/announcers`, { headers: { authorization: `Bearer ${token}` } })
    if (status !== 200) throw new Error(`the first answer was ${status}`)
    return performance.now() - startedAt
  } finally {
    await stop()
  }
}

/** The median of starts, each after its preparation, against a goal in milliseconds. */
const startTimes = (goal: number, prepare: () => Promise<void>) => async () => {
  const times: number[] = []
  for (let round = 0; round < roundsOf(rounds); round++) {
    await prepare()
    times.push(await firstAnswerTime())
  }
  const time = median(times)
  return { measured: `${(time / 1000).toFixed(1)} s`, met: time <= goal, values: { milliseconds: times } }
}

export const start: Figure = {
  name: 'start',
  title: 'Local API: from nothing to the first 200',
  goal: '≤ 5 s',
  field: '3.0 s: serverless-offline; 10 s to 25 s: emulators in containers',
  before: { on: '2026-11-21', found: '4.5 s to 5.9 s on a quiet machine, 9.5 s at a load of 6' },
  measure: startTimes(5000, async () => {
    const folder = await projectCopy()
    for (const name of made) rmSync(join(folder, name), { recursive: true, force: true })
  }),
}

export const restart: Figure = {
  name: 'restart',
  title: 'Local API: from `npm start` to the first 200 when nothing has changed',
  goal: '≤ 2 s',
  field: '3.0 s: serverless-offline',
  before: { on: '2026-11-21', found: '1.5 s, with an assembly that was named' },
  measure: startTimes(2000, async () => {
    const { stop } = await startApi()
    await stop()
  }),
}
