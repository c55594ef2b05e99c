import fc from 'fast-check'
import { expect } from 'vitest'
import { anId } from '../../support/expected.ts'
import { amounts, choices } from './arbitraries.ts'
import { type Area, type Client, chosen, chosenId } from './area.ts'

interface Item {
  readonly id: string
  readonly system: string
  readonly originId: string
  readonly timestamp: string
  readonly nickname: string
  deleted: boolean
  readonly test: boolean
  hasAlert: boolean
}

interface State {
  readonly items: Item[]
  /** Items of the alerts that are listed, oldest first. */
  readonly alerts: Item[]
  /** Alerts, repeats, and changes of items that were shown. */
  deliveries: number
}

const additions = fc.array(
  fc.record({
    system: fc.constantFrom('Kick', 'Ko-fi'),
    event: fc.constant('payment'),
    originId: fc.nat(9).map(String),
    timestamp: fc.nat(3).map((second) => `2026-03-01T18:30:0${second}Z`),
    nickname: fc.constantFrom('bob', 'eve'),
    amount: fc.option(amounts, { nil: undefined }),
    triggerAlert: fc.boolean(),
  }),
  { maxLength: 4 },
)

const raise = (own: State, item: Item): void => {
  item.hasAlert = true
  own.deliveries += 1
  if (!item.test) own.alerts.push(item)
}

const isSame = (left: { system: string; originId: string }, right: { system: string; originId: string }): boolean =>
  left.system === right.system && left.originId === right.originId

const add = additions.map((items) => ({
  name: `addHistoryItems ${items.map(({ system, originId, triggerAlert }) => `${system}/${originId}${triggerAlert ? '!' : ''}`)}`,
  run: async ({ ask }: Client, own: State) => {
    const once = items.filter((item, index) => items.findIndex((each) => isSame(each, item)) === index)
    const fresh = once.filter((item) => !own.items.some((each) => isSame(each, item)))

    const { status, body } = await ask('addHistoryItems', { body: { items } })

    expect(status).toBe(200)
    const references = (given: typeof items) => given.map(({ system, originId }) => ({ id: anId, system, originId }))
    expect(body.added).toEqual(references(fresh))
    expect(body.skipped).toEqual(references(once.filter((item) => !fresh.includes(item))))
    for (const [index, { system, originId, timestamp, nickname, triggerAlert }] of fresh.entries()) {
      const { id } = body.added[index]
      const item: Item = { id, system, originId, timestamp, nickname, deleted: false, test: false, hasAlert: false }
      own.items.push(item)
      if (triggerAlert) raise(own, item)
    }
  },
}))

const setDeleted = (operation: 'deleteHistoryItem' | 'restoreHistoryItem', deleted: boolean) =>
  choices.map((choice) => ({
    name: `${operation} ${JSON.stringify(choice)}`,
    run: async ({ ask }: Client, own: State, other: State) => {
      const found = chosen(choice, own.items)

      const { status } = await ask(operation, { body: { historyItemId: chosenId(choice, own.items, other.items) } })

      expect(status).toBe(found === undefined ? 404 : 200)
      if (found === undefined) return
      if (found.hasAlert && found.deleted !== deleted) own.deliveries += 1
      found.deleted = deleted
    },
  }))

const repeat = choices.map((choice) => ({
  name: `repeatAlert ${JSON.stringify(choice)}`,
  run: async ({ ask }: Client, own: State, other: State) => {
    const found = chosen(choice, own.items)

    const { status } = await ask('repeatAlert', { body: { historyItemId: chosenId(choice, own.items, other.items) } })

    expect(status).toBe(found === undefined ? 404 : 200)
    if (found === undefined) return
    if (found.hasAlert) own.deliveries += 1
    else raise(own, found)
  },
}))

const test = fc.constantFrom('bob', 'eve').map((nickname) => ({
  name: `testAlert ${nickname}`,
  run: async ({ ask }: Client, own: State) => {
    const { status, body } = await ask('testAlert', { body: { nickname } })

    expect(status).toBe(200)
    expect(body.alert).toMatchObject({ nickname, hidden: false })
    const id: string = body.historyItemId
    const item = {
      id,
      system: 'Manual',
      originId: id,
      timestamp: '',
      nickname,
      deleted: false,
      test: true,
      hasAlert: false,
    }
    own.items.push(item)
    raise(own, item)
  },
}))

const page = { query: { size: '100' } }

const verifyAlerts = async ({ ask }: Client, own: State): Promise<void> => {
  const alerts = own.alerts.toReversed()
  const shown = alerts.map(({ nickname, deleted }) => ({ nickname, hidden: deleted }))
  const visible = own.alerts.filter(({ deleted }) => !deleted)

  const { body: all } = await ask('listAlerts', page)
  const { body: second } = await ask('listAlerts', { query: { page: '1', size: '2' } })
  const { body: filtered } = await ask('listAlerts', { query: { hidden: 'false', nickname: 'bob', size: '100' } })

  expect(all.totalSize).toBe(alerts.length)
  expect(all.content).toMatchObject(shown)
  expect(second.content).toMatchObject(shown.slice(2, 4))
  expect(filtered.totalSize).toBe(visible.filter(({ nickname }) => nickname === 'bob').length)
}

const newestFirst = (left: Item, right: Item): number =>
  left.timestamp === right.timestamp ? (left.id < right.id ? 1 : -1) : left.timestamp < right.timestamp ? 1 : -1

export const history: Area<State> = {
  begin: () => ({ items: [], alerts: [], deliveries: 0 }),
  actions: [add, add, setDeleted('deleteHistoryItem', true), setDeleted('restoreHistoryItem', false), repeat, test],
  verify: async (client, own) => {
    const listed = own.items.filter(({ deleted, test: isTest }) => !deleted && !isTest).toSorted(newestFirst)

    const { body: all } = await client.ask('listHistory', page)
    const { body: filtered } = await client.ask('listHistory', {
      query: { systems: 'Kick', after: '2026-03-01T18:30:01Z' },
    })
    const deliveries = await client.deliveries()

    expect(all.totalSize).toBe(listed.length)
    expect(all.content.map(({ id }: Item) => id)).toEqual(listed.map(({ id }) => id))
    expect(filtered.totalSize).toBe(
      listed.filter(({ system, timestamp }) => system === 'Kick' && timestamp >= '2026-03-01T18:30:01Z').length,
    )
    await verifyAlerts(client, own)
    expect(deliveries).toHaveLength(own.deliveries)
    expect(new Set(deliveries).size).toBe(deliveries.length)
  },
}
