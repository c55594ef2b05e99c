import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalStack } from '../../support/localStack.ts'
import {
  type FairnessOptions,
  type Flood,
  floodsOf,
  type Kind,
  kinds,
  measureOnce,
  patience,
} from './fairnessFloods.ts'
import { type StackPair, withStackPair } from './fairnessStacks.ts'
import { median } from './statistics.ts'

export const usualFlood: FairnessOptions = {
  starts: 400,
  announcers: 100,
  prints: 150,
  items: 19_800,
  donations: 400,
  links: 20,
  waiting: 200,
  rounds: 5,
}

/** Times what it takes on a stack beside that a neighbour's work may take. */
const goal = 3
/** Milliseconds that a flood has before the neighbours begin. */
const headStart = 500

type Times = Record<Kind, number[]>

const noTimes = (): Times => ({ announcement: [], print: [], donation: [] })

interface Measured {
  readonly idle: Times
  readonly flooded: Times
  /** On the stack beside, at the same moments. */
  readonly beside: Times
  readonly engine: { readonly idle: number[]; readonly flooded: number[] }
}

/** Counts the answers of a flood by their status. */
const counting = () => {
  const counts = new Map<number, number>()
  return {
    count: (status: number): void => {
      counts.set(status, (counts.get(status) ?? 0) + 1)
    },
    text: (): string => [...counts].map(([status, count]) => `${count} × ${status}`).join(', '),
  }
}

const shown = (milliseconds: number): string =>
  milliseconds >= patience ? `over ${patience / 1000} s` : `${(milliseconds / 1000).toFixed(2)} s`

const lineOf = (kind: Kind, { idle, flooded, beside }: Measured) => {
  const [alone, during, apart] = [median(idle[kind]), median(flooded[kind]), median(beside[kind])]
  const ratio = during / apart
  const isMet = ratio <= goal
  const facts = [
    `idle ${shown(alone)}`,
    `flooded ${shown(during)} (worst ${shown(Math.max(...flooded[kind]))}, ${(during / alone).toFixed(1)} × idle)`,
    `beside ${shown(apart)} (worst ${shown(Math.max(...beside[kind]))}, ${(apart / alone).toFixed(1)} × idle)`,
    `ratio ${ratio.toFixed(1)}, goal ≤ ${goal}: ${isMet ? 'met' : 'NOT MET'}`,
  ]
  return { line: `  ${kind.padEnd(13)} ${facts.join(', ')}`, isMet }
}

const engineLineOf = ({ idle, flooded }: Measured['engine']): string =>
  `  one item read from the engine of both stacks: idle ${median(idle).toFixed(1)} ms, flooded ${median(flooded).toFixed(1)} ms`

/** A flood that is under way. */
interface Course {
  isOver: boolean
  readonly done: Promise<void>
}

const beginFlood = (run: () => Promise<void>, { localApi }: LocalStack): Course => {
  const ended = run().then(() => localApi.eventSources?.idle())
  const course: Course = {
    isOver: false,
    done: ended.finally(() => {
      course.isOver = true
    }),
  }
  return course
}

/** Measures what has been measured least, on both stacks at the same time. */
const measureNext = async ({ flooded, beside, readAnItem }: StackPair, measured: Measured): Promise<void> => {
  const [kind] = kinds.toSorted((one, other) => measured.flooded[one].length - measured.flooded[other].length)
  if (kind === undefined) return
  measured.engine.flooded.push(await readAnItem())
  const times = await Promise.all([flooded, beside].map((stack) => measureOnce(stack, kind)))
  for (const [index, into] of [measured.flooded, measured.beside].entries()) into[kind].push(times[index] ?? 0)
}

const measureIdle = async ({ flooded, beside, readAnItem }: StackPair, { idle, engine }: Measured, rounds: number) => {
  // The first of each kind starts the functions.
  for (const kind of kinds) await Promise.all([flooded, beside].map((stack) => measureOnce(stack, kind)))
  for (let round = 0; round < rounds; round++)
    for (const kind of kinds) {
      engine.idle.push(await readAnItem())
      idle[kind].push(await measureOnce(flooded, kind))
    }
}

/**
 * Measures one flood, which is repeated until there are enough rounds: a line for the flood, and one for each thing that a neighbour does meanwhile.
 * The same is done at the same time on a stack beside it, which shares the cores and the engine of this machine: what is slower there is slower
 * because of them.
 */
const measureFlood = async ({ title, prepare }: Flood, rounds: number, pair: StackPair) => {
  const { flooded } = pair
  const measured: Measured = {
    idle: noTimes(),
    flooded: noTimes(),
    beside: noTimes(),
    engine: { idle: [], flooded: [] },
  }
  await measureIdle(pair, measured, rounds)
  const { count, text } = counting()
  const run = await prepare(flooded, count)
  await flooded.localApi.eventSources?.idle()
  const floodTimes: number[] = []
  while (kinds.some((kind) => measured.flooded[kind].length < rounds)) {
    const startedAt = performance.now()
    const course = beginFlood(run, flooded)
    void course.done.then(() => floodTimes.push(performance.now() - startedAt))
    await sleep(headStart)
    do await measureNext(pair, measured)
    while (!course.isOver)
    await course.done
  }
  const results = kinds.map((kind) => lineOf(kind, measured))
  const head = `${title}, ${floodTimes.length} times: answered ${text()}, done after ${shown(median(floodTimes))} each`
  const counted = `measured ${kinds.map((kind) => measured.flooded[kind].length).join(', ')} times`
  return {
    lines: [`${head}, ${counted}`, ...results.map(({ line }) => line), engineLineOf(measured.engine)],
    isMet: results.every(({ isMet }) => isMet),
  }
}

/** What a neighbour waits for while one recipient floods the service, line by line; true when all of it keeps to the goal. */
export async function* measureFairness(options: FairnessOptions): AsyncGenerator<string, boolean> {
  let isMet = true
  for (const flood of floodsOf(options)) {
    const result = await withStackPair((pair) => measureFlood(flood, options.rounds, pair))
    isMet &&= result.isMet
    yield* result.lines
  }
  return isMet
}
