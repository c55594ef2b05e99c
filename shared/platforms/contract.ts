import * as z from 'zod/mini'
import { operation } from '../contract/operation.ts'
import { Label } from '../contract/values.ts'

const SignatureHeader = z.optional(z.string())

export const receivePlatformWebhook = operation({
  id: 'receivePlatformWebhook',
  area: 'platforms',
  method: 'POST',
  path: '/platforms/webhooks/{platform}',
  summary: 'Take an event of a streaming platform',
  description: [
    'Stream started and stream ended, from `twitch` (EventSub), `kick` (`livestream.status.updated`) or `manual` (Standard Webhooks 1.0, for',
    'any bot). Each is verified over its raw bytes: Twitch by the deployment’s secret, Kick by its public key, `manual` by the deployment’s',
    'own secret. A repeated message takes effect once. An event of an account that no recipient has linked is acknowledged and dropped.',
    'A Kick account belongs to the recipient who linked it; a Twitch account to the one whom the deployer assigned it (an item `twitch#<user id>` in the table of',
    'account links). The payload of `manual` is `{type, timestamp, data: {recipientId, streamId, title?}}`, where `type` is the name of a trigger:',
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
    accountLinks: ['GetItem'],
    tokens: ['GetItem'],
    streams: ['GetItem', 'PutItem'],
    streamEvents: ['PutItem'],
  },
  providers: ['twitchEvents', 'kickEvents', 'manualEvents'],
})
