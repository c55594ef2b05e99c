import type { Yardstick } from '../bench/figure.ts'

type Query = Readonly<Record<string, string>>

/** Times what a request over fewer items costs that one over many may cost. */
export const mostGrowth = 2

/** What a list cost on 2026-11-21, over few items and over many, by the member of the query that decides the cost; `''` is the plain list. */
const found: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listAlerts: {
    '': '3 RRU, and 3 RRU of 100,000',
    page: '3 RRU, and 3 RRU of 100,000 (page 4,999)',
    nickname: '75 RRU of 1,000, 7,527 RRU of 100,000',
  },
  listHistory: {
    '': '3 RRU, and 3 RRU of 1,000,000',
    page: '1,886 RRU at page 1,000, 9,409 RRU at page 4,999, 503 at page 49,999',
    after: '136 RRU of 1,440, 1,792 RRU and then 503 of 1,000,000',
  },
  listActions: { '': '1 RRU, 437 RRU of 10,000' },
  listConfigs: { '': '1 RRU, 533 RRU and 3 round trips of 5,000' },
  listGateways: { '': '1 RRU, 101 RRU of 2,000' },
  listNews: { '': '2 RRU, 1,569 RRU and 8 round trips of 10,000' },
  listPayments: { '': '1 to 2 RRU; not measured over many' },
  listPlaylists: { '': '1 RRU, 1,625 RRU and 7 round trips of 5,000' },
  listTokens: { '': '1 to 2 RRU; not measured over many' },
}

const laterLists = ['listChats', 'listLeaders', 'listOverlays', 'listPrints', 'listSources', 'listVideos']

const foundOf = (list: string, query: Query): string => {
  if (laterLists.includes(list)) return 'there was no such list'
  const measured = found[list] ?? {}
  const member = ['nickname', 'after', 'page'].find((name) => name in query && name in measured)
  if (member !== undefined) return measured[member] ?? ''
  // Lists that were read whole cost the same for every query.
  const isReadWhole = !('page' in measured)
  return (isReadWhole || Object.keys(query).length === 0 ? measured[''] : undefined) ?? 'not measured'
}

const fieldOf = (query: Query): string => {
  if ('page' in query) return 'everything before the page is read, as DynamoDB has no offset'
  const isInOrderOfKeys = Object.entries(query).every(
    ([name, value]) => name === 'sort' && value.startsWith('timestamp,'),
  )
  if (isInOrderOfKeys) return 'a Query with Limit: the page alone, without a total'
  return 'everything is read, and filtered or sorted by FilterExpression or in the function'
}

/** Whether what is asked for has to be looked for. Such a list is read as far as a limit, so it is held to what it costs there. */
export const isFiltered = (query: Query): boolean =>
  Object.keys(query).some((name) => !['page', 'size', 'sort'].includes(name))

/** What the measured cost of a list with a query is compared with. */
export const yardstickOf = (list: string, query: Query): Yardstick => ({
  goal: `≤ ${mostGrowth} × the read units of ${isFiltered(query) ? 'at most 3,000' : '100'} items, or refused with the way to go on`,
  field: fieldOf(query),
  before: { on: '2026-11-21', found: foundOf(list, query) },
})
