import { gatewayKey } from './acts.ts'
import type { Answer, Client, Json } from './client.ts'
import type { Claim, Ledger, ListName } from './ledger.ts'

interface List {
  readonly path: string
  keyOf(item: Json): string
}

const lists: Readonly<Record<ListName, List>> = {
  announcers: { path: '/messenger/announcers', keyOf: ({ text }) => text },
  actions: { path: '/actions', keyOf: ({ name }) => name },
  history: { path: '/history', keyOf: ({ nickname }) => nickname },
  alerts: { path: '/alerts', keyOf: ({ nickname }) => nickname },
  payments: { path: '/payments', keyOf: ({ gatewayId }) => gatewayId },
  news: { path: '/news', keyOf: ({ title }) => title },
  playlists: { path: '/playlists', keyOf: ({ title }) => title },
  configs: { path: '/config', keyOf: ({ name, value }) => `${name}=${value.revision}` },
  gateways: { path: '/payments/gateways', keyOf: ({ id, enabled }) => gatewayKey(id, enabled) },
}

export const listNames = Object.keys(lists) as readonly ListName[]

/** What a list shows: its keys, and how many there are by its own count. */
export interface Listing {
  readonly keys: readonly string[]
  readonly total: number
}

/** How a list differs from the ledger. */
export interface ListCounts {
  /** Acknowledged, and not taken away. */
  readonly due: number
  readonly found: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly neverSent: readonly string[]
  /** Taken away, and listed all the same. */
  readonly returned: readonly string[]
  /** Not acknowledged, and there. */
  readonly unasked: number
  readonly wrongTotals: readonly string[]
}

export const readListing = async (client: Client, name: ListName, recipient: string): Promise<Listing> => {
  const { path, keyOf } = lists[name]
  const first = await client.read({ path: `${path}?size=100`, recipient })
  const { body } = first
  if (Array.isArray(body)) return { keys: body.map(keyOf), total: body.length }
  const keys: string[] = body.content.map(keyOf)
  for (let { next } = first; next !== undefined; ) {
    const page: Answer = await client.read({ path: `${path}${next}`, recipient })
    keys.push(...page.body.content.map(keyOf))
    next = page.next
  }
  return { keys, total: body.totalSize }
}

/** Holds a list to the ledger. */
export const countsOf = (listing: Listing, expectations: ReturnType<Ledger['expectations']>): ListCounts => {
  const found = new Set(listing.keys)
  const positions = new Map(listing.keys.map((key, index) => [key, index]))
  const due = [...expectations].filter(([, { presence }]) => presence === 'there').map(([key]) => key)
  return {
    due: due.length,
    found: listing.keys.length,
    lost: due.filter((key) => !found.has(key)),
    doubled: listing.keys.filter((key, index) => positions.get(key) !== index),
    neverSent: [...found].filter((key) => !expectations.has(key)),
    returned: [...found].filter((key) => expectations.get(key)?.presence === 'gone'),
    unasked: [...found].filter((key) => expectations.get(key)?.presence === 'open').length,
    wrongTotals: listing.total === listing.keys.length ? [] : [`${listing.total} in place of ${listing.keys.length}`],
  }
}

/** The writes of which one part had its effect and another one had not. */
export const halfDone = (
  together: readonly (readonly Claim[])[],
  isListed: (claim: Claim) => boolean,
): readonly string[] =>
  together
    .filter((claims) => new Set(claims.map((claim) => isListed(claim) === claim.present)).size > 1)
    .map((claims) => claims.map(({ list, key }) => `${list} ${key}`).join(', '))
