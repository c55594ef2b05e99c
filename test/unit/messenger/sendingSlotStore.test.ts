import { expect, test } from 'vitest'
import { sendingSlotStore } from '../../../shared/messenger/sendingSlotStore.ts'
import { answeringClient, refusedBy } from '../../support/answeringClient.ts'

const now = Date.parse('2026-03-01T18:30:00Z')
const bot = { name: 'bot', intervalMs: 100, horizonMs: 250 }
const chat = { name: 'chat', intervalMs: 1000, horizonMs: 9000 }

/** Reserves a turn in lanes, while the store answers so. */
const reserve = async (lanes: readonly (typeof bot)[], ...answers: readonly object[]) => {
  const { client, inputs } = answeringClient(...answers)
  const turn = await sendingSlotStore(client, 'slots').reserve(lanes, now)
  return { turn, inputs }
}
const reservation = (lane: string, slot: number, next: number) => ({
  TableName: 'slots',
  Key: { lane },
  UpdateExpression: 'SET freeAt = :next, expiresAt = :expiresAt',
  ConditionExpression: 'attribute_not_exists(freeAt) OR freeAt <= :slot',
  ExpressionAttributeValues: { ':next': next, ':slot': slot, ':expiresAt': slot / 1000 + 24 * 60 * 60 },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
})

test('a free lane gives a turn now, and is free again after its interval', async () => {
  const { turn, inputs } = await reserve([bot])

  expect(turn).toEqual({ at: now, isReserved: true })
  expect(inputs).toEqual([reservation('bot', now, now + 100)])
})

test('a turn that another worker has taken is followed by the next one, in the lanes behind it too', async () => {
  const { turn, inputs } = await reserve([bot, chat], refusedBy({ freeAt: now + 250 }), {}, refusedBy({ freeAt: now }))

  const at = now + 250
  expect(turn).toEqual({ at, isReserved: true })
  expect(inputs.map(({ Key, ExpressionAttributeValues }) => [Key, ExpressionAttributeValues])).toMatchObject([
    [{ lane: 'bot' }, { ':slot': now }],
    [{ lane: 'bot' }, { ':slot': at, ':next': at + 100 }],
    [{ lane: 'chat' }, { ':slot': at, ':next': at + 1000 }],
    [{ lane: 'chat' }, { ':slot': at, ':next': at + 1000 }],
  ])
})

test('a lane that is full beyond its horizon is not written to, nor are those behind it, and says when it has room', async () => {
  const { turn, inputs } = await reserve([bot, chat], refusedBy({ freeAt: now + 251 }))

  expect(turn).toEqual({ at: now + 251, isReserved: false })
  expect(inputs).toHaveLength(1)
})

test('a lane that has expired meanwhile gives a turn now', async () => {
  expect((await reserve([bot], refusedBy())).turn).toEqual({ at: now, isReserved: true })
})

test('a failure of the store is no turn', async () => {
  const failure = new Error('no disk')

  await expect(reserve([bot], failure)).rejects.toBe(failure)
})
