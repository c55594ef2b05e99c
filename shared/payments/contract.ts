import * as z from 'zod/mini'
import { operation } from '../contract/operation.ts'
import { Empty, FreeObject, FreeObjectAnswer, Identifier, Label, longestSecret } from '../contract/values.ts'
import { MoneyAnswer } from '../money/money.ts'
import { page, pageExample, pageHeaders, pageQuery } from '../page/contract.ts'
import { DateTimeAnswer } from '../time/dateTime.ts'
import { keyFromSecret, shortestKey } from '../webhooks/standardSecret.ts'

export const PaymentStatus = z.enum(['inited', 'completed', 'failed', 'refunded', 'disputed'])

/** A payment as it is answered (specification, "Payment"); what is not known is null. */
export const Payment = z
  .object({
    id: z.string(),
    gateway: z.string(),
    gatewayId: z.string(),
    method: z.nullable(z.string()),
    nickname: z.nullable(z.string()),
    message: z.nullable(z.string()),
    recipientId: z.string(),
    amount: MoneyAnswer,
    gatewayCredentialId: z.string(),
    status: PaymentStatus,
    attachments: z.array(z.string()),
    actions: z.array(z.object({ id: z.string(), actionId: z.string(), parameters: FreeObjectAnswer })),
    confirmation: z.nullable(z.string()),
    goal: z.nullable(z.string()),
    /** When it was completed. */
    authorizationTimestamp: z.nullable(DateTimeAnswer),
    auction: z.nullable(z.object({ isNew: z.boolean(), item: z.string() })),
    /** No money was moved. */
    test: z.boolean(),
    /** Names of members that came with the payment and were cut or left out: texts that were too long, links that are no `http` or `https` URL. */
    omitted: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'Payment' })

const paymentExample = {
  id: '4f7f8c1e-6f0b-8d5a-9d3f-2f1f0c6d3a10',
  gateway: 'manual',
  gatewayId: 'order-1001',
  method: 'card',
  nickname: 'bob',
  message: 'Great stream!',
  recipientId: 'alice',
  amount: { minor: 34, major: 12, currency: 'EUR' },
  gatewayCredentialId: '0199a1b2-7c00-7000-8000-000000000003',
  status: 'completed' as const,
  attachments: ['https://youtu.be/dQw4w9WgXcQ'],
  actions: [],
  confirmation: null,
  goal: null,
  authorizationTimestamp: '2026-03-01T18:30:00Z',
  auction: null,
  test: false,
  omitted: [],
}

export const getPayment = operation({
  id: 'getPayment',
  area: 'payments',
  method: 'GET',
  path: '/payments/{id}',
  summary: 'One payment of the caller',
  description: 'Test payments are found here too. What is not known of a payment is null.',
  params: { id: Identifier },
  success: { body: Payment },
  problems: ['not_found'],
  access: { payments: ['GetItem'] },
  examples: [{ name: 'a donation', params: { id: paymentExample.id }, answer: paymentExample }],
})

export const listPayments = operation({
  id: 'listPayments',
  area: 'payments',
  method: 'GET',
  path: '/payments',
  summary: "The caller's payments",
  description:
    'Newest first; sortable by `timestamp`, the instant of the first that was told of a payment. Test payments are not listed.',
  query: pageQuery({ status: z.optional(PaymentStatus) }),
  success: { body: page(Payment), headers: pageHeaders },
  problems: [],
  access: { 'payments.byTime': ['Query'], recipients: ['GetItem'], 'key:cursors': ['GenerateMac'] },
  examples: [
    {
      name: 'completed ones',
      query: { status: 'completed' },
      answer: pageExample([paymentExample], 'timestamp', false),
    },
  ],
})

/** What kind of money a gateway takes. Of each type at most one credential is enabled. */
export const GatewayType = z.enum(['fiat', 'crypto'])

/** A gateway credential as it is answered: its secrets go in and never come out. */
export const Gateway = z.object({
  id: z.string(),
  gateway: z.string(),
  type: GatewayType,
  enabled: z.boolean(),
  /** Where the gateway has to send its webhooks. */
  webhookUrl: z.string(),
})

/** A gateway as it is listed, with the settings that are no secrets. */
export const ListedGateway = z
  .object({ ...Gateway.shape, settings: FreeObjectAnswer })
  .register(z.globalRegistry, { id: 'Gateway' })

/** Empty is absent. */
const Secret = z.string().check(z.maxLength(longestSecret), z.regex(/^[\x20-\x7e]*$/))

/** Gateways that sign, or do not sign, in a way of their own; all others sign by Standard Webhooks. */
const ownFormats: ReadonlySet<string> = new Set(['stripe', 'kofi', 'yookassa'])

const isStrong = ({ gateway, secret }: { gateway: string; secret?: string | undefined }): boolean =>
  !secret || ownFormats.has(gateway) || keyFromSecret(secret).length >= shortestKey

const gatewayExample = {
  id: '0199a1b2-7c00-7000-8000-000000000003',
  gateway: 'manual',
  type: 'fiat',
  enabled: false,
  webhookUrl: 'https://api.example.com/payments/webhooks/alice/0199a1b2-7c00-7000-8000-000000000003',
} as const

export const setGateway = operation({
  id: 'setGateway',
  area: 'payments',
  method: 'POST',
  path: '/payments/commands/set-gateway',
  summary: 'Store a gateway credential',
  description:
    'A new credential starts disabled; `togglegateway` enables it. With `id`, that credential is changed: an absent secret, token or settings keeps its value. A replaced secret is still accepted for 24 hours, until `previousSecretUntil`, so that the gateway can be switched over without losing a webhook; with `keepPrevious: false` it ends at once. A `secret` is what the gateway signs with: for Standard Webhooks `whsec_` and base64 of at least 24 bytes.',
  body: z
    .object({
      id: z.optional(Identifier),
      gateway: Label,
      type: GatewayType,
      secret: z.optional(Secret),
      token: z.optional(Secret),
      settings: z.optional(FreeObject),
      keepPrevious: z._default(z.boolean(), true),
    })
    .check(
      z.refine(isStrong, {
        path: ['secret'],
        error: `Too small: expected \`whsec_\` and base64 of at least ${shortestKey} bytes`,
      }),
    ),
  success: {
    body: z.object({
      ...Gateway.shape,
      /** Until when the replaced secret is accepted; absent where none was replaced, or it is not. */
      previousSecretUntil: z.optional(DateTimeAnswer),
    }),
  },
  problems: ['not_found', 'limit_reached'],
  access: { gateways: ['PutItem', 'Query', 'UpdateItem'], quotas: ['UpdateItem'], 'key:secrets.gateways': ['Encrypt'] },
  publicUrl: true,
  examples: [
    {
      name: 'any processor',
      body: { gateway: 'manual', type: 'fiat', secret: 'whsec_c2VjcmV0LW9mLWFsbC10aGUtZXhhbXBsZXM=' },
      answer: gatewayExample,
    },
  ],
})

export const deleteGateway = operation({
  id: 'deleteGateway',
  area: 'payments',
  method: 'POST',
  path: '/payments/commands/delete-gateway',
  summary: 'Delete a gateway credential',
  description: 'Its secrets are gone, and its webhook address answers like one that never was. Its payments stay.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { gateways: ['Query', 'DeleteItem', 'UpdateItem'] },
  examples: [{ name: 'delete', body: { id: gatewayExample.id }, answer: {} }],
})

export const listGateways = operation({
  id: 'listGateways',
  area: 'payments',
  method: 'GET',
  path: '/payments/gateways',
  summary: "The caller's gateway credentials",
  description: 'Oldest first; sortable by `gateway`, `type`, `enabled` and `id` (age). Secrets are never shown.',
  query: pageQuery({}),
  success: { body: page(ListedGateway), headers: pageHeaders },
  problems: [],
  access: { gateways: ['Query'], 'key:cursors': ['GenerateMac'] },
  publicUrl: true,
  examples: [{ name: 'one', answer: pageExample([{ ...gatewayExample, enabled: true, settings: {} }], 'id', true) }],
})

export const toggleGateway = operation({
  id: 'toggleGateway',
  area: 'payments',
  method: 'POST',
  path: '/payments/commands/togglegateway',
  summary: 'Enable or disable a gateway credential',
  description:
    'Flips the credential; with `enabled`, sets it, which makes a retry safe. Enabling one disables the caller’s other one of the same type: two enabled ones cannot exist.',
  body: z.object({ id: Identifier, enabled: z.optional(z.boolean()) }),
  success: { body: z.object({ id: z.string(), enabled: z.boolean() }) },
  problems: ['not_found'],
  access: { gateways: ['Query', 'UpdateItem'] },
  examples: [{ name: 'flip', body: { id: gatewayExample.id }, answer: { id: gatewayExample.id, enabled: true } }],
})
