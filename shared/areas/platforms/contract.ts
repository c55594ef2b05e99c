import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { usualEndDelaySeconds } from '../../contract/usualEndDelaySeconds.ts'
import { Label } from '../../contract/values.ts'
import { page, pageExample, pageHeaders, pageQuery } from '../../mechanisms/page/contract.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration } from '../../runtime/time/duration.ts'
import { stateRetentionSeconds } from './rules.ts'

const SignatureHeader = z.optional(z.string())

export const receivePlatformWebhook = operation({
  id: 'receivePlatformWebhook',
  area: 'platforms',
  method: 'POST',
  path: '/platforms/webhooks/{platform}',
  summary: 'Receive an event of a streaming platform',
  description: [
    'Stream started and stream ended, from `twitch` (EventSub), `kick` or `manual` (Standard Webhooks 1.0, for any bot); follows, subscriptions, gifts, cheers and',
    'raids from `twitch` and `kick`, which become history items, and alerts where the configuration record `alerts` does not say otherwise (`events`). Each is verified over its raw bytes: Twitch by the secret that the service gave it with the subscription, Kick by its public key, `manual` by the',
    'deployment’s own secret. A repeated message takes effect once. An end that names a stream, or the start of one, ends that stream alone.',
    `Ends are final after ${duration(usualEndDelaySeconds)}, unless the deployment says otherwise; a start of the same stream that was sent after its end takes the end back.`,
    'An event of an account that no recipient has linked, or whose link is disabled, is acknowledged',
    'without an effect, because platforms end subscriptions whose events are refused; a challenge for such an account is refused. The payload of `manual` is `{type, timestamp, data: {recipientId, streamId, title?}}`, where `type` is the name of a trigger:',
    '`STREAM_STARTED`, `STREAM_ENDED`, or any other that announcers wait for.',
  ].join(' '),
  auth: 'none',
  params: { platform: Label },
  headers: {
    'webhook-id': SignatureHeader,
    'webhook-timestamp': SignatureHeader,
    'webhook-signature': SignatureHeader,
    'twitch-eventsub-message-id': SignatureHeader,
    'twitch-eventsub-message-timestamp': SignatureHeader,
    'twitch-eventsub-message-signature': SignatureHeader,
    'twitch-eventsub-message-type': SignatureHeader,
    'kick-event-message-id': SignatureHeader,
    'kick-event-message-timestamp': SignatureHeader,
    'kick-event-signature': SignatureHeader,
    'kick-event-type': SignatureHeader,
  },
  rawBody: true,
  success: {
    body: z.string(),
    contentType: 'text/plain; charset=utf-8',
    description:
      'The event was accepted. The body is empty, or the challenge of a new subscription, which is returned.',
  },
  problems: [
    'not_found',
    'signature_rejected',
    'malformed_body',
    'provider_not_configured',
    'provider_unavailable',
    'provider_bad_answer',
    'provider_timeout',
  ],
  access: {
    accountLinks: ['GetItem', 'UpdateItem'],
    tokens: ['GetItem'],
    streams: ['GetItem', 'PutItem'],
    streamEvents: ['PutItem'],
  },
  providers: ['twitchEvents', 'kickEvents', 'manualEvents'],
})

/** A linked account as a source of events. */
const Source = z
  .object({
    id: z.string(),
    system: z.string(),
    account: z.object({ id: z.string(), name: z.string() }),
    enabled: z.boolean(),
    subscription: z.enum(['pending', 'active', 'failed', 'revoked', 'polled']),
    lastEvent: z.nullable(z.object({ type: z.string(), at: DateTimeAnswer })),
    lastError: z.nullable(z.object({ code: z.string(), detail: z.string(), at: DateTimeAnswer })),
    missingScopes: z.array(z.string()),
    lastAskedAt: z.nullable(DateTimeAnswer),
    linkedAt: DateTimeAnswer,
  })
  .register(z.globalRegistry, { id: 'Source' })

export const listSources = operation({
  id: 'listSources',
  area: 'platforms',
  role: 'owner',
  method: 'GET',
  path: '/platforms/sources',
  summary: "Whether events of the caller's linked accounts arrive",
  description: [
    'One entry for each linked account, newest first; sortable by `linkedAt`, `system`, `subscription` and `enabled`. The service subscribes to the events of Kick and',
    'Twitch accounts when they are linked and unsubscribes when they are unlinked; every day it restores subscriptions that a platform has dropped. `subscription` is `pending` until',
    'the platform has confirmed it; `active`; `failed` or `revoked` by the platform, with the reason in `lastError`, which is null again when the trouble is over; or `polled`: a',
    'VK Video Live account is asked every minute, and a donation service as `link-source` describes: it is `failed` if the last request failed, with the reason in `lastError`, and disabled if the service refuses the token. `lastAskedAt` is its last answer, to within ten minutes.',
    `\`lastEvent\` is the start or end of a stream that changed the channel’s state last, within ${duration(stateRetentionSeconds)}.`,
    'Events of a disabled account have no effect. `missingScopes` are those of `GET /recipients/platforms` that the link lacks: follows, subscriptions, gifts or cheers that need them do not',
    'arrive until the account is linked again with them.',
  ].join(' '),
  query: pageQuery({}),
  success: { body: page(Source), headers: pageHeaders },
  problems: [],
  access: {
    tokens: ['Query'],
    accountLinks: ['BatchGetItem'],
    donationSources: ['BatchGetItem'],
    streams: ['BatchGetItem'],
    'key:cursors': ['GenerateMac'],
  },
  examples: [
    {
      name: 'one',
      answer: pageExample(
        [
          {
            id: 'b4a4d9be-6b7e-8a5c-9d0e-1f2a3b4c5d6e',
            system: 'Kick',
            account: { id: '669', name: 'alice' },
            enabled: true,
            subscription: 'active',
            lastEvent: { type: 'STREAM_STARTED', at: '2026-01-31T12:00:00.000Z' },
            lastError: null,
            missingScopes: ['events:subscribe', 'kicks:read'],
            lastAskedAt: null,
            linkedAt: '2026-01-30T12:00:00.000Z',
          },
        ],
        'linkedAt',
        false,
      ),
    },
  ],
})
