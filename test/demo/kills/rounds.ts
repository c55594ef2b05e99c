import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Availability, tokensOf } from './availability.ts'
import { type LocalProcess, logFileOf, startProcess, type Workplace } from './localProcess.ts'
import { killAll, processesIn, survivorsOf } from './processesIn.ts'

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
  complain(complaint: string): void
}

/** Milliseconds that a life lasts: most are short, and some long enough for a print whose worker was killed to go on. */
const shortLife = 3_000
const longLives = { chance: 0.08, from: 15_000, to: 25_000 }
/** The chance that a start is killed too, and the milliseconds within which. */
const killedStarts = { chance: 0.2, within: 1_000 }
/** Milliseconds in which what a killed API leaves behind has to be gone. */
const patience = 3_000

const lastLineOf = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? ''

const lifeOf = (random: () => number): number => {
  if (random() >= longLives.chance) return random() * shortLife
  return longLives.from + random() * (longLives.to - longLives.from)
}

export const startRounds = ({ workplace, availability, random, complain }: RoundsOptions): Rounds => {
  const counts: RoundCounts = { kills: 0, ofEverything: 0, duringStart: 0, starts: [], orphans: 0 }
  const checks: Promise<void>[] = []
  let running: LocalProcess | undefined

  const kill = (process: LocalProcess) => {
    const what = random() < 0.5 ? 'everything' : 'group'
    availability.down()
    const left = process.kill(what)
    if (what === 'everything') counts.ofEverything++
    else counts.orphans += left.length
    // Looked at while the next one starts: nobody waits before he starts again.
    checks.push(
      survivorsOf(left, workplace.folder, patience).then((survivors) => {
        if (survivors.length > 0) complain(`${survivors.length} processes outlived a kill of the ${what}`)
        killAll(survivors)
      }),
    )
  }

  const start = async (): Promise<void> => {
    const startedAt = performance.now()
    running = startProcess(workplace)
    try {
      const { api, dynamodb, issuer } = await running.ready
      counts.starts.push(performance.now() - startedAt)
      availability.up({ api, dynamodb, tokenOf: tokensOf(issuer) })
    } catch (cause) {
      throw new Error(`the API did not start: ${lastLineOf(logFileOf(workplace))}`, { cause })
    }
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
      await sleep(lifeOf(random))
      if (running !== undefined) kill(running)
      counts.kills++
      while (random() < killedStarts.chance) await killStart()
      await start()
    },
    async end() {
      await Promise.all(checks)
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
