import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty, FreeObject, FreeObjectAnswer, Identifier, Label, optionalIdentifier } from '../../contract/values.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration, every } from '../../runtime/time/duration.ts'
import { Secret, strongSecret, wholeSecret, wholeToken } from './gatewaySecrets.ts'
import { keyNotePauseMs, notePauseMs, rotationSeconds, webhooksWorkMs } from './gatewayTimes.ts'

/** The kind of money that a gateway accepts. At most one credential of each type is enabled. */
export const GatewayType = z.enum(['fiat', 'crypto'])

/** A gateway credential in an answer, without its secrets. */
export const Gateway = z.object({
  id: z.string(),
  gateway: z.string(),
  type: GatewayType,
  enabled: z.boolean(),
  /** The address to which the gateway has to send its webhooks. */
  webhookUrl: z.string(),
  /**
   * What the gateway said of the key (`token`): `accepted`, or `unchecked` where it could not be asked. `isMaster` is
   * true for a key that may do everything at Stripe, where a restricted one is enough. Null where nothing is known.
   */
  key: z.nullable(z.object({ state: z.enum(['accepted', 'unchecked']), isMaster: z.boolean() })),
})

/**
 * Why donations may not arrive; more codes may come. `key_refused`: the gateway refused the key, and has not taken it
 * since. `payment_unreported`: a donor has paid, and no webhook has brought a payment since. `no_donation_page`: the
 * donation page cannot begin payments with this credential.
 */
export const GatewayNotes = z.array(z.object({ code: z.string(), at: z.optional(DateTimeAnswer) }))

/** A gateway in a list, with its settings, which are not secret. The last webhooks are exact to a minute. */
export const ListedGateway = z
  .object({
    ...Gateway.shape,
    settings: FreeObjectAnswer,
    /** The parts without which no webhook can be verified, so that the credential cannot be enabled. */
    missing: z.array(z.enum(['secret', 'token', 'clientId', 'webhookId', 'shopId'])),
    /**
     * A genuine webhook: the first of the last minute in which there was one; null before the first one. `unused` says
     * what to change at the gateway, where its messages contain no payment.
     */
    lastEvent: z.nullable(z.object({ at: DateTimeAnswer, type: z.string(), unused: z.optional(z.string()) })),
    /** The last refused webhook; the reason is a problem's code, or `unknown_address` for a former address. */
    lastRefused: z.nullable(z.object({ at: DateTimeAnswer, reason: z.string() })),
    notes: GatewayNotes,
    /**
     * Whether the gateway sends its webhooks to `webhookUrl`. `registered`: this service has seen to it with the key.
     * `former_address`: it has, and the webhook could not be moved to a later address; `set-gateway` with the same
     * `settings` tries again. `missing_right`: the key lacks the `right`, named as at the gateway. `by_hand`: its
     * owner enters the address at the gateway, or has done so. More states may come.
     */
    webhook: z.object({ state: z.string(), right: z.optional(z.string()) }),
  })
  .register(z.globalRegistry, { id: 'Gateway' })

const gatewayExample = {
  id: '0199a1b2-7c00-7000-8000-000000000003',
  gateway: 'manual',
  type: 'fiat',
  enabled: false,
  webhookUrl: 'https://api.example.com/payments/webhooks/alice/0199a1b2-7c00-7000-8000-000000000003',
  key: null,
} as const

const listedExample = {
  ...gatewayExample,
  enabled: true,
  settings: {},
  missing: [],
  lastEvent: { at: '2026-03-01T18:30:00.120Z', type: 'payment.completed' },
  lastRefused: null,
  notes: [{ code: 'no_donation_page' }],
  webhook: { state: 'by_hand' },
}

export const setGateway = operation({
  id: 'setGateway',
  area: 'payments',
  role: 'owner',
  method: 'POST',
  path: '/payments/commands/set-gateway',
  summary: 'Store a gateway credential',
  description: [
    'A new credential starts disabled; `togglegateway` enables it. With `id`, that credential is changed: an absent secret, token or settings keeps its value.',
    `A replaced secret is still accepted for ${duration(rotationSeconds)}, until \`previousSecretUntil\`, so that no webhook is lost while you change the gateway; with \`keepPrevious: false\` it becomes invalid at once.`,
    'The gateway signs with the `secret`: for Standard Webhooks, `whsec_` and base64 of at least 24 bytes. The `secret` of Stripe, the `token` of YooKassa, and either of Ko-fi have at least 32 characters.',
    'PayPal takes the secret of an app as `token`, and `settings` with `clientId`, `webhookId`, and `sandbox: true` for an app of the sandbox; without `clientId` it is a bridge, as `manual`.',
    'A `token` of Stripe, YooKassa or PayPal is tried there first: with a Checkout session that ends at once, `GET /me`, or an access token. One that the gateway refuses is 400 `credential_refused`, and nothing is stored. Where the gateway cannot be asked, the key is stored as `unchecked`. Settings without a key are tried with the stored key.',
    'A key that Stripe or PayPal takes then registers the webhook there, if it has the right: the `secret` of Stripe and the `webhookId` of PayPal need not be given. One that its owner has typed is never replaced. `webhook` of `GET /payments/gateways` says what became of it.',
  ].join(' '),
  body: z
    .object({
      id: optionalIdentifier,
      gateway: Label,
      type: GatewayType,
      secret: z.optional(Secret),
      token: z.optional(Secret),
      settings: z.optional(FreeObject),
      keepPrevious: z._default(z.boolean(), true),
    })
    .check(strongSecret, wholeSecret, wholeToken),
  success: {
    body: z.object({
      ...Gateway.shape,
      /** The time until which the replaced secret is accepted; absent when there is none. */
      previousSecretUntil: z.optional(DateTimeAnswer),
    }),
  },
  problems: ['not_found', 'limit_reached', 'erasure_in_progress', 'credential_refused', 'rate_limited'],
  access: {
    gateways: ['PutItem', 'Query', 'UpdateItem'],
    configs: ['PutItem', 'UpdateItem'],
    quotas: ['UpdateItem'],
    rates: ['UpdateItem'],
    'key:secrets.gateways': ['Decrypt', 'Encrypt'],
  },
  providers: ['stripe', 'yookassa', 'paypal'],
  publicUrl: true,
  examples: [
    {
      name: 'any processor',
      body: { gateway: 'manual', type: 'fiat', secret: 'whsec_c2VjcmV0LW9mLWFsbC10aGUtZXhhbXBsZXM=' },
      answer: gatewayExample,
    },
  ],
})

export const rotateWebhookUrl = operation({
  id: 'rotateWebhookUrl',
  area: 'payments',
  role: 'owner',
  method: 'POST',
  path: '/payments/commands/rotate-webhook-url',
  summary: 'Replace the webhook address of a gateway credential',
  description: [
    'For an address that has leaked.',
    `The previous address is accepted for ${duration(rotationSeconds)}, until \`previousUrlUntil\`, so that no webhook is lost while you change the gateway; with \`keepPrevious: false\` it is refused at once.`,
    'Older addresses are always refused. The secret stays the same.',
    'A webhook that `set-gateway` has registered at Stripe or PayPal moves to the new address at once, if the stored key still has the right; `webhook` of `GET /payments/gateways` says what became of it.',
  ].join(' '),
  body: z.object({ id: Identifier, keepPrevious: z._default(z.boolean(), true) }),
  success: {
    body: z.object({
      id: z.string(),
      webhookUrl: z.string(),
      /** The time until which the previous address is accepted; absent when it is not. */
      previousUrlUntil: z.optional(DateTimeAnswer),
    }),
  },
  problems: ['not_found'],
  access: {
    gateways: ['Query', 'UpdateItem'],
    rates: ['UpdateItem'],
    'key:secrets.gateways': ['Decrypt', 'Encrypt'],
  },
  providers: ['stripe', 'paypal'],
  publicUrl: true,
  examples: [
    {
      name: 'rotate',
      body: { id: gatewayExample.id },
      answer: {
        id: gatewayExample.id,
        webhookUrl: `${gatewayExample.webhookUrl}~0199a1b2-7c00-7000-8000-00000000000a`,
        previousUrlUntil: '2026-03-02T18:30:00.000Z',
      },
    },
  ],
})

export const deleteGateway = operation({
  id: 'deleteGateway',
  area: 'payments',
  role: 'owner',
  method: 'POST',
  path: '/payments/commands/delete-gateway',
  summary: 'Delete a gateway credential',
  description: [
    'Its secrets are deleted, and its webhook address answers like an unknown one. Its payments stay.',
    'A webhook that `set-gateway` has registered at Stripe or PayPal is removed there, if the key still has the right; one that you have made stays.',
  ].join(' '),
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { gateways: ['Query', 'DeleteItem', 'UpdateItem'], 'key:secrets.gateways': ['Decrypt'] },
  providers: ['stripe', 'paypal'],
  examples: [{ name: 'delete', body: { id: gatewayExample.id }, answer: {} }],
})

export const listGateways = operation({
  id: 'listGateways',
  area: 'payments',
  role: 'owner',
  method: 'GET',
  path: '/payments/gateways',
  summary: "The caller's gateway credentials",
  description: [
    'Oldest first; sortable by `gateway`, `type`, `enabled` and `id` (age). Secrets are never shown.',
    `\`lastEvent\` and \`lastRefused\` are written at most ${every(notePauseMs)}, so each is the first of its kind in that time.`,
    `\`notes\` say why donations may not arrive. A refused key is noted at most ${every(keyNotePauseMs)}, and an unreported payment where no webhook has come for ${duration(webhooksWorkMs / 1000)}.`,
  ].join(' '),
  query: wholeQuery({}),
  success: { body: page(ListedGateway), headers: pageHeaders },
  problems: [],
  access: { gateways: ['Query'], 'key:cursors': ['GenerateMac'] },
  providers: ['stripe', 'yookassa', 'paypal'],
  publicUrl: true,
  examples: [{ name: 'one', answer: pageExample([listedExample], 'id', true) }],
})

export const toggleGateway = operation({
  id: 'toggleGateway',
  area: 'payments',
  role: 'owner',
  method: 'POST',
  path: '/payments/commands/togglegateway',
  summary: 'Enable or disable a gateway credential',
  description:
    'Flips the credential, or sets it to `enabled`, which makes a retry safe. Enabling one disables the caller’s other one of the same type, so that at most one is enabled. Enabling one of the type `fiat`, other than a `manual` bridge, also sets `value.gateway` of the record `paymentpage`, as `change-agreement` does, so that donors are shown its legal offer; a later `change-agreement` holds until the next enabling. A credential of Stripe, Ko-fi, YooKassa or PayPal that lacks a part without which its webhooks cannot be verified is not enabled (409 `credential_incomplete`); one that is enabled already stays so.',
  body: z.object({ id: Identifier, enabled: z.optional(z.boolean()) }),
  success: { body: z.object({ id: z.string(), enabled: z.boolean() }) },
  problems: ['not_found', 'erasure_in_progress', 'credential_incomplete'],
  access: { gateways: ['Query', 'UpdateItem'], configs: ['PutItem', 'UpdateItem'], quotas: ['UpdateItem'] },
  examples: [{ name: 'flip', body: { id: gatewayExample.id }, answer: { id: gatewayExample.id, enabled: true } }],
})
