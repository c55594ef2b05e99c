import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../local/runner/random.ts'
import type { Act } from './acts.ts'
import { type Availability, createAvailability } from './availability.ts'
import { type Client, createClient } from './client.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createSenders, startLoad } from './load.ts'
import { createOneTimeCodes } from './oneTimeCodes.ts'
import { createPrints } from './prints.ts'
import { reportLines } from './report.ts'
import { type Rounds, startRounds } from './rounds.ts'
import { repeatRecent, type Sender } from './sender.ts'
import { deadLettersIn, openStored } from './stored.ts'
import { verifyLists } from './verification.ts'
import { closeWorkplace, openWorkplace, type Workplace } from './workplace.ts'

export interface KillsOptions {
  readonly count: number
  readonly seed: number
  /** Items of the history whose prints take long enough to be killed. */
  readonly seededItems: number
  onProgress(line: string): void
}

export interface KillsReport {
  readonly lines: readonly string[]
  /** Nothing that was acknowledged is lost, nothing is doubled, and every print has ended. */
  readonly isRight: boolean
}

const recipients = ['alice', 'bob', 'carol', 'dave']
const sendersOfEach = 3
/** Whose history is seeded, and whose prints therefore take a while. */
const archivist = 'archive'

interface Parts {
  readonly options: KillsOptions
  readonly workplace: Workplace
  readonly availability: Availability
  readonly ledger: Ledger
  readonly client: Client
  readonly rounds: Rounds
  readonly complaints: string[]
  complain(complaint: string): void
}

const assemble = (options: KillsOptions, workplace: Workplace): Parts => {
  const complaints: string[] = []
  const complain = (complaint: string) => void complaints.push(complaint)
  const availability = createAvailability()
  const ledger = createLedger()
  const client = createClient({ availability, ledger, random: randomOf(options.seed), complain })
  const rounds = startRounds({
    workplace,
    availability,
    random: randomOf(options.seed + 1),
    acknowledged: client.acknowledged,
    complain,
  })
  return { options, workplace, availability, ledger, client, rounds, complaints, complain }
}

const storedOf = async ({ workplace, availability }: Parts) =>
  openStored(workplace, (await availability.current()).dynamodb)

const seedArchive = async (parts: Parts) => {
  const stored = await storedOf(parts)
  const nicknames = await stored.seedHistory(archivist, parts.options.seededItems)
  stored.close()
  return new Map([[archivist, nicknames]])
}

/** The jobs that have not ended, and the ones that nobody asked for. */
const verifyJobs = async (parts: Parts) => {
  const stored = await storedOf(parts)
  for (let attempt = 0; attempt < 100; attempt++) {
    const jobs = await stored.printJobs()
    const open = jobs.filter(({ status }) => status !== 'ready' && status !== 'failed')
    if (open.length === 0) break
    if (attempt === 99) parts.complain(`${open.length} prints did not end`)
    await sleep(500)
  }
  const { length } = await stored.printJobs()
  stored.close()
  const tally = parts.client.tallies().get('prints')
  if (tally !== undefined && (length > tally.sent || length < tally.acknowledged))
    parts.complain(`there are ${length} prints of ${tally.acknowledged} acknowledged and ${tally.sent} sent`)
  return length
}

const killAgainAndAgain = async (parts: Parts, senders: readonly Sender[]): Promise<number> => {
  const { options, rounds } = parts
  let repeated = 0
  for (let round = 1; round <= options.count; round++) {
    await rounds.killAndRestart()
    for (const each of await Promise.all(senders.map(repeatRecent))) repeated += each
    if (round % 10 === 0 || round === options.count)
      options.onProgress(`${round} kills, ${parts.client.attempts()} requests, ${parts.complaints.length} complaints`)
  }
  return repeated
}

const runParts = async (parts: Parts): Promise<KillsReport> => {
  const { options, workplace, ledger, client, rounds, complaints, complain } = parts
  await rounds.begin()
  const seeded = await seedArchive(parts)
  const senders = await createSenders({ ...parts, seed: options.seed + 2, recipients, sendersOfEach })
  const [first] = senders
  if (first === undefined) throw new Error('nobody sends')
  const codes = createOneTimeCodes()
  const prints = createPrints({ client, ledger, seeded, complain })
  const clerk: Sender = { ...first, recipient: archivist, name: archivist, recent: [] }
  const archive: Act = () => prints.ask(clerk)
  const more = [
    [codes.deposit, 5],
    [codes.exchange, 6],
    [prints.ask, 1],
    [archive, 0.3],
  ] as const
  const load = startLoad(senders, more, complain)
  const repeated = await killAgainAndAgain(parts, senders)
  await load.end()
  await codes.exchangeAll(first)
  const printCounts = await prints.verifyAll()
  const jobs = await verifyJobs(parts)
  const { lists } = await verifyLists({ ...parts, recipients })
  await rounds.end()
  const deadLetters = deadLettersIn(workplace)
  if (deadLetters > 0) complain(`${deadLetters} records of streams were given up`)
  const results = { lists, printCounts, jobs, codes: codes.counts, repeated, deadLetters }
  const isRight = complaints.length === 0
  return { isRight, lines: reportLines({ ...results, seed: options.seed, client, rounds: rounds.counts, complaints }) }
}

/** What went wrong leaves its data and its log behind. */
const keptAt = ({ folder }: Workplace): string => `the data and the log are kept in ${folder}`

/**
 * Starts the local API as a process, writes to it without a pause, kills it with SIGKILL at random moments and starts it again on the
 * same data; in the end everything that was acknowledged has to be there, once.
 */
export const runKills = async (projectFolder: string, options: KillsOptions): Promise<KillsReport> => {
  const workplace = await openWorkplace(projectFolder)
  const parts = assemble(options, workplace)
  const interrupt = () => {
    parts.rounds.abandon()
    closeWorkplace(workplace)
    process.exit(130)
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    const report = await runParts(parts)
    if (report.isRight) closeWorkplace(workplace)
    return report.isRight ? report : { ...report, lines: [...report.lines, keptAt(workplace)] }
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : cause}; ${keptAt(workplace)}`, { cause })
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    parts.rounds.abandon()
  }
}
