import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { gatewayNotes, type WebhookNote } from '../../../../shared/areas/payments/gatewayNotes.ts'
import {
  type GatewayCredential,
  gatewayRepository,
  type SealedGateway,
  sealedGateways,
} from '../../../../shared/areas/payments/gatewayRepository.ts'

/** A table that answers each command with the item, and the commands that it was sent. */
const tableWith = (Item?: object) => {
  const commands: string[] = []
  const send = async (command: object) => {
    commands.push(command.constructor.name)
    return { Item }
  }
  return { commands, client: { send } as unknown as DynamoDBDocumentClient }
}

const now = new Date('2026-03-01T18:30:00Z')
const nowSeconds = now.getTime() / 1000
const secret = Buffer.from('present')

test('a write is sent as a transaction if a repetition would lose the previous secret or address, or undo a switch', () => {
  const gateways = gatewayRepository(tableWith().client, 'gateways')
  const kept = {
    gateway: 'manual',
    type: 'fiat',
    secret: undefined,
    token: undefined,
    settings: undefined,
    keepPrevious: true,
  } as const

  const repeatable = {
    creation: gateways.creation('alice', 'g', kept),
    change: gateways.change('alice', 'g', kept, 1),
    replacement: gateways.change('alice', 'g', { ...kept, secret, keepPrevious: false }, 1),
    newAddress: gateways.readdressing('alice', 'g', 'g~1', undefined),
  }
  const once = {
    rotation: gateways.change('alice', 'g', { ...kept, secret }, 1),
    secondAddress: gateways.readdressing('alice', 'g', 'g~1', 1),
    removal: gateways.removal('alice', 'g'),
    setting: gateways.setting('alice', { id: 'g', type: 'fiat', enabled: false } as GatewayCredential, true),
  }

  for (const [name, write] of Object.entries(repeatable)) expect([name, write.repeatable]).toEqual([name, true])
  for (const [name, write] of Object.entries(once)) expect([name, write.repeatable]).toEqual([name, false])
})

test.each([
  ['a second before its end', { until: nowSeconds + 1 }, true],
  ['not at its end', { until: nowSeconds }, false],
  ['not after its end', { until: nowSeconds - 1 }, false],
  ['not without an end', { until: undefined }, false],
])('a replaced secret or address is accepted %s', async (_name, { until }, isAccepted) => {
  const previousSecret = Buffer.from('previous')
  const credential = { id: 'g', gateway: 'manual', settings: '{}', secret, address: 'g~1' }
  const ends = until === undefined ? {} : { previousSecretUntil: until, previousAddressUntil: until }
  const { client } = tableWith({ ...credential, previousSecret, previousAddress: 'g', ...ends })

  const sealed = await sealedGateways(client, 'gateways').find('alice', 'g', nowSeconds)

  const secrets = isAccepted ? [secret, previousSecret] : [secret]
  expect(sealed).toMatchObject({ secrets, isAddressed: isAccepted })
})

test('the last refusal of a credential is noted apart from its last event', async () => {
  const [lastEventAt, lastRefusalAt] = ['2026-03-01T18:29:59Z', '2026-03-01T18:00:00Z']
  const { client } = tableWith({ id: 'g', gateway: 'manual', settings: '{}', lastEventAt, lastRefusalAt })

  const sealed = await sealedGateways(client, 'gateways').find('alice', 'g', nowSeconds)

  expect(sealed?.notedAt).toEqual({ lastEventAt, lastRefusalAt })
})

test('the item that names the enabled credentials is no credential', async () => {
  const { client } = tableWith({ id: 'enabled', fiat: 'g' })

  expect(await sealedGateways(client, 'gateways').find('alice', 'enabled', nowSeconds)).toBeUndefined()
})

test.each([
  ['the first note of its kind is one single write, which costs half of a transaction', undefined, ['UpdateCommand']],
  ['a note within a minute of another one of its kind costs nothing', 59_999, []],
  ['a note a minute after another one of its kind is one single write', 60_000, ['UpdateCommand']],
])('%s', async (_name, ageMs, expected) => {
  const last = ageMs === undefined ? undefined : new Date(now.getTime() - ageMs).toISOString()
  const justNow = new Date(now.getTime() - 1).toISOString()
  const commandsFor = async (notedAt: SealedGateway['notedAt'], note: WebhookNote) => {
    const { client, commands } = tableWith()
    await gatewayNotes(client, 'gateways').add('alice', { id: 'g', notedAt } as SealedGateway, note, now)
    return commands
  }

  // A note of one kind does not wait for one of the other.
  const ofEvent = await commandsFor(
    { lastEventAt: last, lastRefusalAt: justNow },
    { lastEventType: 'payment.completed' },
  )
  const ofRefusal = await commandsFor(
    { lastEventAt: justNow, lastRefusalAt: last },
    { lastRefusalReason: 'signature_rejected' },
  )

  expect([ofEvent, ofRefusal]).toEqual([expected, expected])
})
