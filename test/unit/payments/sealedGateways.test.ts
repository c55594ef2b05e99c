import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { sealedGateways } from '../../../shared/payments/sealedGateways.ts'

const nowSeconds = 1_772_389_800
const [secret, previousSecret] = [Buffer.from('present'), Buffer.from('previous')]
const credential = { id: 'g', gateway: 'manual', settings: '{"a":1}', secret }

const find = (Item: object | undefined, address = 'g') => {
  const client = { send: async () => ({ Item }) } as unknown as DynamoDBDocumentClient
  return sealedGateways(client, 'gateways').find('alice', address, nowSeconds)
}

test('a credential has what its webhooks need', async () => {
  const notes = { lastEventAt: '2026-03-01T18:30:00Z', lastRefusalAt: '2026-03-01T18:31:00Z' }

  expect(await find({ ...credential, ...notes, token: previousSecret })).toEqual({
    id: 'g',
    gateway: 'manual',
    isAddressed: true,
    notedAt: { event: notes.lastEventAt, refusal: notes.lastRefusalAt },
    settings: { a: 1 },
    secrets: [secret],
    token: previousSecret,
  })
})

test.each([
  ['a second before its end', 1, [secret, previousSecret], true],
  ['at its end', 0, [secret], false],
  ['after it', -1, [secret], false],
])('what was replaced is accepted until its end: %s', async (_name, left, secrets, isAddressed) => {
  const until = nowSeconds + left
  const previous = { previousSecret, previousSecretUntil: until, previousAddress: 'g', previousAddressUntil: until }

  expect(await find({ ...credential, ...previous, address: 'g~1' })).toMatchObject({ secrets, isAddressed })
})

test('what was replaced and has no end is not accepted', async () => {
  const previous = { previousSecret, previousAddress: 'g', address: 'g~1' }

  expect(await find({ ...credential, ...previous })).toMatchObject({ secrets: [secret], isAddressed: false })
})

test('an address of no credential has none, and the item that names the enabled ones is no credential', async () => {
  expect(await find(undefined)).toBeUndefined()
  expect(await find({ id: 'enabled', fiat: 'g' }, 'enabled')).toBeUndefined()
})
