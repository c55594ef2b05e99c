import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Availability, tokensOf } from './availability.ts'
import { type LocalProcess, startProcess } from './localProcess.ts'
import { killAll, processesIn, survivorsOf } from './processesIn.ts'
import type { Workplace } from './workplace.ts'

export interface RoundCounts {
  /** Kills under load, and of them those that took everything, the engine included. */
  kills: number
  ofEverything: number
  /** Further kills, before the API was ready. */
  duringStart: number
  /** Milliseconds from each start to ready. */
  readonly starts: number[]
  /** Processes that had to end by themselves, and did. */
  orphans: number
}

export interface Rounds {
  begin(): Promise<void>
  /** Kills at a random moment, starts again, and resolves when the API is ready. */
  killAndRestart(): Promise<void>
  /** Stops it as Ctrl-C does. */
  end(): Promise<void>
  /** Kills whatever runs, without a look at what becomes of it. */
  abandon(): void
  readonly counts: RoundCounts
}

export interface RoundsOptions {
  readonly workplace: Workplace
  readonly availability: Availability
  readonly random: () => number
  /** How many writes were acknowledged so far. */
  acknowledged(): number
  complain(complaint: string): void
}

/** Milliseconds that a life lasts: most are short, and some long enough for a print whose worker was killed to go on. */
const shortLife = 3_000
const longLives = { chance: 0.08, from: 15_000, to: 25_000 }
/** Acknowledged writes that a life waits for, so that a slow machine is under load too, and the milliseconds that it waits at most. */
const leastWork = { writes: 30, within: 20_000 }
/** The chance that a start is killed too, and the milliseconds within which. */
const killedStarts = { chance: 0.2, within: 1_000 }
/** Milliseconds in which what a killed API leaves behind has to be gone. */
const patience = 3_000

const lifeOf = (random: () => number): number => {
  if (random() >= longLives.chance) return random() * shortLife
  return longLives.from + random() * (longLives.to - longLives.from)
}

/** Waits for the random end of a life. */
const endOfLife = async ({ random, acknowledged }: RoundsOptions): Promise<void> => {
  const until = acknowledged() + Math.floor(random() * leastWork.writes)
  const latest = performance.now() + leastWork.within
  await sleep(lifeOf(random))
  while (acknowledged() < until && performance.now() < latest) await sleep(5)
}

/** Kills, and looks at what becomes of the processes that are left while the API starts again: nobody waits for them before that. */
const createKiller = (
  { workplace: { folder }, availability, random, complain }: RoundsOptions,
  counts: RoundCounts,
) => {
  const checks: Promise<void>[] = []

  const verifyGone = async (left: readonly number[], what: string) => {
    const survivors = await survivorsOf(left, folder, patience)
    if (survivors.length > 0) complain(`${survivors.length} processes outlived a kill of the ${what}`)
    killAll(survivors)
  }

  return {
    kill(process: LocalProcess) {
      const what = random() < 0.5 ? 'everything' : 'group'
      availability.down()
      const left = process.kill(what)
      if (what === 'everything') counts.ofEverything++
      else counts.orphans += left.length
      checks.push(verifyGone(left, what))
    },
    checked: () => Promise.all(checks),
  }
}

const lastLineOf = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? ''

export const startRounds = (options: RoundsOptions): Rounds => {
  const { workplace, availability, random, complain } = options
  const counts: RoundCounts = { kills: 0, ofEverything: 0, duringStart: 0, starts: [], orphans: 0 }
  const { kill, checked } = createKiller(options, counts)
  let running: LocalProcess | undefined

  const start = async (): Promise<void> => {
    const startedAt = performance.now()
    running = startProcess(workplace)
    const { api, dynamodb, issuer } = await running.ready.catch((cause: unknown) => {
      throw new Error(`the API did not start: ${lastLineOf(workplace.logFile)}`, { cause })
    })
    counts.starts.push(performance.now() - startedAt)
    availability.up({ api, dynamodb, tokenOf: tokensOf(issuer) })
  }

  const killStart = async (): Promise<void> => {
    running = startProcess(workplace)
    await sleep(random() * killedStarts.within)
    counts.duringStart++
    kill(running)
  }

  return {
    begin: start,
    async killAndRestart() {
      await endOfLife(options)
      if (running !== undefined) kill(running)
      counts.kills++
      while (random() < killedStarts.chance) await killStart()
      await start()
    },
    async end() {
      await checked()
      availability.down()
      const status = await running?.stop()
      if (status !== 0) complain(`the API ended with status ${status} after SIGTERM`)
      const survivors = await survivorsOf(processesIn(workplace.folder), workplace.folder, patience)
      if (survivors.length > 0) complain(`${survivors.length} processes outlived the end`)
      running = undefined
    },
    abandon() {
      running?.kill('everything')
      killAll(processesIn(workplace.folder))
    },
    counts,
  }
}
