import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Operation } from '../../../../shared/contract/operation.ts'
import { tables } from '../../../../shared/contract/resources.ts'
import { operations } from '../../../../shared/operations.ts'
import { type ListScene, listScenes, paramsOf, type StoredItem } from '../../../support/listScenes.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { nextParameters } from '../../../support/nextQuery.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
const aws = await sharedByTests(startLocalAws())

const isList = ({ success: { body } }: Operation): boolean =>
  body instanceof z.ZodMiniObject && 'pageable' in body.shape
const lists = operations.filter(isList)

const initial = 14
const changeKinds = ['insert', 'remove', 'hide', 'edit'] as const
type Kind = (typeof changeKinds)[number]
interface Change {
  readonly kind: Kind
  /** Which of the items that are there then. */
  readonly which: number
}

const changes = fc.array(fc.record({ kind: fc.constantFrom(...changeKinds), which: fc.nat(1000) }), { maxLength: 5 })

/** A list of one recipient that others change, and what has happened to its items. */
const openStage = async (scene: ListScene, recipient: string) => {
  const TableName = aws.table(scene.table)
  const { partitionKey, sortKey = '' } = tables[scene.table] as { partitionKey: string; sortKey?: string }
  const items = new Map<number, StoredItem>()
  /** Numbers of the items that existed from the beginning and kept what they are sorted and filtered by. */
  const steady = new Set<number>()
  const edited = new Set<number>()
  let made = 0
  const keepTotal = async () => {
    if (scene.total === undefined) return
    const count = scene.countsHidden === undefined ? items.size : made
    await putMany(aws.client, aws.table('recipients'), [{ recipientId: recipient, [scene.total]: count }])
  }
  for (made = 1; made <= initial; made++) {
    items.set(made, scene.item(recipient, made))
    steady.add(made)
  }
  made = initial
  if (scene.within !== undefined)
    await putMany(aws.client, aws.table(scene.within.table), [scene.within.item(recipient)])
  await putMany(aws.client, TableName, [...items.values()])
  await keepTotal()
  const put = (item: StoredItem) => aws.client.send(new PutCommand({ TableName, Item: { ...item } }))

  const insert = async () => {
    made++
    items.set(made, scene.item(recipient, made))
    await put(scene.item(recipient, made))
  }
  const apply = async ({ kind, which }: Change) => {
    const number = [...items.keys()][which % Math.max(1, items.size)]
    if (kind === 'insert') return insert()
    const item = number === undefined ? undefined : items.get(number)
    if (number === undefined || item === undefined) return
    const { edited: edit, hidden } = scene
    if (kind === 'edit' && edit !== undefined) {
      await put(edit(item))
      edited.add(number)
    } else if (kind === 'hide' && hidden !== undefined) {
      await put(hidden(item))
      items.delete(number)
    } else if (kind === 'remove' && scene.removable) {
      const Key = { [partitionKey]: item[partitionKey], [sortKey]: item[sortKey] }
      await aws.client.send(new DeleteCommand({ TableName, Key }))
      items.delete(number)
    } else return
    steady.delete(number)
  }
  return {
    change: async (all: readonly Change[]) => {
      for (const each of all) await apply(each)
      await keepTotal()
    },
    idOf: (number: number) => {
      const item = scene.item(recipient, number)
      return scene.listedId?.(item) ?? String(item['id'])
    },
    steady,
    edited,
  }
}

/** Ids in the order of a walk through all pages, with changes in between; each page that leads on is full. */
const walk = async (
  id: string,
  recipient: string,
  query: Record<string, string>,
  between: (page: number) => Promise<void>,
): Promise<string[]> => {
  const seen: string[] = []
  let next: Record<string, string> | undefined = query
  for (let page = 0; next !== undefined; page++) {
    const { status, body, headers } = await call(id, { ...paramsOf(id), recipient, query: next })
    expect(status, JSON.stringify(body)).toBe(200)
    seen.push(...body.content.map((item: { id: string }) => item.id))
    next = headers['link'] === undefined ? undefined : nextParameters(headers['link'])
    if (next !== undefined) expect(body.numberOfElements).toBe(Number(query['size']))
    await between(page)
  }
  return seen
}

test('every list of the registry has a scene', () => {
  expect(Object.keys(listScenes).toSorted()).toEqual(lists.map(({ id }) => id).toSorted())
})

describe.each(lists.map(({ id }) => id))('%s', (id) => {
  const scene = listScenes[id] as ListScene
  let recipients = 0

  test('a list gives the items of the whole walk exactly once, whatever comes, goes and changes between the pages', async () => {
    const queries = fc.constantFrom({}, ...scene.queries).map((query) => ({ ...scene.needs, ...query }))
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.integer({ min: 1, max: 6 }),
        fc.array(changes, { maxLength: 8 }),
        async (filter, size, plan) => {
          const recipient = `${id}-${recipients++}`
          const stage = await openStage(scene, recipient)
          const all = await walk(id, recipient, { ...filter, size: '100' }, async () => {})

          const seen = await walk(id, recipient, { ...filter, size: String(size) }, (page) =>
            stage.change(plan[page] ?? []),
          )

          const steady = new Set(Array.from(stage.steady, stage.idOf))
          expect(seen.filter((each) => steady.has(each))).toEqual(all.filter((each) => steady.has(each)))
          const moved = new Set(Array.from(stage.edited, stage.idOf))
          const unmoved = seen.filter((each) => !moved.has(each))
          expect(new Set(unmoved).size).toBe(unmoved.length)
        },
      ),
      { numRuns: runs(4, 25) },
    )
  })

  test('answers the same text at every read: a map of DynamoDB has no order, an answer has one', async () => {
    const recipient = `${id}-same`
    await openStage(scene, recipient)

    const texts = new Set<string>()
    for (let read = 0; read < 5; read++)
      texts.add(JSON.stringify((await call(id, { ...paramsOf(id), recipient, query: { ...scene.needs } })).body))

    expect([...texts]).toHaveLength(1)
  })

  test('a list has a next link exactly if it has more items', async () => {
    const recipient = `${id}-exactly`
    const stage = await openStage(scene, recipient)

    const full = await call(id, { ...paramsOf(id), recipient, query: { ...scene.needs, size: String(initial) } })
    await stage.change([{ kind: 'insert', which: 0 }])
    const withMore = await call(id, { ...paramsOf(id), recipient, query: { ...scene.needs, size: String(initial) } })

    expect(full.body.numberOfElements).toBe(initial)
    expect(full.headers['link']).toBeUndefined()
    expect(withMore.headers['link']).toMatch(/rel="next"/)
  })
})
