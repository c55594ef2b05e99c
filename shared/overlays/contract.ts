import * as z from 'zod/mini'
import { operation } from '../contract/operation.ts'
import { DateTimeAnswer } from '../time/dateTime.ts'

/** Where the page of the overlay is. */
export const overlayPath = '/overlay'

export const createTicket = operation({
  id: 'createTicket',
  area: 'overlays',
  method: 'POST',
  path: '/overlays/commands/create-ticket',
  summary: 'Make the address of a new overlay',
  description:
    'The ticket is valid for a day and works once: put `overlayUrl` into a browser source, or open a WebSocket connection with `?ticket=` yourself. The overlay stays connected from then on by means of its own; each further overlay needs another ticket. The answer holds a secret, so an `Idempotency-Key` is ignored.',
  body: z.object({}),
  success: { body: z.object({ ticket: z.string(), overlayUrl: z.string(), expiresAt: DateTimeAnswer }) },
  problems: [],
  access: { tickets: ['PutItem'] },
  publicUrl: true,
  idempotency: 'never',
  examples: [
    {
      name: 'an overlay',
      body: {},
      answer: {
        ticket: 'LXdYEeO_3ot8ToBKJJV2H7aNyCE2SP80Nz9RPfKKkf0',
        overlayUrl: 'https://api.example.com/overlay#ticket=LXdYEeO_3ot8ToBKJJV2H7aNyCE2SP80Nz9RPfKKkf0',
        expiresAt: '2026-02-01T12:00:00.000Z',
      },
    },
  ],
})

export const renewTicket = operation({
  id: 'renewTicket',
  area: 'overlays',
  method: 'POST',
  path: '/overlays/commands/renew-ticket',
  summary: 'Give an overlay a ticket for its next connection',
  description:
    'For the page of an overlay: it brings the key whose SHA-256 it gave as `key` when it connected with its first ticket. Keys that are unknown, expired or malformed get the same answer. The ticket is valid for a minute and works once.',
  auth: 'none',
  body: z.object({ key: z.string() }),
  success: { body: z.object({ ticket: z.string(), expiresAt: DateTimeAnswer }) },
  problems: ['overlay_key_rejected'],
  access: { overlayKeys: ['GetItem', 'UpdateItem'], tickets: ['PutItem'] },
})

export const getOverlay = operation({
  id: 'getOverlay',
  area: 'overlays',
  method: 'GET',
  path: overlayPath,
  summary: 'The page that shows alerts, for a browser source',
  description:
    'The ticket stands in the fragment of its address, which browsers do not send. Settings follow it there or stand in the query: `volume` (0 to 1, 0.5 unless told otherwise), `seconds` (how long an alert is shown, 0.5 to 60) and `position` (`top`, `center`, `bottom`).',
  auth: 'none',
  success: {
    body: z.string(),
    headers: { 'content-security-policy': z.string(), 'referrer-policy': z.string() },
    contentType: 'text/html; charset=utf-8',
    description: 'An HTML document without external parts',
  },
  problems: [],
  access: {},
  webSocketUrl: true,
})
