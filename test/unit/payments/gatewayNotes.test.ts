import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { type GatewayNote, gatewayNotes } from '../../../shared/payments/gatewayNotes.ts'
import type { SealedGateway } from '../../../shared/payments/sealedGateways.ts'

const now = new Date('2026-03-01T18:30:00Z')
const notedBefore = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** The commands that a note sends to the store. */
const callsFor = async (notedAt: SealedGateway['notedAt'], note: GatewayNote) => {
  const calls: string[] = []
  const send = async (command: object) => {
    calls.push(command.constructor.name)
    return {}
  }
  const gateway = { id: 'g', notedAt } as SealedGateway
  await gatewayNotes({ send } as unknown as DynamoDBDocumentClient, 'gateways').add('alice', gateway, note, now)
  return calls
}

const event = { lastEventType: 'payment.completed' }
const refusal = { lastRefusalReason: 'signature_rejected' }

test.each([
  ['is the first of its kind is one single write, which costs half of a transaction', undefined, 1],
  ['follows another of its kind within a minute costs nothing', 59_999, 0],
  ['follows another of its kind a minute later is one single write', 60_000, 1],
])('a note that %s', async (_name, age, writes) => {
  const last = age === undefined ? undefined : notedBefore(age)

  const calls = [
    await callsFor({ event: last, refusal: undefined }, event),
    await callsFor({ event: undefined, refusal: last }, refusal),
  ]

  expect(calls).toEqual(Array(2).fill(Array(writes).fill('UpdateCommand')))
})

test('a note of one kind does not wait for one of the other', async () => {
  const last = notedBefore(1)

  expect(await callsFor({ event: last, refusal: undefined }, refusal)).toEqual(['UpdateCommand'])
  expect(await callsFor({ event: undefined, refusal: last }, event)).toEqual(['UpdateCommand'])
})
