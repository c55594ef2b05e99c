import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { csvRecords } from '../../support/csvRows.ts'
import type { Act } from './acts.ts'
import type { Client, Json } from './client.ts'
import type { Ledger } from './ledger.ts'
import { commandOf, type Sender, send } from './sender.ts'

interface Print {
  readonly printId: string
  readonly recipient: string
  /** The ledger's instant before it was asked for. */
  readonly askedAt: number
}

export interface PrintCounts {
  asked: number
  ready: number
  failed: number
  rows: number
}

export interface Prints {
  readonly ask: Act
  /** Waits until all that were acknowledged have ended, and holds the files to what they must have. */
  verifyAll(): Promise<PrintCounts>
}

export interface PrintsOptions {
  readonly client: Client
  readonly ledger: Ledger
  /** The nicknames of a recipient whose history does not change. */
  readonly seeded: ReadonlyMap<string, readonly string[]>
  complain(complaint: string): void
}

const patience = 600_000
const shown = 3

/** What the rows of a file should be and are not: rows of a print that was asked for at one instant and read at a later one. */
export const rowFaults = (
  rows: readonly string[],
  expectations: ReturnType<Ledger['expectations']>,
  askedAt: number,
): readonly string[] => {
  const printed = new Set(rows)
  const faults = rows.length === printed.size ? [] : [`${rows.length - printed.size} rows stand twice`]
  for (const key of printed) {
    const expected = expectations.get(key)
    if (expected === undefined) faults.push(`${key} was never sent`)
    else if (expected.presence === 'gone' && expected.since < askedAt) faults.push(`${key} had been deleted`)
  }
  for (const [key, { presence, since, later, removedAt }] of expectations)
    if (presence === 'there' && !later && since < askedAt && removedAt === undefined && !printed.has(key))
      faults.push(`${key} is missing`)
  return faults
}

const endOf = async (client: Client, { printId, recipient }: Print, until: number): Promise<Json> => {
  for (;;) {
    const { body } = await client.read({ path: `/history/prints/${printId}`, recipient })
    if (body.status === 'ready' || body.status === 'failed' || performance.now() > until) return body
    await sleep(250)
  }
}

/** Downloads a file and holds it to its state and to the ledger; answers how many rows it has. */
const verifyFile = async (
  { ledger, seeded, complain }: PrintsOptions,
  { printId, recipient, askedAt }: Print,
  { url, rows, bytes, sha256 }: Json,
): Promise<number> => {
  const content = Buffer.from(await (await fetch(url)).arrayBuffer())
  const digest = createHash('sha256').update(content).digest('hex')
  const lines = csvRecords(content)
  const names = lines.map(({ nickname = '' }) => nickname)
  const fixed = seeded.get(recipient)
  const faults =
    fixed === undefined
      ? rowFaults(names, ledger.expectations('history', recipient), askedAt)
      : fixedFaults(names, fixed)
  if (bytes !== content.length || sha256 !== digest || rows !== names.length)
    complain(`the file of the print ${printId} is not what its state says`)
  if (faults.length > 0)
    complain(`the file of the print ${printId}: ${faults.slice(0, shown).join('; ')} (${faults.length} in all)`)
  return names.length
}

const fixedFaults = (rows: readonly string[], fixed: readonly string[]): readonly string[] => {
  const isSame = rows.length === fixed.length && rows.every((row, index) => row === fixed[index])
  return isSame ? [] : [`${rows.length} rows are not the ${fixed.length} of the history`]
}

export const createPrints = (options: PrintsOptions): Prints => {
  const { client, ledger, complain } = options
  const prints: Print[] = []
  return {
    async ask(sender: Sender) {
      const askedAt = ledger.now()
      const write = commandOf(sender, 'prints', '/history/commands/print-csv', {}, [])
      const answer = await send(sender, write)
      if (answer !== undefined) prints.push({ printId: answer.body.printId, recipient: sender.recipient, askedAt })
    },
    async verifyAll() {
      const counts: PrintCounts = { asked: prints.length, ready: 0, failed: 0, rows: 0 }
      const until = performance.now() + patience
      for (const print of prints) {
        const state = await endOf(client, print, until)
        if (state.status === 'failed') counts.failed++
        else if (state.status !== 'ready') complain(`the print ${print.printId} did not end: it is ${state.status}`)
        else {
          counts.ready++
          counts.rows += await verifyFile(options, print, state)
        }
      }
      return counts
    },
  }
}
