import { randomUUID } from 'node:crypto'
import {
  type AuthorizationServer,
  answerSignIn,
  answerTokenRequest,
  clientParameters,
  createAuthorizationServer,
  formOf,
  isPanelAddress,
} from './authorizationServer.ts'
import { type SignedWebhook, twitchWebhook } from './eventSenders.ts'
import { isLoopback, notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'
import { appTokens, type KeptSubscription, keepSubscriptions, type StreamSender, streamStarts } from './streamSender.ts'

const bases = {
  TWITCH_IDENTITY_URL: 'id.twitch.tv',
  TWITCH_API_URL: 'api.twitch.tv',
  SIGN_INS_TWITCH_URL: 'id.twitch.tv',
} as const

const client = {
  id: 'sandbox-twitch-client',
  secret: 'sandbox-twitch-secret',
}

/** Twitch names no error codes. */
const refused = (status: number, message: string): SandboxResponse => ({ status, body: { status, message } })

/** The answer of an RFC 6749 server as Twitch gives it: scopes in an array, errors as messages. */
const twitchAnswer = ({ status, body, ...rest }: SandboxResponse, isRefresh: boolean): SandboxResponse => {
  if (status !== 200) return refused(400, isRefresh ? 'Invalid refresh token' : 'Invalid authorization code')
  const { scope, ...tokens } = body as { readonly scope: string }
  // Users of Twitch can be read without a scope.
  const scopes = scope.split(' ').filter((each) => each !== 'user:read')
  return { status, body: { ...tokens, token_type: 'bearer', scope: scopes }, ...rest }
}

const answerToken = (
  server: AuthorizationServer,
  apps: ReturnType<typeof appTokens>,
  request: SandboxRequest,
): SandboxResponse => {
  const form = formOf(request)
  if (form === undefined || form.get('client_id') !== client.id) return refused(400, 'invalid client')
  if (form.get('client_secret') !== client.secret) return refused(403, 'invalid client secret')
  const grant = form.get('grant_type')
  if (grant === 'client_credentials') return apps.issue()
  if (grant === 'authorization_code' && !isPanelAddress(form.get('redirect_uri')))
    return refused(400, 'Parameter redirect_uri does not match registered URI')
  return twitchAnswer(answerTokenRequest(server, form), grant === 'refresh_token')
}

const unauthorized: SandboxResponse = {
  status: 401,
  body: { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' },
}

/** Twitch refuses a token that is none, or none any more. */
const answerRevocation = (server: AuthorizationServer, request: SandboxRequest): SandboxResponse => {
  const form = formOf(request)
  if (form?.get('client_id') !== client.id) return refused(404, 'client does not exist')
  return server.revoke(form.get('token') ?? '') ? { status: 200 } : refused(400, 'Invalid token')
}

const isClient = ({ headers }: SandboxRequest): boolean => headers['client-id'] === client.id

const answerUsers = (server: AuthorizationServer, request: SandboxRequest): SandboxResponse => {
  const user = isClient(request) ? server.userOf(request.headers['authorization']) : undefined
  if (user === undefined) return unauthorized
  return { status: 200, body: { data: [{ id: String(user.id), login: user.name, display_name: user.name }] } }
}

/** The subscriptions, and the events that Twitch has given up, here for an account at a time: `<account> <event>`. */
type Subscriptions = ReturnType<typeof keepSubscriptions> & { readonly givenUp: Set<string> }

/** The scopes that a channel's owner has to grant. https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types */
const neededScopes: Readonly<Record<string, string>> = {
  'channel.follow': 'moderator:read:followers',
  'channel.subscribe': 'channel:read:subscriptions',
  'channel.subscription.gift': 'channel:read:subscriptions',
  'channel.subscription.message': 'channel:read:subscriptions',
  'channel.cheer': 'bits:read',
  'channel.bits.use': 'bits:read',
}

const versionOf = (event: string): string => (event === 'channel.follow' ? '2' : '1')

const conditionOf = (event: string, accountId: string): Readonly<Record<string, string>> => {
  if (event === 'channel.raid') return { from_broadcaster_user_id: '', to_broadcaster_user_id: accountId }
  if (event === 'channel.follow') return { broadcaster_user_id: accountId, moderator_user_id: accountId }
  return { broadcaster_user_id: accountId }
}

const subscriptionFrom = ({ id, accountId, event, status, callback }: KeptSubscription) => ({
  id,
  status,
  type: event,
  version: versionOf(event),
  condition: conditionOf(event, accountId),
  transport: { method: 'webhook', callback },
  created_at: '2026-03-01T18:30:00Z',
  cost: 0,
})

const pending = 'webhook_callback_verification_pending'

/** Asks the subscriber at its address whether it accepts the events, if that is on this machine. */
const verify = async (subscriptions: Subscriptions, { callback = '', ...kept }: KeptSubscription): Promise<void> => {
  if (!isLoopback(callback)) return
  const challenge = randomUUID()
  const { headers, body } = challengeOf({ ...kept, callback }, challenge)
  const answer = await fetch(callback, { method: 'POST', headers, body }).catch(() => undefined)
  const isAccepted = answer?.status === 200 && (await answer.text()) === challenge
  if (subscriptions.find(kept.id) === undefined) return
  subscriptions.put(
    { ...kept, callback, status: isAccepted ? 'enabled' : 'webhook_callback_verification_failed' },
    kept.id,
  )
}

const challengeOf = (subscription: KeptSubscription, challenge: string): SignedWebhook =>
  twitchWebhook(
    'webhook_callback_verification',
    { challenge, subscription: subscriptionFrom(subscription) },
    subscription.secret ?? '',
  )

interface Wanted {
  readonly type: string
  readonly version: string
  readonly condition: Readonly<Record<string, string>>
  readonly transport: { readonly callback: string; readonly secret: string }
}

const subscribe = (
  server: AuthorizationServer,
  subscriptions: Subscriptions,
  { body }: SandboxRequest,
): SandboxResponse => {
  const { type, version, condition, transport } = JSON.parse(body) as Wanted
  const { callback, secret } = transport
  if (secret.length < 10 || secret.length > 100) return refused(400, 'secret must be between 10 and 100 characters')
  const accountId = condition[type === 'channel.raid' ? 'to_broadcaster_user_id' : 'broadcaster_user_id'] ?? ''
  const isWhole = Object.entries(conditionOf(type, accountId)).every(
    ([name, value]) => (condition[name] ?? '') === value,
  )
  if (accountId === '' || !isWhole || version !== versionOf(type)) return refused(400, 'invalid condition or version')
  if (subscriptions.givenUp.has(`${accountId} ${type}`)) return refused(410, 'the subscription type is not available')
  const scope = neededScopes[type]
  if (scope !== undefined && !server.hasGranted(accountId, scope))
    return refused(403, 'subscription missing proper authorization')
  const there = subscriptions
    .subscriptions(accountId)
    .find((each) => each.event === type && each.callback === callback && [pending, 'enabled'].includes(each.status))
  if (there !== undefined) {
    const { status, body } = refused(409, 'subscription already exists')
    return { status, body: { ...(body as object), id: there.id } }
  }
  const kept = subscriptions.put({ accountId, event: type, status: pending, callback, secret })
  setImmediate(() => void verify(subscriptions, kept))
  return { status: 202, body: { data: [subscriptionFrom(kept)], total: 1, total_cost: 0, max_total_cost: 10_000 } }
}

/** As many as make more than one page of what a test subscribes to. */
const pageSize = 100

const answerSubscriptions = (
  server: AuthorizationServer,
  subscriptions: Subscriptions,
  request: SandboxRequest,
): SandboxResponse => {
  const { method, query } = request
  if (method === 'POST') return subscribe(server, subscriptions, request)
  if (method === 'DELETE')
    return subscriptions.remove(query.get('id') ?? '') ? { status: 204 } : refused(404, 'subscription not found')
  const found = subscriptions.subscriptions(query.get('user_id') ?? undefined)
  const start = Number(query.get('after') ?? 0)
  const next = start + pageSize
  const pagination = next < found.length ? { cursor: String(next) } : {}
  return {
    status: 200,
    body: { data: found.slice(start, next).map(subscriptionFrom), total: found.length, pagination },
  }
}

const streamOf = (subscriptions: Subscriptions): StreamSender['stream'] => {
  const startOf = streamStarts()
  return (accountId, isLive, { stream: id = '9001', unnamed = false, members } = {}) => {
    const kept = subscriptions.subscriptionTo(accountId, isLive ? 'stream.online' : 'stream.offline')
    const about = { broadcaster_user_id: accountId, broadcaster_user_name: 'streamer' }
    const live = { ...about, id, type: 'live', started_at: startOf(accountId, id) }
    const event = { ...(isLive ? live : { ...about, ...(!unnamed && { id }) }), ...members }
    const webhook = twitchWebhook('notification', { subscription: subscriptionFrom(kept), event }, kept.secret ?? '')
    return { ...webhook, ...(kept.callback !== undefined && { callback: kept.callback }) }
  }
}

const audienceOf =
  (subscriptions: Subscriptions): StreamSender['audience'] =>
  (accountId, type, given) => {
    const kept = subscriptions.subscriptionTo(accountId, type)
    const event = { ...conditionOf(type, accountId), ...given }
    const webhook = twitchWebhook('notification', { subscription: subscriptionFrom(kept), event }, kept.secret ?? '')
    return { ...webhook, ...(kept.callback !== undefined && { callback: kept.callback }) }
  }

/** What Twitch's stand-in does for tests beside what it does for the service. */
export interface TwitchSender extends StreamSender {
  /** The challenges of an account's subscriptions that are not verified yet, for a test that delivers them. */
  challenges(accountId: string): readonly SignedWebhook[]
  /** Takes the challenges as answered. */
  enable(accountId: string): void
  /** Ends the subscriptions to an account's event and refuses others from then on; returns the notifications of it. */
  giveUp(accountId: string, event: string): readonly (SignedWebhook & { readonly callback?: string | undefined })[]
  /** Ends the subscriptions to an account's events for a reason, and returns its notification of the subscriber. */
  revoke(accountId: string, reason: string): readonly SignedWebhook[]
}

const revocationOf = (subscriptions: Subscriptions, { id, ...kept }: KeptSubscription, status: string) =>
  twitchWebhook(
    'revocation',
    { subscription: subscriptionFrom(subscriptions.put({ ...kept, status }, id)) },
    kept.secret ?? '',
  )

const senderOf = (subscriptions: Subscriptions): TwitchSender => ({
  ...subscriptions,
  stream: streamOf(subscriptions),
  audience: audienceOf(subscriptions),
  challenges: (accountId) =>
    subscriptions
      .subscriptions(accountId)
      .filter(({ status }) => status === pending)
      .map((kept) => challengeOf(kept, `challenge of ${kept.id}`)),
  enable: (accountId) => {
    for (const { id, ...kept } of subscriptions.subscriptions(accountId))
      subscriptions.put({ ...kept, status: 'enabled' }, id)
  },
  giveUp: (accountId, event) => {
    subscriptions.givenUp.add(`${accountId} ${event}`)
    return subscriptions
      .subscriptions(accountId)
      .filter((kept) => kept.event === event)
      .map((kept) => ({ ...revocationOf(subscriptions, kept, 'version_removed'), callback: kept.callback }))
  },
  revoke: (accountId, reason) =>
    subscriptions.subscriptions(accountId).map((kept) => revocationOf(subscriptions, kept, reason)),
})

/** Twitch's OAuth server, users and EventSub, as far as the service calls them. https://dev.twitch.tv/docs */
export const createTwitch = (): StandIn & { readonly sender: TwitchSender } => {
  const server = createAuthorizationServer('twitch', Object.values(neededScopes))
  const apps = appTokens('twitch')
  const subscriptions = { ...keepSubscriptions(), givenUp: new Set<string>() }
  return {
    sender: senderOf(subscriptions),
    bases,
    parameters: clientParameters('twitch', client),
    answer: (request) => {
      const { method, base, path } = request
      if (`${base}${path}` === `${bases.TWITCH_API_URL}/helix/eventsub/subscriptions`) {
        const isApp = isClient(request) && apps.isValid(request.headers['authorization'])
        return isApp ? answerSubscriptions(server, subscriptions, request) : unauthorized
      }
      switch (`${method} ${base}${path}`) {
        case `GET ${bases.SIGN_INS_TWITCH_URL}/oauth2/authorize`:
          return answerSignIn(client, request.query)
        case `POST ${bases.TWITCH_IDENTITY_URL}/oauth2/token`:
          return answerToken(server, apps, request)
        case `POST ${bases.TWITCH_IDENTITY_URL}/oauth2/revoke`:
          return answerRevocation(server, request)
        case `GET ${bases.TWITCH_API_URL}/helix/users`:
          return answerUsers(server, request)
        default:
          return notFound
      }
    },
  }
}
