import { afterEach, describe, expect, test, vi } from 'vitest'
import { documentClient } from '../../../shared/aws/documentClient.ts'
import type { Write } from '../../../shared/contract/write.ts'
import type { Overlay } from '../../../shared/overlays/overlayRepository.ts'
import { servedPage } from '../../../shared/overlays/servedPage.ts'
import { anId } from '../../support/expected.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { caller, openStore } from '../../support/unitStore.ts'

stubEnvironment()
const { handle: checkOverlays } = await import('../../../functions/overlays/checkOverlays.ts')
const { handle: getOverlay } = await import('../../../functions/overlays/getOverlay.ts')
const { handle: listOverlays } = await import('../../../functions/overlays/listOverlays.ts')
const { handle: renameOverlay } = await import('../../../functions/overlays/renameOverlay.ts')
const { handle: revokeOverlay, handler } = await import('../../../functions/overlays/revokeOverlay.ts')

afterEach(() => void vi.restoreAllMocks())

const now = Date.parse('2026-03-01T18:30:00.500Z')
const seconds = Math.floor(now / 1000)
const writeOf = (...made: readonly unknown[]) => ({ made }) as unknown as Write

test('a check of the overlays is a test payment, told by its id, and counted for its limit', async () => {
  const { committed, commit } = openStore()
  const rates = { spending: (...given: readonly unknown[]) => writeOf('spending', ...given) }

  const answer = await checkOverlays(rates, 'payments', () => now)({ ...caller, body: {} } as never, commit)

  expect(answer).toEqual({ paymentId: anId, startedAt: '2026-03-01T18:30:00.500Z' })
  const [writes] = committed
  expect(writes).toHaveLength(2)
  expect(writes?.[0]).toMatchObject({
    operation: { Update: { TableName: 'payments', Key: { recipientId: 'alice', id: answer.paymentId } } },
  })
  expect(writes?.[1]).toEqual(writeOf('spending', 'alice', 'overlayChecks'))
})

test('the page is the one that was built, with the address of the deployment', async () => {
  const page = { html: '<meta content="{{webSocketUrl}}">', scriptHash: 'sha256-a', styleHash: 'sha256-b' }

  const served = await getOverlay(page, 'wss://live.example')({} as never, () => expect.fail('nothing is written'))

  expect(served).toEqual(servedPage(page, 'wss://live.example'))
})

test('an overlay is renamed', async () => {
  const { committed, commit } = openStore()
  const body = { overlayId: 'o', name: 'Pause scene' }
  const change = (...given: readonly unknown[]) => writeOf(...given)

  expect(await renameOverlay({ change })({ ...caller, body } as never, commit)).toEqual(body)
  expect(committed).toEqual([[writeOf('alice', 'o', 'Pause scene')]])
})

describe('the list of overlays', () => {
  const overlay = (overlayId: string, created: number, seen: number, name: string): Overlay => ({
    recipientId: 'alice',
    overlayId,
    name,
    expiresAt: seconds + 1,
    createdAt: `2026-01-0${created}T00:00:00.000Z`,
    lastSeenAt: `2026-02-0${seen}T00:00:00.000Z`,
  })
  const overlays = [overlay('1', 1, 2, 'c'), overlay('2', 3, 1, 'b'), overlay('3', 2, 3, 'a')]
  const list = async (known: readonly Overlay[], sort: readonly object[] = []) => {
    const read = async (recipientId: string) => (recipientId === 'alice' ? known : expect.fail())
    const handle = listOverlays(
      { list: read },
      () => expect.fail('there is one page'),
      () => now,
    )
    const query = { page: undefined, size: 20, sort }
    const { body } = await handle({ ...caller, query } as never, () => expect.fail('nothing is written'))
    return body.content
  }
  const idsOf = (content: readonly { readonly id: string }[]) => content.map(({ id }) => id)

  test('begins with the newest', async () => {
    expect(idsOf(await list(overlays))).toEqual(['2', '3', '1'])
  })

  test.each([
    ['createdAt', ['1', '3', '2']],
    ['lastSeenAt', ['2', '1', '3']],
    ['name', ['3', '2', '1']],
    ['id', ['1', '2', '3']],
  ])('is sorted by %s where that is asked', async (property, ids) => {
    expect(idsOf(await list(overlays, [{ property, ascending: true }]))).toEqual(ids)
  })

  test('has no overlay that has expired, and tells who is connected now', async () => {
    const connected = { ...overlay('1', 1, 1, 'a'), connectionId: 'c', connectedAt: now - 7_199_999 }
    const ended = { ...overlay('2', 1, 1, 'a'), expiresAt: seconds }

    expect(await list([connected, ended])).toMatchObject([{ id: '1', connected: true }])
  })
})

describe('revoking', () => {
  const overlay = (number: number, hasKey = true): Overlay => ({
    recipientId: 'alice',
    overlayId: `o${number}`,
    createdAt: 'then',
    expiresAt: seconds,
    ...(hasKey && { keyHash: `k${number}` }),
  })
  const removalOf = (number: number) => [writeOf('overlay', 'alice', `o${number}`), writeOf('key', `k${number}`)]

  const revoke = async (known: readonly Overlay[], body: object, conflicts = 0) => {
    const { committed, commit } = openStore(conflicts)
    const applied: (readonly Write[])[] = []
    let reads = 0
    const ports = {
      overlays: {
        list: async () => {
          reads++
          return known
        },
        removal: (recipientId: string, { overlayId }: Overlay) => writeOf('overlay', recipientId, overlayId),
      },
      keys: { removal: (keyHash: string) => writeOf('key', keyHash) },
      apply: async (writes: readonly Write[]) => {
        if (writes.length === 0) expect.fail('a transaction of nothing')
        applied.push(writes)
      },
      dismiss: async () => undefined,
    }
    const answer = await revokeOverlay(ports)({ ...caller, body } as never, commit)
    return { answer, applied, committed, reads }
  }

  test('one overlay removes it and its key, and no other one', async () => {
    const known = [overlay(0), overlay(1), overlay(2, false)]

    const outcome = { answer: {}, applied: [], reads: 1 }
    expect(await revoke(known, { overlayId: 'o1' })).toEqual({ ...outcome, committed: [removalOf(1)] })
    expect(await revoke(known, { overlayId: 'o2' })).toEqual({ ...outcome, committed: [removalOf(2).slice(0, 1)] })
  })

  test('an unknown one is refused', async () => {
    await expect(revoke([overlay(0)], { overlayId: 'o1' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such overlay.',
    })
  })

  test('one that registered its key meanwhile is tried again', async () => {
    expect(await revoke([overlay(0)], { overlayId: 'o0' }, 1)).toMatchObject({ reads: 2, committed: [removalOf(0)] })
  })

  test.each<[number, readonly number[], number]>([
    [0, [], 0],
    [1, [], 1],
    [45, [], 45],
    [46, [45], 1],
    [100, [45, 45], 10],
  ])(
    'all of %i overlays applies %j of them before, and %i with the record of the request, because a transaction holds 100 writes',
    async (count, before, last) => {
      const numbers = Array.from({ length: count }, (_, number) => number)

      const { answer, applied, committed } = await revoke(
        numbers.map((number) => overlay(number)),
        { all: true },
      )

      expect(answer).toEqual({})
      expect(applied.map((writes) => writes.length / 2)).toEqual(before)
      expect(committed.map((writes) => writes.length / 2)).toEqual([last])
      expect([...applied, ...committed].flat()).toEqual(numbers.flatMap(removalOf))
    },
  )

  test('removes overlays and keys in their own tables', async () => {
    const inputs: { readonly TransactItems?: readonly object[] }[] = []
    vi.spyOn(documentClient, 'send').mockImplementation(async ({ input }: { readonly input: object }) => {
      inputs.push(input)
      return 'KeyConditionExpression' in input
        ? { Items: Array.from({ length: 46 }, (_, number) => overlay(number)) }
        : {}
    })

    const { statusCode } = await handler(
      httpEvent('POST', '/overlays/commands/revoke-overlay', { body: { all: true } }),
    )

    expect(statusCode).toBe(200)
    expect(inputs.map(({ TransactItems = [] }) => TransactItems.length)).toEqual([0, 90, 2])
    expect(inputs).toMatchObject([
      { TableName: 'overlays' },
      {},
      {
        TransactItems: [
          { Delete: { TableName: 'overlays', Key: { recipientId: 'alice', overlayId: 'o45' } } },
          { Delete: { TableName: 'overlayKeys', Key: { keyHash: 'k45' } } },
        ],
      },
    ])
  })
})
