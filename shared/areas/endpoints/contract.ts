import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { usualEndDelaySeconds } from '../../contract/usualEndDelaySeconds.ts'
import { arrayOf, Empty, Identifier, optionalIdentifier, SafeInteger, url } from '../../contract/values.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration, milliseconds } from '../../runtime/time/duration.ts'
import {
  deliveryLimitMs,
  longestPauseMs,
  patienceMs,
  pausesMs,
  rotationSeconds,
  shortestPauseMs,
} from './endpointTimes.ts'
import { eventTypes } from './eventTypes.ts'

const EventTypes = z.enum(eventTypes)

/** An endpoint in an answer, without its secret. */
export const Endpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    types: z.array(EventTypes),
    enabled: z.boolean(),
    /** Why the service has disabled it; null where it did not. */
    disabledReason: z.nullable(z.string()),
    disabledAt: z.nullable(DateTimeAnswer),
    /** The first failure after the last accepted webhook; null where none failed. */
    failingSince: z.nullable(DateTimeAnswer),
  })
  .register(z.globalRegistry, { id: 'Endpoint' })

/** A webhook to an endpoint. */
export const EndpointMessage = z
  .object({
    /** The `webhook-id`, the same at every attempt. */
    id: z.string(),
    type: z.string(),
    createdAt: DateTimeAnswer,
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: SafeInteger,
    attemptedAt: z.nullable(DateTimeAnswer),
    /** Of the last answer; null where there was none. */
    status: z.nullable(SafeInteger),
    /** Why the last attempt failed. */
    reason: z.nullable(z.string()),
    nextAttemptAt: z.nullable(DateTimeAnswer),
  })
  .register(z.globalRegistry, { id: 'EndpointMessage' })

const endpointExample = {
  id: '0199a1b2-7c00-7000-8000-000000000041',
  url: 'https://bot.example.com/webhooks',
  types: ['payment.completed' as const, 'stream.started' as const],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
}

const secretExample = 'whsec_c2VjcmV0LW9mLWFsbC10aGUtZXhhbXBsZXM='

const messageExample = {
  id: '0199a1b2-7c00-8000-8000-000000000042',
  type: 'payment.completed',
  createdAt: '2026-03-01T18:30:00.310Z',
  state: 'delivered' as const,
  attempts: 1,
  attemptedAt: '2026-03-01T18:30:00.420Z',
  status: 204,
  reason: null,
  nextAttemptAt: null,
}

export const setEndpoint = operation({
  id: 'setEndpoint',
  area: 'endpoints',
  role: 'owner',
  method: 'POST',
  path: '/endpoints/commands/set-endpoint',
  summary: 'Store an address for webhooks',
  description: [
    'The service sends it a webhook of each event of the `types`, by `POST`, in the format of Standard Webhooks 1.0: `{type, timestamp, data}`, signed with the endpoint’s secret in `webhook-id`, `webhook-timestamp` and `webhook-signature`. `data` is the payment for `payment.…` (as in `GET /payments/{id}`; `payment.refunded` comes for a part too; with `held: true` while its alert is held), the alert for `alert.shown` (as in `GET /alerts`, when the first overlay has acknowledged it), `{historyItemId, paymentId, shown}` for `alert.decided`, and `{channel, sessionId}` for `stream.started` and `stream.ended`.',
    `An end is told when it is final, ${duration(usualEndDelaySeconds)} after its report unless the deployment says otherwise; \`stream.started\` with \`resumed: true\` says that the stream goes on after all.`,
    `Answer with any 2xx within ${milliseconds(patienceMs)}; the body is not read, and redirects are not followed.`,
    'A webhook may come twice, with the same `webhook-id`, and webhooks come in no particular order.',
    `Otherwise it is sent again, up to ${pausesMs.length} times within ${milliseconds(deliveryLimitMs)}; an endpoint that fails is paused for ${milliseconds(shortestPauseMs)} to ${milliseconds(longestPauseMs)} at a time, and it is disabled, with the reason, when a webhook was refused for ${milliseconds(deliveryLimitMs)} and none was accepted meanwhile, or when it answers 410.`,
    'The address is `https` and leads to public IP addresses alone. Without `id`, a new endpoint is made, and `secret` of the answer is shown only now. With `id`, that endpoint gets the address and types, and is enabled again unless `enabled` is false; its secret stays.',
  ].join(' '),
  body: z.object({
    id: optionalIdentifier,
    url: url('https', 'http'),
    types: arrayOf(EventTypes, eventTypes.length, z.minLength(1)),
    enabled: z._default(z.boolean(), true),
  }),
  success: {
    body: z.object({
      ...Endpoint.shape,
      /** Only of a new endpoint. */
      secret: z.optional(z.string()),
    }),
  },
  problems: ['not_found', 'limit_reached', 'rate_limited', 'erasure_in_progress'],
  access: {
    endpoints: ['PutItem', 'UpdateItem', 'Query'],
    recipients: ['GetItem', 'UpdateItem'],
    quotas: ['UpdateItem'],
    rates: ['UpdateItem'],
    'key:secrets.endpoints': ['Encrypt'],
  },
  providers: ['endpoints'],
  idempotency: 'never',
  examples: [
    {
      name: 'of a bot',
      body: { url: endpointExample.url, types: endpointExample.types },
      answer: { ...endpointExample, secret: secretExample },
    },
  ],
})

export const listEndpoints = operation({
  id: 'listEndpoints',
  area: 'endpoints',
  role: 'owner',
  method: 'GET',
  path: '/endpoints',
  summary: "The caller's addresses for webhooks",
  description: 'Oldest first; sortable by `url`, `enabled` and `id` (age). Secrets are never shown.',
  query: wholeQuery({}),
  success: { body: page(Endpoint), headers: pageHeaders },
  problems: [],
  access: { endpoints: ['Query'], 'key:cursors': ['GenerateMac'] },
  examples: [{ name: 'one', answer: pageExample([endpointExample], 'id', true) }],
})

export const rotateEndpointSecret = operation({
  id: 'rotateEndpointSecret',
  area: 'endpoints',
  role: 'owner',
  method: 'POST',
  path: '/endpoints/commands/rotate-secret',
  summary: 'Replace the secret of an endpoint',
  description: [
    `Both secrets sign each webhook for ${duration(rotationSeconds)}, until \`previousSecretUntil\`, so that no webhook is refused while you change the receiver; with \`keepPrevious: false\` only the new secret does.`,
    'The answer holds a secret, so an `Idempotency-Key` is ignored.',
  ].join(' '),
  body: z.object({ id: Identifier, keepPrevious: z._default(z.boolean(), true) }),
  success: {
    body: z.object({
      id: z.string(),
      secret: z.string(),
      /** Absent where the previous secret signs nothing any more. */
      previousSecretUntil: z.optional(DateTimeAnswer),
    }),
  },
  problems: ['not_found'],
  access: { endpoints: ['UpdateItem'], 'key:secrets.endpoints': ['Encrypt'] },
  idempotency: 'never',
  examples: [
    {
      name: 'rotate',
      body: { id: endpointExample.id },
      answer: { id: endpointExample.id, secret: secretExample, previousSecretUntil: '2026-03-02T18:30:00.000Z' },
    },
  ],
})

export const deleteEndpoint = operation({
  id: 'deleteEndpoint',
  area: 'endpoints',
  role: 'owner',
  method: 'POST',
  path: '/endpoints/commands/delete-endpoint',
  summary: 'Delete an address for webhooks',
  description: 'Its secret is deleted, and webhooks that wait are not sent.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { endpoints: ['DeleteItem'], recipients: ['GetItem', 'UpdateItem'] },
  examples: [{ name: 'delete', body: { id: endpointExample.id }, answer: {} }],
})

export const testEndpoint = operation({
  id: 'testEndpoint',
  area: 'endpoints',
  role: 'owner',
  method: 'POST',
  path: '/endpoints/commands/test-endpoint',
  summary: 'Send a test to an endpoint',
  description:
    'Sends a webhook of the type `endpoint.test`, with `{endpointId}` as `data`, even while the endpoint is paused.',
  body: z.object({ id: Identifier }),
  success: { body: z.object({ messageId: z.string() }) },
  problems: ['not_found', 'rate_limited'],
  access: { endpoints: ['GetItem'], endpointMessages: ['PutItem'], rates: ['UpdateItem'] },
  examples: [{ name: 'test', body: { id: endpointExample.id }, answer: { messageId: messageExample.id } }],
})

export const listEndpointMessages = operation({
  id: 'listEndpointMessages',
  area: 'endpoints',
  role: 'owner',
  method: 'GET',
  path: '/endpoints/{id}/messages',
  summary: 'The last webhooks of an endpoint',
  description:
    'The last hundred webhooks of the last seven days. Newest first; sortable by `createdAt`, `type`, `state` and `id` (age).',
  params: { id: Identifier },
  query: wholeQuery({}),
  success: { body: page(EndpointMessage), headers: pageHeaders },
  problems: ['not_found'],
  access: { endpoints: ['GetItem'], endpointMessages: ['Query'], 'key:cursors': ['GenerateMac'] },
  examples: [
    {
      name: 'one',
      params: { id: endpointExample.id },
      answer: pageExample([messageExample], 'createdAt', false),
    },
  ],
})

export const resendEndpointMessage = operation({
  id: 'resendEndpointMessage',
  area: 'endpoints',
  role: 'owner',
  method: 'POST',
  path: '/endpoints/commands/resend-message',
  summary: 'Send a webhook again',
  description: [
    'Also one that was accepted or given up. It has the same `webhook-id` and body, and uses the present secret and address.',
    `It is sent even while the endpoint is paused, and retried for ${milliseconds(deliveryLimitMs)}.`,
  ].join(' '),
  body: z.object({ endpointId: Identifier, messageId: Identifier }),
  success: { body: Empty },
  problems: ['not_found', 'rate_limited'],
  access: { endpointMessages: ['UpdateItem'], rates: ['UpdateItem'] },
  examples: [{ name: 'again', body: { endpointId: endpointExample.id, messageId: messageExample.id }, answer: {} }],
})
