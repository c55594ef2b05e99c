import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Claim, Ledger, ListName } from './ledger.ts'
import { countsOf, halfDone, type ListCounts, type Listing, listNames, readListing } from './lists.ts'

export interface Verification {
  readonly lists: ReadonlyMap<ListName, ListCounts>
  readonly halfDone: readonly string[]
}

interface VerificationOptions {
  readonly client: Client
  readonly ledger: Ledger
  readonly recipients: readonly string[]
  complain(complaint: string): void
}

/** Lists that follow others behind a stream. */
const followers: readonly ListName[] = ['payments', 'history', 'alerts']
/** Milliseconds without anything new after which nothing is waited for: short when all that is due is there. */
const silence = { complete: 2_000, incomplete: 20_000 }

const totalOf = async (client: Client, name: ListName, recipient: string): Promise<number> =>
  Number((await client.read({ path: `/${name}?size=1`, recipient })).body.totalSize)

/** Waits until everything that is due behind a stream is there, or nothing has come for a while. */
export const untilSettled = async ({ client, ledger, recipients }: VerificationOptions): Promise<void> => {
  const due = (name: ListName, recipient: string) =>
    [...ledger.expectations(name, recipient).values()].filter(({ presence }) => presence === 'there').length
  const lists = recipients.flatMap((recipient) => followers.map((name) => ({ name, recipient })))
  const expected = lists.reduce((sum, { name, recipient }) => sum + due(name, recipient), 0)
  let last = -1
  for (let since = performance.now(); ; await sleep(250)) {
    const totals = await Promise.all(lists.map(({ name, recipient }) => totalOf(client, name, recipient)))
    const total = totals.reduce((sum, each) => sum + each, 0)
    if (total !== last) since = performance.now()
    last = total
    if (performance.now() - since > (total >= expected ? silence.complete : silence.incomplete)) return
  }
}

const added = (one: ListCounts, other: ListCounts): ListCounts => ({
  due: one.due + other.due,
  found: one.found + other.found,
  unasked: one.unasked + other.unasked,
  lost: [...one.lost, ...other.lost],
  doubled: [...one.doubled, ...other.doubled],
  neverSent: [...one.neverSent, ...other.neverSent],
  returned: [...one.returned, ...other.returned],
  wrongTotals: [...one.wrongTotals, ...other.wrongTotals],
})

const faultWords = {
  lost: 'lost',
  doubled: 'there more than once',
  neverSent: 'never sent',
  returned: 'there although taken away',
  wrongTotals: 'told as the total',
} as const
const shown = 5

const complaintsAbout = (name: ListName, counts: ListCounts): readonly string[] =>
  Object.entries(faultWords).flatMap(([fault, words]) => {
    const keys = counts[fault as keyof typeof faultWords]
    return keys.length === 0 ? [] : [`${name}: ${keys.length} ${words}: ${keys.slice(0, shown).join(', ')}`]
  })

/** Reads every list of every recipient to its end and holds it to the ledger. */
export const verifyLists = async (options: VerificationOptions): Promise<Verification> => {
  const { client, ledger, recipients, complain } = options
  await untilSettled(options)
  const counts = new Map<ListName, ListCounts>()
  const listings = new Map<string, ReadonlySet<string>>()
  for (const name of listNames)
    for (const recipient of recipients) {
      const listing: Listing = await readListing(client, name, recipient)
      listings.set(`${name} ${recipient}`, new Set(listing.keys))
      const own = countsOf(listing, ledger.expectations(name, recipient))
      const before = counts.get(name)
      counts.set(name, before === undefined ? own : added(before, own))
    }
  for (const [name, own] of counts) for (const complaint of complaintsAbout(name, own)) complain(complaint)
  const isListed = ({ list, recipient, key }: Claim) => listings.get(`${list} ${recipient}`)?.has(key) ?? false
  const half = halfDone(ledger.together(), isListed)
  if (half.length > 0) complain(`${half.length} writes are half done: ${half.slice(0, shown).join(' | ')}`)
  return { lists: counts, halfDone: half }
}
