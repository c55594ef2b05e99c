/** The lists of the API that show what was written. */
export type ListName =
  | 'announcers'
  | 'actions'
  | 'history'
  | 'alerts'
  | 'payments'
  | 'news'
  | 'playlists'
  | 'configs'
  | 'gateways'

/** What a write does to a list: an item is there afterwards, or is not. */
export interface Claim {
  readonly list: ListName
  readonly recipient: string
  readonly key: string
  readonly present: boolean
  /** It comes to be after the answer, behind a stream. */
  readonly later?: true
}

/** What is known of an item: it has to be there, may be there, or has to be gone. */
export interface Expectation {
  readonly presence: 'there' | 'open' | 'gone'
  /** The instant since when that is so, in the ledger's own time. */
  readonly since: number
  /** When a write that removes it was sent first. */
  readonly removedAt: number | undefined
  readonly later: boolean
}

export interface Ledger {
  /** The next instant: every call is later than the one before. */
  now(): number
  /** To be called before a request leaves: from now on it may have had its effect. */
  sent(claims: readonly Claim[]): void
  /** To be called once its whole answer has come. */
  acknowledged(claims: readonly Claim[]): void
  /** To be called once a refusal has come: nothing of the write has had or will have an effect. */
  refused(claims: readonly Claim[]): void
  /** How many items of a list may have been there at once since an instant. */
  possibleSince(instant: number, list: ListName, recipient: string): number
  expectations(list: ListName, recipient: string): ReadonlyMap<string, Expectation>
  recipientsOf(list: ListName): readonly string[]
  /** Claims of one write each, which are all true or all false, whether it was acknowledged or not. */
  together(): readonly (readonly Claim[])[]
}

interface Entry extends Expectation {
  /** The write that said the last word about the item. */
  readonly write: readonly Claim[]
  /** What was known before that write. */
  readonly before: Expectation | undefined
}

/** Lists that show one item in one of its states: a write of one item is never half done. */
const showsStates = ({ list }: Claim): boolean => list === 'configs' || list === 'gateways'

const expectationOf = ({ presence, since, removedAt, later }: Entry): Expectation => ({
  presence,
  since,
  removedAt,
  later,
})

const listKey = ({ list, recipient }: Pick<Claim, 'list' | 'recipient'>): string => `${list} ${recipient}`

/** Keeps what was sent and what was acknowledged, and with that what the API has to show. */
export const createLedger = (): Ledger => {
  const lists = new Map<string, Map<string, Entry>>()
  const writes = new Set<readonly Claim[]>()
  let clock = 0
  const entriesOf = (claim: Pick<Claim, 'list' | 'recipient'>) => {
    const entries = lists.get(listKey(claim)) ?? new Map<string, Entry>()
    lists.set(listKey(claim), entries)
    return entries
  }

  const isLastWord = (write: readonly Claim[]): boolean =>
    write.every((claim) => entriesOf(claim).get(claim.key)?.write === write)

  return {
    now: () => ++clock,
    sent(claims) {
      const since = ++clock
      writes.add(claims)
      for (const claim of claims) {
        const entry = entriesOf(claim).get(claim.key)
        const before = entry && expectationOf(entry)
        const removedAt = before?.removedAt ?? (claim.present ? undefined : since)
        const later = claim.later ?? before?.later ?? false
        entriesOf(claim).set(claim.key, { presence: 'open', since, removedAt, later, write: claims, before })
      }
    },
    acknowledged(claims) {
      const since = ++clock
      for (const claim of claims) {
        const entry = entriesOf(claim).get(claim.key)
        if (entry === undefined) throw new Error(`${claim.key} was acknowledged before it was sent`)
        entriesOf(claim).set(claim.key, { ...entry, presence: claim.present ? 'there' : 'gone', since })
      }
    },
    refused(claims) {
      const since = ++clock
      for (const claim of claims) {
        const entry = entriesOf(claim).get(claim.key)
        if (entry?.write !== claims) continue
        entriesOf(claim).set(claim.key, { ...entry, ...(entry.before ?? { presence: 'gone', since }) })
      }
    },
    possibleSince: (instant, list, recipient) =>
      [...entriesOf({ list, recipient }).values()].filter(
        ({ presence, since }) => presence !== 'gone' || since > instant,
      ).length,
    expectations: (list, recipient) => entriesOf({ list, recipient }),
    recipientsOf: (list) =>
      [...lists.keys()].filter((key) => key.startsWith(`${list} `)).map((key) => key.slice(list.length + 1)),
    together: () => [...writes].filter((write) => write.length > 1 && !write.every(showsStates) && isLastWord(write)),
  }
}
