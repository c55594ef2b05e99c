import {
  type AuthorizationServer,
  answerRevocation,
  answerSignIn,
  answerTokenRequest,
  clientParameters,
  createAuthorizationServer,
  formOf,
  invalidClient,
  invalidRequest,
  isPanelAddress,
} from './authorizationServer.ts'
import { kickKeys, kickWebhook } from './eventSenders.ts'
import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'
import { appTokens, type KeptSubscription, keepSubscriptions, type StreamSender, streamStarts } from './streamSender.ts'

const bases = {
  KICK_IDENTITY_URL: 'id.kick.com',
  KICK_API_URL: 'api.kick.com',
  SIGN_INS_KICK_URL: 'id.kick.com',
  KICK_EVENTS_API_URL: 'api.kick.com',
  KICK_REVOCATION_IDENTITY_URL: 'id.kick.com',
} as const
const client = { id: 'sandbox-kick-client', secret: 'sandbox-kick-secret' }
const codeVerifier = /^[A-Za-z0-9._~-]{43,128}$/

const answerToken = (
  server: AuthorizationServer,
  apps: ReturnType<typeof appTokens>,
  request: SandboxRequest,
): SandboxResponse => {
  const form = formOf(request)
  if (form === undefined) return invalidRequest
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) return invalidClient
  if (form.get('grant_type') === 'client_credentials') return apps.issue()
  const isCode = form.get('grant_type') === 'authorization_code'
  const hasProof = codeVerifier.test(form.get('code_verifier') ?? '') && isPanelAddress(form.get('redirect_uri'))
  return isCode && !hasProof ? invalidRequest : answerTokenRequest(server, form)
}

const answerUsers = (server: AuthorizationServer, { headers }: SandboxRequest): SandboxResponse => {
  const user = server.userOf(headers['authorization'])
  if (user === undefined) return { status: 401, body: { data: {}, message: 'Unauthorized' } }
  const email = `${user.name}@example.com`
  const profile = { user_id: user.id, name: user.name, email, profile_picture: '' }
  return { status: 200, body: { data: [profile], message: 'OK' } }
}

const answerPublicKey = (): SandboxResponse => {
  const public_key = kickKeys().publicKey.export({ type: 'spki', format: 'pem' })
  return { status: 200, body: { data: { public_key }, message: 'OK' } }
}

const subscribedEvent = 'livestream.status.updated'
/** The events that the stand-in sends. https://docs.kick.com/events/event-types */
const events: ReadonlySet<string> = new Set([
  subscribedEvent,
  'channel.followed',
  'channel.subscription.new',
  'channel.subscription.renewal',
  'channel.subscription.gifts',
  'kicks.gifted',
])
const appIsNeeded: SandboxResponse = { status: 401, body: { data: {}, message: 'Unauthorized' } }

const subscriptionFrom = ({ id, accountId, event }: KeptSubscription) => ({
  id,
  app_id: client.id,
  broadcaster_user_id: Number(accountId),
  event,
  method: 'webhook',
  version: 1,
})

type Subscriptions = ReturnType<typeof keepSubscriptions>

const subscribe = (subscriptions: Subscriptions, { body }: SandboxRequest): SandboxResponse => {
  const { broadcaster_user_id, events: wanted } = JSON.parse(body) as {
    readonly broadcaster_user_id: number
    readonly events: readonly { readonly name: string; readonly version: number }[]
  }
  const data = wanted.map(({ name, version }) => {
    if (!events.has(name)) return { name, version, error: 'unknown event' }
    const { id } = subscriptions.put({ accountId: String(broadcaster_user_id), event: name, status: 'enabled' })
    return { name, version, subscription_id: id }
  })
  return { status: 200, body: { data, message: 'OK' } }
}

const answerSubscriptions = (subscriptions: Subscriptions, request: SandboxRequest): SandboxResponse => {
  const { method, query } = request
  if (method === 'POST') return subscribe(subscriptions, request)
  if (method === 'DELETE') {
    for (const id of query.getAll('id')) subscriptions.remove(id)
    return { status: 204 }
  }
  const found = subscriptions.subscriptions(query.get('broadcaster_user_id') ?? undefined)
  return { status: 200, body: { data: found.map(subscriptionFrom), message: 'OK' } }
}

/** The event of a stream, which the events of one stream have the same start in. */
const streamOf = (subscriptions: Subscriptions): StreamSender['stream'] => {
  const startOf = streamStarts()
  return (accountId, isLive, { stream = '1', members } = {}) => {
    subscriptions.subscriptionTo(accountId, subscribedEvent)
    return kickWebhook(subscribedEvent, {
      broadcaster: { user_id: Number(accountId) },
      is_live: isLive,
      title: 'Live',
      started_at: startOf(accountId, stream),
      ended_at: isLive ? null : new Date().toISOString(),
      ...members,
    })
  }
}

const audienceOf =
  (subscriptions: Subscriptions): StreamSender['audience'] =>
  (accountId, type, given) => {
    subscriptions.subscriptionTo(accountId, type)
    return kickWebhook(type, { broadcaster: { user_id: Number(accountId) }, ...given })
  }

/** Kick's OAuth server and public API, as far as the service calls them. https://docs.kick.com */
export const createKick = (): StandIn & { readonly sender: StreamSender } => {
  const server = createAuthorizationServer('kick', ['events:subscribe', 'kicks:read'])
  const apps = appTokens('kick')
  const subscriptions = keepSubscriptions()
  return {
    sender: { ...subscriptions, stream: streamOf(subscriptions), audience: audienceOf(subscriptions) },
    bases,
    parameters: clientParameters('kick', client),
    answer: (request) => {
      switch (`${request.method} ${request.base}${request.path}`) {
        case `GET ${bases.SIGN_INS_KICK_URL}/oauth/authorize`:
          return answerSignIn(client, request.query, { hasPkce: true })
        case `POST ${bases.KICK_IDENTITY_URL}/oauth/token`:
          return answerToken(server, apps, request)
        case `POST ${bases.KICK_IDENTITY_URL}/oauth/revoke`:
          return answerRevocation(server, request.query.get('token'))
        case `GET ${bases.KICK_API_URL}/public/v1/users`:
          return answerUsers(server, request)
        case `GET ${bases.KICK_API_URL}/public/v1/public-key`:
          return answerPublicKey()
        case `GET ${bases.KICK_API_URL}/public/v1/events/subscriptions`:
        case `POST ${bases.KICK_API_URL}/public/v1/events/subscriptions`:
        case `DELETE ${bases.KICK_API_URL}/public/v1/events/subscriptions`:
          return apps.isValid(request.headers['authorization'])
            ? answerSubscriptions(subscriptions, request)
            : appIsNeeded
        default:
          return notFound
      }
    },
  }
}
