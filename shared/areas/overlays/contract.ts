import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Identifier, Label, SafeInteger } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { acceptedCodings } from '../../contract/webPage.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration, milliseconds } from '../../runtime/time/duration.ts'
import { longestConnectionMs } from './listedOverlay.ts'
import { overlayParts } from './overlayParts.ts'

export const overlayPath = '/overlay'

/** The ticket in a new overlay's URL is valid for this time. */
export const firstTicketSeconds = 24 * 60 * 60

/** The ticket of an overlay that reconnects is valid for this time. */
export const nextTicketSeconds = 60

const ListedOverlay = z
  .object({
    /** The same as `overlayId`. */
    id: z.string(),
    overlayId: z.string(),
    /** Empty when the overlay has no name. */
    name: z.string(),
    /** The only part that it shows; null where it shows alerts with the bars of goals. */
    part: z.nullable(z.enum(overlayParts)),
    createdAt: DateTimeAnswer,
    lastSeenAt: z.nullable(DateTimeAnswer),
    lastAcknowledged: z.nullable(SafeInteger),
    connected: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Overlay' })

const overlayExample = {
  id: '0199a1b2-7c00-7000-8000-000000000006',
  overlayId: '0199a1b2-7c00-7000-8000-000000000006',
  name: 'Main scene',
  part: null,
  createdAt: '2026-01-31T12:00:00.000Z',
  lastSeenAt: '2026-02-01T18:30:00.000Z',
  lastAcknowledged: 12582912,
  connected: true,
}

export const listOverlays = operation({
  id: 'listOverlays',
  area: 'overlays',
  role: 'editor',
  method: 'GET',
  path: '/overlays',
  summary: 'List overlays',
  description: [
    'Overlays with a ticket, also before they connect; neither programs that connect with an access token nor pages with a session. `lastSeenAt` is the time at which one last connected, sent `resume` (the page does so every half hour) or acknowledged a delivery; a `ping` does not count.',
    `\`connected\` may be late: a connection that broke without being closed is noticed at the next delivery, after ten minutes of silence, or after ${milliseconds(longestConnectionMs)}.`,
    'An overlay has one connection: a newer connection takes over, and the older one gets `superseded` and is closed. Sorts by `createdAt` (default, newest first), `lastSeenAt`, `name` and `id`.',
  ].join(' '),
  query: wholeQuery({}),
  success: { body: page(ListedOverlay), headers: pageHeaders },
  problems: [],
  access: { overlays: ['Query'], 'key:cursors': ['GenerateMac'] },
  examples: [{ name: 'one overlay', answer: pageExample([overlayExample], 'createdAt', false) }],
})

export const renameOverlay = operation({
  id: 'renameOverlay',
  area: 'overlays',
  role: 'editor',
  method: 'POST',
  path: '/overlays/commands/rename-overlay',
  summary: 'Rename an overlay',
  description: 'Its address and its connection stay as they are.',
  body: z.object({ overlayId: Identifier, name: Label }),
  success: { body: z.object({ overlayId: z.string(), name: z.string() }) },
  problems: ['not_found'],
  access: { overlays: ['UpdateItem'] },
  examples: [
    {
      name: 'rename',
      body: { overlayId: overlayExample.overlayId, name: 'Pause scene' },
      answer: { overlayId: overlayExample.overlayId, name: 'Pause scene' },
    },
  ],
})

export const revokeOverlay = operation({
  id: 'revokeOverlay',
  area: 'overlays',
  role: 'owner',
  method: 'POST',
  path: '/overlays/commands/revoke-overlay',
  summary: 'Revoke an overlay, or all of them',
  description:
    'Its key, its tickets and its connection become invalid: it gets `revoked` and no more deliveries, is closed, and cannot connect again. A program with an access token can connect again as long as the token is valid. With `all: true` every overlay is revoked, including those that have not connected yet; it succeeds even if none exists.',
  body: z.object({ overlayId: z.optional(Identifier), all: z.optional(z.boolean()) }).check(
    z.refine(({ overlayId, all }) => (overlayId === undefined) === (all === true), {
      path: ['overlayId'],
      error: 'Invalid overlayId: expected either overlayId or all: true',
      ...violates('contradictory'),
    }),
  ),
  success: { body: z.object({}) },
  problems: ['not_found'],
  access: {
    overlays: ['Query', 'DeleteItem'],
    overlayKeys: ['DeleteItem'],
    'socket:connections': ['PostToConnection', 'DeleteConnection'],
  },
  examples: [
    { name: 'one', body: { overlayId: overlayExample.overlayId }, answer: {} },
    { name: 'all', body: { all: true }, answer: {} },
  ],
})

export const checkOverlays = operation({
  id: 'checkOverlays',
  area: 'overlays',
  role: 'editor',
  method: 'POST',
  path: '/overlays/commands/check',
  summary: 'Check that alerts reach the overlays, before a stream',
  description:
    'Stores an invisible test as a verified webhook would, and sends it the way of a donation: projection, delivery, WebSocket, acknowledgement. `GET /payments/{paymentId}/trace` shows each stage with its milliseconds, and for each overlay whether it has answered, or the reason (`not_acknowledged`, `disconnected`, `never_connected`). It takes a second or two; an overlay that is showing alerts answers after them. The test is not shown, and is not in history, totals, lists or prints. Programs acknowledge the WebSocket message `check` as they acknowledge alerts. `lastEvent` and `lastRefused` of `GET /payments/gateways` show whether a gateway reaches its webhook address.',
  body: z.object({}),
  success: { body: z.object({ paymentId: z.string(), startedAt: DateTimeAnswer }) },
  problems: ['rate_limited'],
  access: { payments: ['UpdateItem'], rates: ['UpdateItem'] },
  examples: [
    {
      name: 'check',
      body: {},
      answer: { paymentId: '7d2a64c1-9b0e-8f35-a1c4-5e8b3d7f9a02', startedAt: '2026-03-01T18:25:00.000Z' },
    },
  ],
})

export const createTicket = operation({
  id: 'createTicket',
  area: 'overlays',
  role: 'moderator',
  method: 'POST',
  path: '/overlays/commands/create-ticket',
  summary: 'Create the address of a new overlay',
  description: [
    `The ticket is valid for ${duration(firstTicketSeconds)} and works once: put \`overlayUrl\` into a browser source, or open a WebSocket connection at \`webSocketUrl\` with \`?ticket=\` yourself.`,
    'The page then gets its later tickets itself; each further overlay needs another ticket. The answer holds a secret, so an `Idempotency-Key` is ignored. `overlayId` identifies the overlay in the list at once. It takes one of the 20 places for overlays; revoking an overlay frees its place.',
    'With `part` the page shows one part alone, and each browser source needs a ticket of its own: `alerts` without the bars of goals, `goals`, or `leaders` as `leaders` of the look says. A source of goals or leaders acknowledges nothing, so checks, traces and the state of the show leave it out.',
    `With \`session: true\` the ticket is for a page whose user is signed in: it is valid for ${duration(nextTicketSeconds)}, has no key, takes one of the 10 places for such pages and none of overlays, is in no list, and its connection is closed within a minute after the end of the access token that asked for it. Members get such tickets alone (otherwise 403), of 40 places of their own, and lose the connection with the membership.`,
  ].join(' '),
  body: z
    .object({ name: z.optional(Label), part: z.optional(z.enum(overlayParts)), session: z.optional(z.boolean()) })
    .check(
      z.refine(({ part, session }) => part === undefined || !session, {
        path: ['part'],
        error: 'Invalid part: expected none with session: true',
        ...violates('contradictory'),
      }),
    ),
  success: {
    body: z.object({
      overlayId: z.string(),
      ticket: z.string(),
      overlayUrl: z.string(),
      webSocketUrl: z.string(),
      expiresAt: DateTimeAnswer,
    }),
  },
  problems: ['rate_limited', 'limit_reached', 'erasure_in_progress'],
  access: {
    tickets: ['PutItem'],
    overlays: ['PutItem', 'Query', 'DeleteItem'],
    overlayKeys: ['DeleteItem'],
    rates: ['UpdateItem'],
    quotas: ['UpdateItem'],
    members: ['ConditionCheckItem'],
  },
  publicUrl: true,
  webSocketUrl: true,
  idempotency: 'never',
  examples: [
    {
      name: 'a page whose user is signed in',
      body: { session: true },
      answer: {
        overlayId: '0199a1b2-7c00-7000-8000-00000000000e',
        ticket: 'LXdYEeO_3ot8ToBKJJV2H7aNyCE2SP80Nz9RPfKKkf0',
        overlayUrl: 'https://api.example.com/overlay#ticket=LXdYEeO_3ot8ToBKJJV2H7aNyCE2SP80Nz9RPfKKkf0',
        webSocketUrl: 'wss://live.example.com',
        expiresAt: '2026-01-31T12:01:00.000Z',
      },
    },
    {
      name: 'the bars of goals alone',
      body: { name: 'Goals', part: 'goals' },
      answer: {
        overlayId: overlayExample.overlayId,
        ticket: 'LXdYEeO_3ot8ToBKJJV2H7aNyCE2SP80Nz9RPfKKkf0',
        overlayUrl: 'https://api.example.com/overlay?part=goals#ticket=LXdYEeO_3ot8ToBKJJV2H7aNyCE2SP80Nz9RPfKKkf0',
        webSocketUrl: 'wss://live.example.com',
        expiresAt: '2026-02-01T12:00:00.000Z',
      },
    },
    {
      name: 'an overlay',
      body: { name: 'Main scene' },
      answer: {
        overlayId: overlayExample.overlayId,
        ticket: 'LXdYEeO_3ot8ToBKJJV2H7aNyCE2SP80Nz9RPfKKkf0',
        overlayUrl: 'https://api.example.com/overlay#ticket=LXdYEeO_3ot8ToBKJJV2H7aNyCE2SP80Nz9RPfKKkf0',
        webSocketUrl: 'wss://live.example.com',
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
  description: [
    'For the page of an overlay: it sends the key whose SHA-256 it sent as `key` when it connected with its first ticket. Unknown, expired and malformed keys get the same answer.',
    `The ticket is valid for ${duration(nextTicketSeconds)} and works once.`,
    'A page that was superseded sends `ifFree: true`: then it gets no ticket while the overlay is connected.',
  ].join(' '),
  auth: 'none',
  body: z.object({ key: z.string(), ifFree: z.optional(z.boolean()) }),
  success: { body: z.object({ ticket: z.string(), webSocketUrl: z.string(), expiresAt: DateTimeAnswer }) },
  problems: ['overlay_key_rejected', 'overlay_connected', 'rate_limited'],
  access: {
    overlays: ['GetItem'],
    overlayKeys: ['GetItem', 'UpdateItem'],
    tickets: ['PutItem'],
    rates: ['UpdateItem'],
  },
  webSocketUrl: true,
})

export const getOverlay = operation({
  id: 'getOverlay',
  area: 'overlays',
  method: 'GET',
  path: overlayPath,
  summary: 'The page that shows alerts, for a browser source',
  description:
    'The ticket is in the fragment of the address, which browsers do not send. Settings are in the fragment or in the query: `volume` (0 to 1, default 0.5), `seconds` (how long an alert is shown, 0.5 to 60), `position` (`top`, `center`, `bottom`) and `part` (as in `create-ticket`, which writes it). The configuration record `overlay` sets these and the rest of the look; the address has precedence.',
  auth: 'none',
  headers: acceptedCodings,
  success: {
    body: z.string(),
    headers: {
      'content-security-policy': z.string(),
      'cross-origin-opener-policy': z.string(),
      'referrer-policy': z.string(),
    },
    contentType: 'text/html; charset=utf-8',
    description: 'An HTML document without external parts',
  },
  problems: ['not_acceptable'],
  access: {},
  webSocketUrl: true,
  uploadsUrl: true,
})
