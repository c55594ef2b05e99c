import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operations } from '../../../../shared/operations.ts'
import { type ListScene, listScenes, paramsOf } from '../../../support/listScenes.ts'
import { type LocalAws, startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { nextParameters } from '../../../support/nextQuery.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { oneOf } from '../../../support/runs.ts'

const kept = 3500
const recipient = 'alice'

let aws: LocalAws
const call = operationCaller()

/** Lists that grow without a limit, each with filters that let much, little and nothing pass. The rare item is behind 2,900 newer ones. */
const growing: Readonly<
  Record<string, { readonly rare: object; readonly filters: readonly Record<string, string>[] }>
> = {
  listHistory: {
    rare: { system: 'Rare' },
    filters: [{}, { systems: 'Kick' }, { systems: 'Rare' }, { systems: 'Nope' }, { after: '2026-01-01T00:00:00Z' }],
  },
  listPayments: {
    rare: { refundedAt: '2026-01-01T00:00:00Z' },
    filters: [{}, { status: 'completed' }, { status: 'refunded' }],
  },
  listAlerts: {
    rare: { levelName: 'rare' },
    filters: [{}, { nickname: 'bob' }, { levelName: 'rare' }, { levelName: 'nope' }, { after: '2026-01-01T00:00:01Z' }],
  },
  listVideos: { rare: { status: 'prepared' }, filters: [{}, { status: 'ready' }, { status: 'prepared' }] },
}

beforeAll(async () => {
  aws = await startLocalAws()
  const totals: Record<string, unknown> = { recipientId: recipient }
  for (const [id, { rare }] of Object.entries(growing)) {
    const { table, item, total } = listScenes[id] as ListScene
    if (total !== undefined) totals[total] = kept
    const items = Array.from({ length: kept }, (_, index) => item(recipient, index + 1))
    items[599] = { ...items[599], ...rare }
    await putMany(aws.client, aws.table(table), items)
  }
  await putMany(aws.client, aws.table('recipients'), [totals])
}, 120_000)
afterAll(() => aws.stop())

const cases = Object.entries(growing).flatMap(([id, { filters }]) =>
  filters.flatMap((filter) =>
    [undefined, 'asc'].map((direction): [string, Record<string, string>] => {
      const property = { listAlerts: 'createdAt', listVideos: 'id' }[id] ?? 'timestamp'
      return [id, { ...filter, size: '100', ...(direction && { sort: `${property},${direction}` }) }]
    }),
  ),
)

test.each(oneOf(2, cases))(
  'every page of %s %j that totalPages announces exists, and no more, regression: it was refused',
  async (id, query) => {
    const { body } = await call(id, { recipient, query })
    const last = Math.max(0, body.totalPages - 1)

    const announced = await call(id, { recipient, query: { ...query, page: String(last) } })
    const next = await call(id, { recipient, query: { ...query, page: String(last + 1) } })

    expect(announced.body).toMatchObject({ totalPages: body.totalPages, empty: body.totalPages === 0 })
    if (next.status === 200) expect(next.body).toMatchObject({ empty: true, totalIsExact: true })
    else expect(next.body.errors[0].detail).toBe(`page ${last} is the last one by number, and its next link leads on`)
  },
)

test.each(
  oneOf(
    2,
    cases.filter(([, { sort }]) => sort === undefined),
  ),
)(
  'links reach every item of %s %j, with one empty page, regression: a rare item looked like none',
  async (id, query) => {
    const first = await call(id, { recipient, query })
    const [found, emptyPages] = [new Set<string>(), new Set<number>()]
    for (let page = first, number = 0; ; number++) {
      for (const item of page.body.content) found.add(item.id)
      expect(page.body.totalPages).toBe(first.body.totalPages)
      if (page.headers['link'] === undefined) break
      if (page.body.empty) emptyPages.add(number)
      page = await call(id, { recipient, query: nextParameters(page.headers['link']) })
    }

    expect([...emptyPages].length).toBeLessThanOrEqual(found.size === 0 ? 1 : 0)
    if (first.body.totalIsExact) expect(found.size).toBe(first.body.totalSize)
    else expect(found.size).toBeGreaterThanOrEqual(first.body.totalSize)
  },
)

test.each(Object.entries(listScenes))(
  '%s passes over a property that it does not know, and says so',
  async (id, { needs, within }) => {
    if (within !== undefined) await putMany(aws.client, aws.table(within.table), [within.item('bob')])
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const { body } = await call(id, { ...paramsOf(id), recipient: 'bob', query: { ...needs, sort: '[object Object]' } })
    const lines = write.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(id))
    write.mockRestore()

    expect(body).toEqual((await call(id, { ...paramsOf(id), recipient: 'bob', query: { ...needs } })).body)
    expect(lines[0]).toMatch(/"WARN".*"unknown sort property ignored"/)
    expect(lines.join('').length).toBeLessThan(400)
    expect(lines.join('')).not.toContain('object Object')
  },
)

test.each(Object.entries(listScenes).filter(([id]) => !['listLeaders', 'listOverlays'].includes(id)))(
  '%s is sorted by each property that its description names, and by itself as in its example',
  async (id, { needs, within }) => {
    if (within !== undefined) await putMany(aws.client, aws.table(within.table), [within.item('bob')])
    const { description = '', examples = [] } = operations.find((each) => each.id === id) ?? {}
    const [, named = ''] = /ortable by ([^.;:]*)/.exec(description) ?? []
    const properties = [...named.matchAll(/`(\w+)`/g)].map(([, property]) => property)

    const plain = await call(id, { ...paramsOf(id), recipient: 'bob', query: { ...needs } })
    const known = []
    for (const property of properties) {
      const query = { ...needs, sort: `${property},asc` }
      const { body } = await call(id, { ...paramsOf(id), recipient: 'bob', query })
      known.push(body.pageable.orderBy)
    }

    expect(properties).not.toEqual([])
    expect(examples[0]?.answer).toMatchObject({ pageable: { orderBy: plain.body.pageable.orderBy } })
    expect(known).toMatchObject(properties.map((property) => [{ property, direction: 'ASC' }]))
  },
)
