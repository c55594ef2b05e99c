import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod/mini'
import type { Operation } from '../../../shared/contract/operation.ts'
import { type Collection, caps } from '../../../shared/mechanisms/limits/limits.ts'
import { readLimit } from '../../../shared/mechanisms/store/query.ts'
import { operations } from '../../../shared/operations.ts'
import { type ListScene, listScenes, paramsOf } from '../../support/listScenes.ts'
import { nextParameters } from '../../support/nextQuery.ts'
import type { Yardstick } from '../bench/figure.ts'
import { delay, sequentialCalls } from '../bench/operationTraces.ts'
import { seed } from '../bench/seed.ts'
import { type TracedApi, tracedApi } from '../bench/tracedApi.ts'
import { isFiltered, mostGrowth, yardstickOf } from './yardsticks.ts'

const few = 100
/** As many as a request reads: what a filtered list costs then, it costs however many are kept. */
const read = readLimit.items * readLimit.reads
/** Read units and round trips that one request may take, however many items of the scenes' size are kept. */
const bounds = { units: 500, roundTrips: 10 }

/** The collections of the lists that are capped; prints are kept for a week at a hundred a day, and windows of a rate may adjoin. Videos, leaders and webhooks grow with payments. */
const capOf: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    (
      [
        ['listActions', 'actions'],
        ['listConfigs', 'configs'],
        ['listNews', 'news'],
        ['listTokens', 'accounts'],
        ['listSources', 'accounts'],
        ['listChats', 'chats'],
        ['listEndpoints', 'endpoints'],
        ['listGateways', 'gateways'],
        ['listOverlays', 'overlays'],
        ['listPlaylists', 'playlists'],
      ] as const satisfies readonly (readonly [string, Collection])[]
    ).map(([list, collection]) => [list, caps[collection].items]),
  ),
  listPrints: 800,
  listVideos: Number.POSITIVE_INFINITY,
  listLeaders: Number.POSITIVE_INFINITY,
  listEndpointMessages: Number.POSITIVE_INFINITY,
}

const isList = ({ success: { body } }: Operation): boolean =>
  body instanceof z.ZodMiniObject && 'pageable' in body.shape

type Query = Readonly<Record<string, string>>

const day = { after: '2026-01-01T00:00:10Z', before: '2026-01-02T00:00:00Z' }

/** Queries of a list besides those of its scene: those whose cost could grow with what is kept. */
const growing: Readonly<Record<string, readonly Query[]>> = {
  listHistory: [day, { deleted: 'true' }, { systems: 'Nobody' }, { events: 'raid', ...day }],
  listPayments: [{ status: 'refunded' }],
  listAlerts: [day, { nickname: 'nobody' }, { hidden: 'true', ...day }, { levelName: 'gold' }],
}

interface Cost {
  readonly kept: number
  readonly units: number
  readonly roundTrips: number
  /** The member of the query that was refused. */
  readonly refused: string | undefined
}

export interface Row extends Yardstick {
  readonly list: string
  readonly query: string
  readonly few: Cost
  /** Over as many items as a request reads at most. */
  readonly read: Cost
  readonly many: Cost
  /** Whether it takes no more than any request may, however many items are kept. */
  readonly isBounded: boolean
  /** Whether the goal is reached. */
  readonly met: boolean
}

const recipientOf = (list: string, kept: number): string => `${list}-${kept}`

const keep = async (api: TracedApi, list: string, scene: ListScene, kept: number): Promise<void> => {
  const recipientId = recipientOf(list, kept)
  await seed(api, scene.table, kept, (index) => scene.item(recipientId, index + 1))
  if (scene.within !== undefined) await seed(api, scene.within.table, 1, () => scene.within?.item(recipientId) ?? {})
  if (scene.total === undefined) return
  await api.client.send(
    new PutCommand({ TableName: api.table('recipients'), Item: { recipientId, [scene.total]: kept } }),
  )
}

const answerOf = async (api: TracedApi, list: string, kept: number, query: Query) => {
  const needs = listScenes[list]?.needs
  const { status, body, headers, trace } = await api.call(list, {
    ...paramsOf(list),
    recipient: recipientOf(list, kept),
    query: { ...needs, ...query },
  })
  const calls = trace.calls.filter(({ service }) => service === 'dynamodb')
  if (status !== 200 && status !== 400) throw new Error(`${list} answered ${status} ${JSON.stringify(body)}`)
  const cost: Cost = {
    kept,
    units: calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
    roundTrips: sequentialCalls(calls),
    refused: status === 400 ? body.errors[0].pointer : undefined,
  }
  return { cost, link: headers['link'] }
}

/** What a query costs, and the page after it by its cursor. */
const costsOf = async (api: TracedApi, list: string, kept: number, query: Query): Promise<readonly Cost[]> => {
  const first = await answerOf(api, list, kept, query)
  if (first.link === undefined) return [first.cost]
  return [first.cost, (await answerOf(api, list, kept, nextParameters(first.link))).cost]
}

/** What a page of a query costs over few items, over as many as are read, and over many. */
type Costs = readonly [few: Cost, read: Cost, many: Cost]

const rowOf = (list: string, query: Query, isNextPage: boolean, [small, full, large]: Costs): Row => {
  const isRefused = large.refused !== undefined
  const isFlat = large.units <= mostGrowth * (isFiltered(query) ? Math.max(small.units, full.units) : small.units)
  const name = new URLSearchParams(query).toString() || 'all'
  return {
    ...yardstickOf(list, query),
    list,
    query: isNextPage ? `${name}, next page` : name,
    few: small,
    read: full,
    many: large,
    isBounded: isRefused || ((isFlat || large.units <= bounds.units) && large.roundTrips <= bounds.roundTrips),
    met: isRefused || isFlat,
  }
}

/** The ids of all lists. */
export const listIds = operations.filter(isList).map(({ id }) => id)

/** Every list of the registry, or only one, with every query of its scene, over few items, over as many as a request reads, and over many, or as many as a recipient may keep. */
export const measureScale = async function* (size: number, only: string | undefined): AsyncGenerator<Row> {
  const api = await tracedApi()
  for (const list of listIds) {
    if (only !== undefined && list !== only) continue
    const scene = listScenes[list]
    if (scene === undefined) throw new Error(`${list} has no scene`)
    const cap = capOf[list]
    if (cap === undefined && scene.total === undefined) throw new Error(`${list} has neither a cap nor a total`)
    const many = Math.min(size, cap ?? size)
    const counts = [Math.min(few, many - 1), Math.min(read, many - 1), many] as const
    for (const kept of new Set(counts)) await keep(api, list, scene, kept)
    api.setFaults(delay)
    const last = { page: String(Math.ceil(many / 20) - 1) }
    for (const query of [{}, last, ...scene.queries, ...(growing[list] ?? [])]) {
      const costs: (readonly Cost[])[] = []
      for (const kept of counts) costs.push(await costsOf(api, list, kept, query))
      for (const index of costs.at(-1)?.keys() ?? []) {
        // A shorter list may end before its second page.
        const [small, full, large] = costs.map((pages) => pages[Math.min(index, pages.length - 1)])
        if (small && full && large) yield rowOf(list, query, index > 0, [small, full, large])
      }
    }
    api.setFaults({ rules: [] })
  }
}
