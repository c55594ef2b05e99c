import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty, Identifier, text } from '../../contract/values.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { linkPaths } from './linkPaths.ts'

/** The time is enough for two calls to a platform of at most five seconds each, and for a revocation. */
export const linkTimeoutSeconds = 20

/** Authorization codes are opaque; no platform makes one near this long. */
export const AuthorizationCode = text(1, 2048)

/** RFC 7636, section 4.1. */
const CodeVerifier = z.string().check(
  z.regex(/^[A-Za-z0-9._~-]{43,128}$/, {
    error: 'Invalid code verifier: expected 43 to 128 letters, digits, "-", ".", "_" or "~"',
  }),
)

/** A platform without PKCE would ignore the verifier, and the client would believe to be protected by it. */
export const noCodeVerifier = (platform: string) =>
  z.optional(
    z
      .string()
      .check(
        z.maxLength(0, { error: `${platform} has no PKCE: leave codeVerifier out, and code_challenge of the sign-in` }),
      ),
  )

const Account = z.object({ id: z.string(), name: z.string() })

/** A linked account, as linking answers it: without any secret. */
export const LinkedAccount = z
  .object({ id: z.string(), system: z.string(), enabled: z.boolean(), account: Account })
  .register(z.globalRegistry, { id: 'LinkedAccount' })

/** A listed token; with `relinkRequired` the platform has refused its refresh token. It granted the `scopes`. */
export const Token = z
  .object({
    ...LinkedAccount.shape,
    scopes: z.array(z.string()),
    relinkRequired: z.boolean(),
    createdAt: DateTimeAnswer,
    updatedAt: DateTimeAnswer,
  })
  .register(z.globalRegistry, { id: 'Token' })

const providerProblems = [
  'provider_bad_answer',
  'provider_unavailable',
  'provider_not_configured',
  'provider_timeout',
] as const

/** The problems and writes of linking an account of any platform. */
export const linkProblems = [
  'authorization_code_rejected',
  'account_already_linked',
  'limit_reached',
  'erasure_in_progress',
  'rate_limited',
  ...providerProblems,
] as const
export const linkAccess = {
  tokens: ['UpdateItem'],
  quotas: ['UpdateItem'],
  rates: ['UpdateItem'],
  accountLinks: ['UpdateItem'],
  'key:secrets.tokens': ['Encrypt'],
} as const

export const exampleId = 'b4a4d9be-6b7e-8a5c-9d0e-1f2a3b4c5d6e'

export const linkKick = operation({
  id: 'linkKick',
  area: 'recipients',
  role: 'owner',
  method: 'POST',
  path: linkPaths.kick,
  summary: 'Link a Kick account by its authorization code and code verifier (PKCE)',
  description:
    'Stores one token record for each of the caller’s accounts; linking an account again renews its record and enables it. An account that another recipient has linked is refused. A code works once: repeat a request only with its `Idempotency-Key`.',
  body: z.object({ authorizationCode: AuthorizationCode, codeVerifier: CodeVerifier }),
  success: { body: LinkedAccount },
  problems: linkProblems,
  access: linkAccess,
  providers: ['kick'],
  idempotency: 'reserved',
  timeoutSeconds: linkTimeoutSeconds,
  examples: [
    {
      name: 'link',
      body: { authorizationCode: 'good-alice', codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
      answer: { id: exampleId, system: 'Kick', enabled: true, account: { id: '669', name: 'alice' } },
    },
  ],
})

export const linkTwitch = operation({
  id: 'linkTwitch',
  area: 'recipients',
  role: 'owner',
  method: 'POST',
  path: linkPaths.twitch,
  summary: 'Link a Twitch account by its authorization code',
  description:
    'Works like `link-kick`: one token record for each account, which linking again renews and enables; a code works once, so repeat a request only with its `Idempotency-Key`. Streams and raids need no scope; follows, subscriptions, gifts and cheers need the scopes of `GET /recipients/platforms`. Twitch has no PKCE, so a `codeVerifier` is refused. Events of the account arrive as soon as Twitch has confirmed the subscription.',
  body: z.object({ authorizationCode: AuthorizationCode, codeVerifier: noCodeVerifier('Twitch') }),
  success: { body: LinkedAccount },
  problems: linkProblems,
  access: linkAccess,
  providers: ['twitch'],
  idempotency: 'reserved',
  timeoutSeconds: linkTimeoutSeconds,
  examples: [
    {
      name: 'link a Twitch account',
      body: { authorizationCode: 'good-alice' },
      answer: { id: exampleId, system: 'Twitch', enabled: true, account: { id: '669', name: 'alice' } },
    },
  ],
})

/** A platform whose accounts can be linked. Members that depend on the deployer's client are null without it. */
const SignIn = z
  .object({
    platform: z.string(),
    system: z.string(),
    configured: z.boolean(),
    linkPath: z.string(),
    clientId: z.nullable(z.string()),
    redirectUri: z.nullable(z.string()),
    scopes: z.array(z.string()),
    codeChallengeMethod: z.nullable(z.enum(['S256'])),
    authorizeUrl: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'SignIn' })

export const listPlatforms = operation({
  id: 'listPlatforms',
  area: 'recipients',
  role: 'owner',
  method: 'GET',
  path: '/recipients/platforms',
  summary: 'The platforms and donation services whose accounts can be linked, and where to sign in',
  description:
    'The same for every caller. A front end opens `authorizeUrl` with a `state` of its own, with `code_challenge` and `code_challenge_method` too where `codeChallengeMethod` is not null, and sends the code that comes to `redirectUri` to `linkPath`, for a donation service as `credential` with the name `platform` as `service`. `scopes` are those that all events of the platform need; an account that has granted fewer is linked too, without the events of the missing scopes. An address may ask for more. A platform is `configured` when the deployer has stored its client, which takes effect within a minute.',
  success: { body: z.array(SignIn) },
  problems: [],
  access: {},
  providers: ['signIns'],
  examples: [
    {
      name: 'one platform is configured',
      answer: [
        {
          platform: 'kick',
          system: 'Kick',
          configured: true,
          linkPath: '/recipients/commands/link-kick',
          clientId: '01J0A5K6M3',
          redirectUri: 'https://panel.example.com/kick',
          scopes: ['user:read', 'events:subscribe', 'kicks:read'],
          codeChallengeMethod: 'S256' as const,
          authorizeUrl:
            'https://id.kick.com/oauth/authorize?response_type=code&client_id=01J0A5K6M3&redirect_uri=https%3A%2F%2Fpanel.example.com%2Fkick&scope=user%3Aread+events%3Asubscribe+kicks%3Aread',
        },
        {
          platform: 'twitch',
          system: 'Twitch',
          configured: false,
          linkPath: '/recipients/commands/link-twitch',
          clientId: null,
          redirectUri: null,
          scopes: ['moderator:read:followers', 'channel:read:subscriptions', 'bits:read'],
          codeChallengeMethod: null,
          authorizeUrl: null,
        },
      ],
    },
  ],
})

export const toggleToken = operation({
  id: 'toggleToken',
  area: 'recipients',
  role: 'owner',
  method: 'POST',
  path: '/recipients/tokens/toggle-token',
  summary: 'Enable or disable a token',
  description: 'Sets the flag to the value sent. Disabling drops the cached access token.',
  body: z.object({ id: Identifier, enabled: z.boolean() }),
  success: { body: z.object({ id: z.string(), enabled: z.boolean() }) },
  problems: ['not_found'],
  access: { tokens: ['UpdateItem'] },
  examples: [{ name: 'enable', body: { id: exampleId, enabled: true }, answer: { id: exampleId, enabled: true } }],
})

export const unlinkToken = operation({
  id: 'unlinkToken',
  area: 'recipients',
  role: 'owner',
  method: 'POST',
  path: '/recipients/tokens/unlink-token',
  summary: 'Remove the link of an account',
  description:
    'Events of the account no longer have an effect, and any recipient who can sign in to it may link it. The tokens are deleted at once and revoked at the platform a moment later; if the platform cannot be reached, this is tried again for an hour. If the account is linked again by then, the tokens are not revoked, because some platforms would end the new link with them. Donation services cannot revoke tokens: theirs are only deleted.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: {
    tokens: ['GetItem', 'DeleteItem'],
    accountLinks: ['DeleteItem'],
    watchedChannels: ['DeleteItem'],
    donationSources: ['DeleteItem'],
    streams: ['DeleteItem'],
    quotas: ['UpdateItem'],
  },
  examples: [{ name: 'unlink', body: { id: exampleId }, answer: {} }],
})

export const getAccessToken = operation({
  id: 'getAccessToken',
  area: 'recipients',
  role: 'owner',
  method: 'POST',
  path: '/recipients/tokens/get-access-token',
  summary: 'A valid access token of a linked account',
  description:
    'The platform’s access token is stored until it expires, and refreshed once, however many requests ask at the same time. `relink_required` means that the platform no longer accepts the link. Tokens of donation services are only for this service: they are 404.',
  body: z.object({ tokenId: Identifier }),
  success: { body: z.object({ token: z.string() }) },
  problems: ['not_found', 'token_disabled', 'relink_required', ...providerProblems],
  access: { tokens: ['GetItem', 'UpdateItem'], 'key:secrets.tokens': ['Encrypt', 'Decrypt'] },
  providers: ['kick', 'vkLive', 'twitch'],
  idempotency: 'never',
  timeoutSeconds: 15,
  examples: [{ name: 'token', body: { tokenId: exampleId }, answer: { token: 'kick-access-…' } }],
})

export const listTokens = operation({
  id: 'listTokens',
  area: 'recipients',
  role: 'owner',
  method: 'GET',
  path: '/recipients/tokens',
  summary: "The caller's linked accounts, without their secrets",
  description:
    'Newest first; sortable by `createdAt`, `updatedAt`, `system` and `enabled`. `scopes` are those that the platform granted when the account was linked; empty if it names none.',
  query: wholeQuery({}),
  success: { body: page(Token), headers: pageHeaders },
  problems: [],
  access: { tokens: ['Query'], 'key:cursors': ['GenerateMac'] },
  examples: [
    {
      name: 'one',
      answer: pageExample(
        [
          {
            id: exampleId,
            system: 'Kick',
            enabled: true,
            account: { id: '669', name: 'alice' },
            scopes: ['events:subscribe', 'user:read'],
            relinkRequired: false,
            createdAt: '2026-01-31T12:00:00.000Z',
            updatedAt: '2026-01-31T12:00:00.000Z',
          },
        ],
        'createdAt',
        false,
      ),
    },
  ],
})
