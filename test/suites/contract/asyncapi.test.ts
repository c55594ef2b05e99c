import { readFileSync } from 'node:fs'
import specification from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' }
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { asyncApiDocument } from '../../../infra/documents/asyncapi/document.ts'
import manifest from '../../../package.json' with { type: 'json' }

const document = asyncApiDocument(manifest.version)

const referencesIn = (node: unknown): string[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([key, value]) =>
        key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
      )

const resolve = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)

test('the document of events is valid AsyncAPI 3.0', () => {
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(specification)

  expect(validate(document) ? [] : validate.errors?.slice(0, 5)).toEqual([])
})

test('no reference of it dangles', () => {
  const references = referencesIn(document)

  expect(references.length).toBeGreaterThan(10)
  expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
})

test('the committed document of events is that of the schemas', () => {
  const committed = JSON.parse(
    readFileSync(new URL('../../../infra/documents/asyncapi/asyncapi.json', import.meta.url), 'utf8'),
  )

  expect(committed).toEqual(document)
})

interface Reference {
  readonly $ref: string
}
interface Described {
  readonly operations: Readonly<Record<string, Readonly<Record<'security' | 'messages', readonly Reference[]>>>>
  readonly channels: Readonly<Record<string, { readonly address: string; readonly servers: readonly [Reference] }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: { readonly type?: object } }>>
  }
}
const lastOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

test('the document of events has all client messages, signed webhooks and named messages', () => {
  const { operations, channels, components } = document as unknown as Described
  const { sendOverlay, ...received } = operations
  const answers = sendOverlay?.messages.map(lastOf) ?? []

  expect(
    Object.entries(received).map(([id, { security, messages }]) => [
      id,
      ...[security, messages].map((all) => all.map(lastOf).join()),
    ]),
  ).toEqual([
    ['receiveOverlay', 'ticket,accessToken', 'resume,ack,ping'],
    ['receivePaymentWebhooks', 'signature', 'payment'],
    ['receivePlatformWebhooks', 'signature', 'streamEvent'],
  ])
  expect(Object.values(channels).map(({ address, servers: [server] }) => `${lastOf(server)} ${address}`)).toEqual([
    'live /',
    'api /payments/webhooks/{recipientId}/{gatewayId}',
    'api /platforms/webhooks/manual',
  ])
  expect(answers).toHaveLength(13)
  for (const name of ['resume', 'ack', 'ping', ...answers])
    expect(
      components.schemas[`${name.charAt(0).toUpperCase()}${name.slice(1)}Message`]?.properties?.type,
    ).toMatchObject({ const: name })
})
