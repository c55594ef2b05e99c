import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { actionRepository, type Kept } from '../../../shared/actions/actionRepository.ts'
import type { Write } from '../../../shared/contract/write.ts'
import { quotaRepository } from '../../../shared/limits/quotaRepository.ts'
import { rateRepository } from '../../../shared/limits/rateRepository.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, observeTables, openStore } from '../../support/unitStore.ts'

stubEnvironment()
const { handle: addActions, handler: adding } = await import('../../../functions/actions/addActions.ts')
const { handle: completeAction, handler: completing } = await import('../../../functions/actions/completeAction.ts')
const { handle: deleteAction, handler: deleting } = await import('../../../functions/actions/deleteAction.ts')
const { handle: listActions, handler: listing } = await import('../../../functions/actions/listActions.ts')
const { handle: toggleAction, handler: toggling } = await import('../../../functions/actions/toggleAction.ts')

afterEach(() => void vi.restoreAllMocks())

const now = Date.parse('2026-03-01T18:30:00.500Z')
const clock = () => now
const price = { major: 5, minor: 0, currency: 'EUR' }
const actionOf = (name: string) => ({ name, category: '', game: '', price, payload: {}, parameters: [] })
const actions = actionRepository({} as never, 'actions')
const quotas = quotaRepository('quotas')
const idOf = (name: string) => actions.registration('alice', actionOf(name), '').action.id
const quota = (values: object) => ({
  Update: {
    TableName: 'quotas',
    Key: { recipientId: 'alice', collection: 'actions' },
    ExpressionAttributeValues: values,
  },
})

describe('actions that are added', () => {
  const add = async (names: readonly string[], kept: Readonly<Record<string, Kept>> = {}, conflicts = 0) => {
    const store = openStore(conflicts)
    const reads: unknown[] = []
    const repository = {
      ...actions,
      kept: async (recipientId: string, ids: readonly string[]) => {
        reads.push([recipientId, ids])
        return new Map(Object.entries(kept).map(([name, each]) => [idOf(name), each]))
      },
    }
    const rates = rateRepository({} as never, 'rates', clock)
    const answer = await addActions(
      repository,
      quotas,
      rates,
      clock,
    )({ ...caller, body: { actions: names.map(actionOf) } }, store.commit)
    return { answer, reads, operations: store.operations() }
  }
  const renewed = (name: string, registeredAt: string) => ({
    Update: {
      Key: { recipientId: 'alice', id: idOf(name) },
      ExpressionAttributeValues: { ':enabled': true, ':registeredAt': registeredAt },
    },
  })
  const { parameters: _, ...plain } = actionOf('a')
  const answered = { id: idOf('a'), ...plain, enabled: true }

  test('are renewed in one round trip where they are there', async () => {
    const { answer, reads, operations } = await add(['a'])

    expect(answer).toEqual({ success: true, message: '', action: answered, actions: [answered] })
    expect(reads).toEqual([])
    expect(operations).toMatchObject([[renewed('a', '2026-03-01T18:30:00.500999Z')]])
  })

  test('are a microsecond apart, and counted for the limit where there are several', async () => {
    const names = Array.from({ length: 3 }, (_each, index) => `${index}`)
    const { answer, operations } = await add(names)

    expect(answer.action).toEqual(answer.actions[0])
    expect(answer.actions.map(({ name }) => name)).toEqual(names)
    expect(operations).toMatchObject([
      [
        ...[999, 998, 997].map((after, index) => renewed(`${index}`, `2026-03-01T18:30:00.500${after}Z`)),
        { Update: { TableName: 'rates', ExpressionAttributeValues: { ':cost': 3 } } },
      ],
    ])
    const many = await add(Array.from({ length: 950 }, (_each, index) => `${index}`))
    expect(many.operations[0]?.[949]).toMatchObject(renewed('949', '2026-03-01T18:30:00.500050Z'))
  })

  test('are looked up where one is new, disabled or has grown, and counted by what they grow', async () => {
    const kept = { a: { reserved: 512, enabled: false }, b: { reserved: 100, enabled: true } }

    const { answer, reads, operations } = await add(['a', 'b', 'c'], kept, 1)

    expect(answer.actions.map(({ enabled }) => enabled)).toEqual([false, true, true])
    expect(answer.action.enabled).toBe(false)
    expect(reads).toEqual([['alice', ['a', 'b', 'c'].map(idOf)]])
    expect(operations).toMatchObject([
      [
        { Update: { ExpressionAttributeValues: { ':enabled': false } } },
        { Update: { ExpressionAttributeValues: { ':seen': 100 } } },
        { Put: { Item: { id: idOf('c') } } },
        quota({ ':used': 1, ':usedBytes': 412 + 512 }),
        { Update: { TableName: 'rates', Key: { recipientId: 'alice' } } },
      ],
    ])
  })

  test('are looked up again where they change meanwhile', async () => {
    expect((await add(['a'], {}, 3)).reads).toHaveLength(3)
  })

  test('fail as the store fails', async () => {
    const commit = () => Promise.reject(new Error('broken'))
    const handle = addActions(actions, quotas, rateRepository({} as never, 'rates'), clock)

    await expect(handle({ ...caller, body: { actions: [actionOf('a')] } }, commit)).rejects.toThrow('broken')
    await expect(handle({ ...caller, body: { actions: [] } }, commit)).rejects.toThrow('no call without an action')
  })
})

describe('an outcome that is told', () => {
  const bought = { actionId: 'a', parameters: {} }
  const actionsOf = (completion: object | undefined) => JSON.stringify([bought, { ...bought, completion }])
  const item = { recipientId: 'alice', id: 'h', timestamp: 'then' }
  const complete = async (given: object, completion: object | undefined = { state: 'open' }, conflicts = 0) => {
    const store = openStore(conflicts)
    let reads = 0
    const find = async (recipientId: string, id: string) => {
      reads++
      return recipientId === 'alice' && id === 'h' ? { ...item, actions: actionsOf(completion) } : undefined
    }
    const body = { deliveryId: 'h.1', outcome: 'failed', ...given }
    const answer = await completeAction({ find }, 'history', clock)({ ...caller, body } as never, store.commit)
    return { answer, reads, operations: store.operations() }
  }
  const completedAt = '2026-03-01T18:30:00.500Z'
  const unknown = { code: 'not_found', errors: [{ pointer: '/deliveryId' }] }

  test('is stored with its time and its reason', async () => {
    const { answer, operations } = await complete({ reason: 'late' })

    expect(answer).toEqual({ deliveryId: 'h.1', outcome: 'failed', completedAt, reason: 'late' })
    expect(operations).toMatchObject([
      [
        {
          Update: {
            TableName: 'history',
            Key: { recipientId: 'alice', id: 'h' },
            ExpressionAttributeValues: {
              ':actions': actionsOf({ state: 'failed', at: completedAt, reason: 'late' }),
              ':before': actionsOf({ state: 'open' }),
            },
          },
        },
      ],
    ])
    expect((await complete({})).answer.reason).toBeNull()
  })

  test('again is answered as it was stored, and another one refused', async () => {
    const stored = { state: 'failed', at: 'before', reason: 'late' }

    expect(await complete({}, stored)).toMatchObject({
      answer: { outcome: 'failed', completedAt: 'before', reason: 'late' },
      operations: [[]],
    })
    expect((await complete({}, { state: 'failed' })).answer).toMatchObject({ completedAt: 'then', reason: null })
    await expect(complete({ outcome: 'done' }, stored)).rejects.toMatchObject({
      code: 'action_completed',
      message: 'The outcome of this action is already `failed`.',
      errors: [{ in: 'body', pointer: '/outcome', detail: 'the outcome is failed' }],
    })
  })

  test('of no delivery is not found: another item, another place, or an action that was not delivered', async () => {
    for (const deliveryId of ['x.1', 'h.2', 'h.0', 'h'])
      await expect(complete({ deliveryId })).rejects.toMatchObject(unknown)
  })

  test('is decided anew where another action of the item changes meanwhile', async () => {
    expect(await complete({}, { state: 'open' }, 2)).toMatchObject({ reads: 3, operations: [[{}]] })
  })
})

test('an outcome of an item without actions is not found', async () => {
  const find = async () => ({ recipientId: 'alice', id: 'h' })
  const body = { deliveryId: 'h.0', outcome: 'done' as const, reason: undefined }

  await expect(completeAction({ find }, 'history')({ ...caller, body }, openStore().commit)).rejects.toMatchObject({
    code: 'not_found',
  })
})

describe('an action that is deleted', () => {
  const remove = async (reserved: readonly (number | undefined)[], conflicts = 0) => {
    const store = openStore(conflicts)
    let reads = 0
    const kept = async (recipientId: string, ids: readonly string[]) => {
      const each = reserved[reads++]
      expect([recipientId, ids]).toEqual(['alice', ['a']])
      return new Map(each === undefined ? [] : [['a', { reserved: each, enabled: true }]])
    }
    const answer = await deleteAction({ ...actions, kept }, quotas)({ ...caller, body: { id: 'a' } }, store.commit)
    return { answer, operations: store.operations() }
  }

  test('gives back what it has reserved, as it is now', async () => {
    expect(await remove([512, 1024], 1)).toMatchObject({
      answer: {},
      operations: [
        [
          { Delete: { Key: { recipientId: 'alice', id: 'a' }, ExpressionAttributeValues: { ':reserved': 1024 } } },
          quota({ ':used': -1, ':usedBytes': -1024 }),
        ],
      ],
    })
  })

  test('and unknown is not found', async () => {
    await expect(remove([])).rejects.toMatchObject({ code: 'not_found', errors: [{ detail: 'unknown action' }] })
  })
})

test('an action is offered or taken out of sale', async () => {
  const { commit, committed } = openStore()
  const toggle = (...made: readonly unknown[]) => ({ made }) as unknown as Write

  expect(await toggleAction({ toggle })({ ...caller, body: { id: 'a', enabled: false } }, commit)).toEqual({
    id: 'a',
    enabled: false,
  })
  expect(committed).toEqual([[toggle('alice', 'a', false)]])
})

test('actions are listed with the newest first, in another order, or those of a game or category', async () => {
  const listed = (id: string, name: string, game: string, category: string, registeredAt: string) => ({
    ...actionOf(name),
    id,
    game,
    category,
    registeredAt,
    enabled: true,
  })
  const all = [
    listed('1', 'b', 'chess', 'x', '2'),
    listed('2', 'c', 'go', 'x', '3'),
    listed('3', 'a', 'chess', 'y', '1'),
  ]
  const list = async (query: object) => {
    const read = async (recipientId: string) => (recipientId === 'alice' ? all : [])
    const { body } = await listActions({ list: read }, {} as never)(
      { ...caller, query: { size: 9, sort: [], ...query } } as never,
      () => expect.fail('a read commits nothing'),
    )
    return body.content.map(({ id }) => id).join('')
  }
  const by = (property: string) => ({ sort: [{ property, ascending: true }] })

  expect(await list({})).toBe('213')
  expect(await Promise.all([by('name'), by('game'), by('category'), by('registeredAt')].map(list))).toEqual([
    '312',
    '132',
    '123',
    '312',
  ])
  expect(await Promise.all([{ game: 'chess' }, { category: 'x' }, { game: 'chess', category: 'x' }].map(list))).toEqual(
    ['13', '21', '1'],
  )
})

test('the functions of actions ask their tables', async () => {
  const isNot = () => {
    throw new ConditionalCheckFailedException({ $metadata: {}, message: 'no' })
  }
  const { action } = actions.registration('alice', actionOf('a'), '')
  const history = { Item: { recipientId: 'alice', id: 'h', actions: '[{"completion":{"state":"open"}}]' } }
  const inputs = observeTables({ history })
  const ask = async (handler: typeof adding, body?: object) => {
    const { statusCode } = await handler(httpEvent('POST', '/', { body }))
    expect(statusCode).toBe(200)
  }

  await ask(adding, { actions: [actionOf('a')] })
  await ask(toggling, { id: 'a', enabled: true })
  await ask(completing, { deliveryId: 'h.0', outcome: 'done' })
  await ask(listing)
  expect(inputs).toMatchObject(
    ['actions', 'actions', 'history', 'history', 'actions'].map((TableName) => ({ TableName })),
  )

  const kept = { Responses: { actions: [{ id: action.id, reserved: 100, enabled: true }] } }
  const later = observeTables({ actions: isNot, several: kept })
  await ask(adding, { actions: [actionOf('a')] })
  await ask(deleting, { id: action.id })
  const [quotaWrite, read] = [{ Update: { TableName: 'quotas' } }, { RequestItems: { actions: {} } }]
  expect(later).toMatchObject([
    { TableName: 'actions' },
    read,
    { TransactItems: [{ Update: { TableName: 'actions' } }, quotaWrite] },
    read,
    { TransactItems: [{ Delete: { TableName: 'actions' } }, quotaWrite] },
  ])

  const both = observeTables()
  await ask(adding, { actions: [actionOf('a'), actionOf('b')] })
  expect(both).toMatchObject([{ TransactItems: [{}, {}, { Update: { TableName: 'rates' } }] }])
})
