import type * as z from 'zod/mini'
import { ManualPaymentMessage } from '../../../shared/areas/payments/manualMessage.ts'
import { AckMessage, PingMessage, ResumeMessage } from '../../../shared/areas/realtime/clientMessages.ts'
import {
  ActionMessage,
  AlertMessage,
  ChangeMessage,
  CheckMessage,
  ErrorMessage,
  GoalsMessage,
  LookMessage,
  MediaMessage,
  MissedMessage,
  PongMessage,
  ShowMessage,
  SkipMessage,
  WelcomeMessage,
} from '../../../shared/areas/realtime/serverMessages.ts'
import { ManualEventMessage } from '../../../shared/providers/manualEvents.ts'
import { Components, type JsonObject } from '../openapi/components.ts'
import { contact } from '../openapi/document.ts'
import { jsonSchema } from '../openapi/jsonSchemas.ts'

interface Message {
  readonly summary: string
  readonly schema: z.ZodMiniType
}

interface Channel {
  readonly address: string
  readonly title: string
  readonly description: string
  readonly server: keyof typeof servers
  readonly parameters?: Readonly<Record<string, string>>
  /** The ways in which a sender proves who it is; one suffices. */
  readonly security: readonly (keyof typeof securitySchemes)[]
  readonly operations: { readonly receive: string; readonly send?: string }
  /** The messages from clients to the service. */
  readonly received: Readonly<Record<string, Message>>
  /** The messages from the service to clients. */
  readonly sent: Readonly<Record<string, Message>>
}

const servers = {
  live: {
    host: '127.0.0.1:3001',
    pathname: '/live',
    protocol: 'ws',
    description: 'The WebSocket API of the local API. `LiveUrl` of a deployment has the address of that one (`wss`).',
  },
  api: {
    host: '127.0.0.1:3000',
    protocol: 'http',
    description: 'The HTTP API of the local API. `ApiUrl` of a deployment has the address of that one (`https`).',
  },
} as const

const securitySchemes = {
  ticket: {
    type: 'httpApiKey',
    name: 'ticket',
    in: 'query',
    description: 'A one-time ticket, from `create-ticket` or `renew-ticket`',
  },
  accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token of the issuer' },
  signature: {
    type: 'httpApiKey',
    name: 'webhook-signature',
    in: 'header',
    description: 'Standard Webhooks 1.0, or the signature of a provider that has a format of its own',
  },
} as const

const signed =
  'signed by Standard Webhooks 1.0 (`webhook-id`, `webhook-timestamp`, `webhook-signature: v1,…` over `id.timestamp.body`)'

const channels: Readonly<Record<string, Channel>> = {
  overlay: {
    address: '/',
    title: 'The WebSocket API',
    description:
      'Opened with a one-time ticket (`?ticket=…`) or, by programs that can send headers, with an access token (`Authorization: Bearer …`). With a token, `?name=…` (1 to 64 of `A-Z a-z 0-9 _ . -`) makes each connection the same listener, whose acknowledgements are stored. With a first ticket, `&key=…` (the SHA-256 of a secret that the client made, in base64url) allows the client to get further tickets from `renew-ticket`. Without either, a client has to store its last sequence itself and send it with `resume`. Deliveries arrive at least once and in order; each names the previous one, so that a client notices a gap and fills it with `resume`. Two consecutive deliveries may be pushed in the wrong order: keep the later one for half a second before you resume. A client that gets a delivery of a `type` that it does not know acknowledges it and does nothing else; it ignores members and other messages that it does not know. A client that shows only deliveries after the last one shown, and acknowledges them then, shows each exactly once.',
    server: 'live',
    security: ['ticket', 'accessToken'],
    operations: {
      receive: 'Messages from a client: the position to continue from, and acknowledgements.',
      send: 'Messages to a client: deliveries in their order, and answers.',
    },
    received: {
      resume: {
        summary:
          'Asks for the deliveries after the last one that the client has, except those that it has acknowledged; the first message of a connection. Without `after`, a new listener gets no past deliveries',
        schema: ResumeMessage,
      },
      ack: {
        summary: 'Reports that a delivery and every earlier one have been shown to the end',
        schema: AckMessage,
      },
      ping: {
        summary: 'Keeps the connection open: one within ten minutes; without a pong within 15 s, connect again',
        schema: PingMessage,
      },
    },
    sent: {
      welcome: {
        summary:
          'Answers resume with the range of the deliveries that follow. `unknown` is the `after` of a resume that names no existing delivery, because the data of the recipient were erased and the sequences began again: continue from `after`',
        schema: WelcomeMessage,
      },
      alert: { summary: 'An alert to show', schema: AlertMessage },
      action: { summary: 'A paid action to perform', schema: ActionMessage },
      media: { summary: 'Media requests to play, in their order', schema: MediaMessage },
      skip: { summary: 'A video that must no longer be played', schema: SkipMessage },
      check: { summary: 'A check of the way to the client, to be acknowledged in its turn', schema: CheckMessage },
      change: {
        summary:
          'An alert that was delivered is hidden, visible again, or has other texts or another amount. All members are always there, and give the present state of the alert: a change that comes twice or late does no harm. It concerns the showings before it: a client drops those that wait and ends the one on the screen when `hidden` (also with `force`), else gives them the new texts. It shows nothing by itself',
        schema: ChangeMessage,
      },
      show: {
        summary:
          'The show of alerts was controlled: its present state, which takes effect before the message’s turn. `paused`: show no further alert or video. `muted`: no sound and no speech. Drop waiting deliveries up to `cleared` and those of `skipped`, which also leave the screen. Of two states, `welcome` included, use the one with the higher `sequence`. Programs that show nothing only acknowledge it',
        schema: ShowMessage,
      },
      goals: {
        summary:
          'Goals were set or deleted, or money was imported or taken back: the present state of all goals, which takes effect before the message’s turn. At most one a second is sent, the last state always. A new alert carries the goal of its currency itself. Of two states, `welcome` and alerts included, use the one with the higher `sequence`. Programs that show no goal only acknowledge it',
        schema: GoalsMessage,
      },
      look: {
        summary:
          'The look of overlays was saved: all of it, which takes effect before the message’s turn. Programs that are no overlay only acknowledge it',
        schema: LookMessage,
      },
      pong: { summary: 'Answers ping', schema: PongMessage },
      missed: { summary: 'A push has failed: send resume', schema: MissedMessage },
      error: {
        summary:
          'A malformed message, a resume that comes too often, or a connection whose overlay has a newer one or was revoked',
        schema: ErrorMessage,
      },
    },
  },
  paymentWebhooks: {
    address: '/payments/webhooks/{recipientId}/{gatewayId}',
    title: 'Webhooks of payment gateways',
    description: `Gateways report payments here, by POST. Stripe, Ko-fi and YooKassa send their own formats; every other gateway sends this one, ${signed} with the secret of its credential. Events may arrive in any order and more than once.`,
    server: 'api',
    security: ['signature'],
    operations: { receive: 'The event of a payment.' },
    parameters: { recipientId: 'The recipient of the money', gatewayId: 'The gateway credential, from `set-gateway`' },
    received: {
      payment: { summary: 'A payment was completed, failed, refunded or disputed', schema: ManualPaymentMessage },
    },
    sent: {},
  },
  platformWebhooks: {
    address: '/platforms/webhooks/manual',
    title: 'Webhooks of streaming platforms',
    description: `Bots report events of a stream here, by POST, ${signed} with the deployment's secret. \`type\` is the trigger that announcers name: \`STREAM_STARTED\` (\`stream.online\`), \`STREAM_ENDED\` (\`stream.offline\`) or any other. Twitch and Kick send their own formats to \`/platforms/webhooks/twitch\` and \`/kick\`.`,
    server: 'api',
    security: ['signature'],
    operations: { receive: 'The event of a stream.' },
    received: { streamEvent: { summary: 'A trigger fires', schema: ManualEventMessage } },
    sent: {},
  },
}

const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const channelObject = (
  { address, title, description, server, parameters, received, sent }: Channel,
  components: Components,
): JsonObject => ({
  address,
  title,
  description,
  servers: [{ $ref: `#/servers/${server}` }],
  ...(parameters && {
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, text]) => [name, { description: text }])),
  }),
  messages: Object.fromEntries(
    [
      ...Object.entries(received).map(([name, message]) => [name, message, 'input'] as const),
      ...Object.entries(sent).map(([name, message]) => [name, message, 'output'] as const),
    ].map(([name, { summary, schema }, side]) => {
      const payload = components.add('schemas', `${capitalized(name)}Message`, jsonSchema(schema, side, components))
      return [name, { name, summary, contentType: 'application/json', payload }]
    }),
  ),
})

const operationsOf = (
  id: string,
  { received, sent, security, operations }: Channel,
): readonly (readonly [string, JsonObject])[] =>
  ([['receive', received] as const, ['send', sent] as const] as const)
    .filter(([, messages]) => Object.keys(messages).length > 0)
    .map(([action, messages]) => [
      `${action}${capitalized(id)}`,
      {
        action,
        description: operations[action],
        channel: { $ref: `#/channels/${id}` },
        security: security.map((scheme) => ({ $ref: `#/components/securitySchemes/${scheme}` })),
        messages: Object.keys(messages).map((name) => ({ $ref: `#/channels/${id}/messages/${name}` })),
      },
    ])

/** The AsyncAPI 3.0 document of webhooks in and messages out, from the schemas that the service itself uses; pure. */
export const asyncApiDocument = (version: string): JsonObject => {
  const components = new Components()
  const entries = Object.entries(channels)
  const described = Object.fromEntries(entries.map(([id, channel]) => [id, channelObject(channel, components)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Streaming Support Service: events',
      version,
      description:
        'Webhooks that the service receives, and messages that it exchanges with overlays. Unknown members are ignored in both directions.',
      contact,
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      tags: [
        { name: 'webhooks', description: 'Reports of payments and streams, which come in by POST.' },
        { name: 'overlays', description: 'Deliveries to overlays and programs, which go out by WebSocket.' },
      ],
    },
    defaultContentType: 'application/json',
    servers,
    channels: described,
    operations: Object.fromEntries(entries.flatMap(([id, channel]) => operationsOf(id, channel))),
    components: { securitySchemes, schemas: components.section('schemas') },
  }
}
