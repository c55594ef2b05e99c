import type { BatchGetCommand, BatchGetCommandOutput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import { batchGet } from '../../../../shared/mechanisms/store/batchGet.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

type Requests = Parameters<typeof batchGet>[1]

/** DynamoDB that leaves keys unprocessed, which no embedded engine does. */
const clientThat = (answer: (requests: Requests) => Partial<BatchGetCommandOutput>) => {
  const calls: Requests[] = []
  const send = async ({ input }: BatchGetCommand) => {
    calls.push(input.RequestItems ?? {})
    return answer(input.RequestItems ?? {})
  }
  return { calls, client: { send } as unknown as DynamoDBDocumentClient }
}

const requests = {
  videos: { Keys: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], ConsistentRead: true },
  recipients: { Keys: [{ id: 'me' }] },
}

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))

test('unprocessed keys are requested until they are read', async () => {
  const { calls, client } = clientThat((asked) => {
    const [table = '', { Keys = [], ...options } = {}] = Object.entries(asked)[0] ?? []
    const { [table]: _, ...others } = asked
    const rest = Keys.length > 1 ? { ...others, [table]: { ...options, Keys: Keys.slice(1) } } : others
    return { Responses: { [table]: Keys.slice(0, 1) }, UnprocessedKeys: rest }
  })

  const found = await batchGet(client, requests)

  expect(found).toEqual({ videos: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], recipients: [{ id: 'me' }] })
  expect(calls).toHaveLength(4)
  expect(calls[1]).toEqual({ ...requests, videos: { Keys: [{ id: 'b' }, { id: 'c' }], ConsistentRead: true } })
})

test('a store that never processes a key is unavailable, after ever longer pauses', async () => {
  const slept = recordSleeps()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const { calls, client } = clientThat((asked) => ({ Responses: {}, UnprocessedKeys: asked }))

  const error = await batchGet(client, requests).catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(Problem)
  const cause = { message: 'DynamoDB left keys unprocessed' }
  expect(error).toMatchObject({ code: 'store_unavailable', retryAfter: 1, cause })
  expect(calls).toHaveLength(10)
  expect(slept).toEqual([20, 40, 80, 160, 320, 400, 400, 400, 400])
})

test('nothing is asked for again where the invocation has no time for it', async () => {
  const { calls, client } = clientThat((asked) => ({ Responses: {}, UnprocessedKeys: asked }))

  const answer = invocation.run({ endsAt: 0 }, () => batchGet(client, requests))

  await expect(answer).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(calls).toHaveLength(1)
})
