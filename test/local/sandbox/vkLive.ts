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
import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = {
  VK_LIVE_IDENTITY_URL: 'api.live.vkvideo.ru',
  VK_LIVE_API_URL: 'apidev.live.vkvideo.ru',
  SIGN_INS_VK_LIVE_URL: 'auth.live.vkvideo.ru',
} as const
const client = { id: 'sandbox-vk-client', secret: 'sandbox-vk-secret' }
const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`

const isClient = ({ headers }: SandboxRequest): boolean => {
  const [scheme, credentials] = (headers['authorization'] ?? '').split(' ')
  if (scheme !== 'Basic' || credentials === undefined) return false
  // Clients form-encode both parts before they join them (RFC 6749, section 2.3.1).
  return (
    `Basic ${Buffer.from(decodeURIComponent(Buffer.from(credentials, 'base64').toString())).toString('base64')}` ===
    basic
  )
}

const answerToken = (server: AuthorizationServer, request: SandboxRequest): SandboxResponse => {
  if (!isClient(request)) return invalidClient
  const form = formOf(request)
  // A refresh needs the redirect URI too.
  if (form === undefined || !isPanelAddress(form.get('redirect_uri'))) return invalidRequest
  return answerTokenRequest(server, form)
}

const answerCurrentUser = (server: AuthorizationServer, { headers }: SandboxRequest): SandboxResponse => {
  const user = server.userOf(headers['authorization'])
  if (user === undefined) return { status: 401, body: { error: 'unauthorized' } }
  const profile = { id: user.id, nick: user.name, avatar_url: '', is_streamer: true }
  return { status: 200, body: { data: { user: profile, channel: { url: user.name } } } }
}

/** The running streams of the sandbox's channels by the channels' URLs. Tests add and remove them. */
export const vkLiveStreams = new Map<string, { readonly id: string; readonly startedAt: Date }>()

const channelOf = (url: string) => {
  const stream = vkLiveStreams.get(url)
  return {
    channel: { url, status: stream === undefined ? 'offline' : 'online' },
    owner: { nick: url },
    stream: stream && {
      id: stream.id,
      title: '',
      started_at: Math.floor(stream.startedAt.getTime() / 1000),
      ended_at: 0,
    },
  }
}

const answerChannels = (request: SandboxRequest): SandboxResponse => {
  if (!isClient(request)) return { status: 401, body: { error: 'unauthorized' } }
  const { channels } = JSON.parse(request.body) as { readonly channels: readonly { readonly url: string }[] }
  return { status: 200, body: { data: { channels: channels.map(({ url }) => channelOf(url)) } } }
}

/** VK Video Live's OAuth server and developer API, as far as the service calls them. https://dev.live.vkvideo.ru/docs */
export const createVkLive = (): StandIn => {
  const server = createAuthorizationServer('vk')
  return {
    bases,
    parameters: clientParameters('vk-live', client),
    answer: (request) => {
      switch (`${request.method} ${request.base}${request.path}`) {
        case `GET ${bases.SIGN_INS_VK_LIVE_URL}/app/oauth2/authorize`:
          return answerSignIn(client, request.query)
        case `POST ${bases.VK_LIVE_IDENTITY_URL}/oauth/server/token`:
          return answerToken(server, request)
        case `POST ${bases.VK_LIVE_IDENTITY_URL}/oauth/server/revoke`:
          return isClient(request) ? answerRevocation(server, formOf(request)?.get('token')) : invalidClient
        case `GET ${bases.VK_LIVE_API_URL}/v1/current_user`:
          return answerCurrentUser(server, request)
        case `POST ${bases.VK_LIVE_API_URL}/v1/channels`:
          return answerChannels(request)
        default:
          return notFound
      }
    },
  }
}
