import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { rateRepository } from '../../../../shared/mechanisms/limits/rateRepository.ts'
import { answeringClient } from '../../../support/answeringClient.ts'

/** 17 s before the end of a window of ten minutes. */
const now = 3_166_667 * 600_000 - 17_000

const openRates = (failure?: Error) => {
  const inputs: unknown[] = []
  const send = async ({ input }: UpdateCommand) => {
    inputs.push(input)
    if (failure !== undefined) throw failure
  }
  return { inputs, rates: rateRepository({ send } as unknown as DynamoDBDocumentClient, 'rates', () => now) }
}

const spent = (cost: number) => ({
  TableName: 'rates',
  Key: { recipientId: 'alice', window: 'links#3166666' },
  ExpressionAttributeValues: { ':expiresAt': (now + 17_000) / 1000, ':spent': cost, ':room': 20 - cost },
})

test('a rate is spent in the window of its time, which expires with its end in epoch seconds', async () => {
  const { inputs, rates } = openRates()

  expect(rates.spending('alice', 'links', 3)).toMatchObject({ operation: { Update: spent(3) }, repeatable: true })
  await rates.spend('alice', 'links')
  await rates.spend('alice', 'links', 20)

  expect(inputs).toMatchObject([1, 20].map(spent))
})

test('the refusal of a spent rate has the seconds until the next window', async () => {
  const { rates } = openRates(new ConditionalCheckFailedException({ $metadata: {}, message: 'no' }))

  await expect(rates.spend('alice', 'links')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'At most 20 links in 600 seconds.',
    retryAfter: 17,
  })
})

test.each(['externalPlaylists', 'sharedPlaylists'] as const)(
  'a day of %s ends at midnight Pacific time, as YouTube’s quota does',
  (kind) => {
    const midnight = Date.parse('2026-03-01T00:00:00-08:00')
    const { client } = answeringClient()

    const expiries = [midnight - 1, midnight].map((now) => {
      const { operation } = rateRepository(client, 'rates', () => now).spending('alice', kind)
      return 'Update' in operation && operation.Update.ExpressionAttributeValues?.[':expiresAt']
    })

    expect(expiries).toEqual([midnight / 1000, midnight / 1000 + 86_400])
  },
)

const donors = { whole: 'donorPayments', share: 'donorAddresses', reserve: 'donorReserve' } as const

test('a window that is used up is asked once by an execution environment, and the next window again', async () => {
  let time = now
  let writes = 0
  const send = async () => {
    writes++
    throw new ConditionalCheckFailedException({ $metadata: {}, message: 'no' })
  }
  const rates = rateRepository({ send } as unknown as DynamoDBDocumentClient, 'rates', () => time)
  const refusedAt = async (at: number) => {
    time = at
    await expect(rates.spend('alice', 'links')).rejects.toMatchObject({ code: 'rate_limited' })
    return writes
  }

  expect([await refusedAt(now), await refusedAt(now + 16_999), await refusedAt(now + 17_000)]).toEqual([1, 1, 2])
})

test('a rate of an address is stored under a digest of it', async () => {
  const { inputs, rates } = openRates()
  await rates.spendFor('alice', '203.0.113.7', donors)

  const stored = JSON.stringify(inputs)
  expect(stored).toContain('donorAddresses#')
  expect(stored).not.toContain('203.0.113.7')
})
