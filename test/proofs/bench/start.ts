import type { Figure } from './figure.ts'
import { startApi } from './startedApi.ts'
import { median } from './statistics.ts'

const rounds = 3
const goal = 5000

/** From `npm start` to a signed-in caller's first answer, synthesis and bundling included. */
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

export const start: Figure = {
  name: 'start',
  title: 'Local API: from nothing to the first 200',
  goal: '≤ 5 s',
  field: '3.0 s: serverless-offline; 10 s to 25 s: emulators in containers',
  before: {
    on: '2026-11-21',
    found: '4.5 s to 5.9 s on a quiet machine, 9.5 s at a load of 6, 1.5 s with a finished assembly',
  },
  measure: async () => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await firstAnswerTime())
    const time = median(times)
    return { measured: `${(time / 1000).toFixed(1)} s`, met: time <= goal, values: { milliseconds: times } }
  },
}
