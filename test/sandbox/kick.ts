import {
  type AuthorizationServer,
  answerTokenRequest,
  createAuthorizationServer,
  formOf,
  invalidClient,
  invalidRequest,
} from './authorizationServer.ts'
import { kickKeys } from './eventSenders.ts'
import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'

const bases = {
  KICK_IDENTITY_URL: 'id.kick.com',
  KICK_API_URL: 'api.kick.com',
  KICK_EVENTS_API_URL: 'api.kick.com',
  KICK_REVOCATION_IDENTITY_URL: 'id.kick.com',
} as const
const client = { id: 'sandbox-kick-client', secret: 'sandbox-kick-secret', redirectUri: 'http://localhost:5173/kick' }
const codeVerifier = /^[A-Za-z0-9._~-]{43,128}$/

const answerToken = (server: AuthorizationServer, request: SandboxRequest): SandboxResponse => {
  const form = formOf(request)
  if (form === undefined) return invalidRequest
  if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) return invalidClient
  const isCode = form.get('grant_type') === 'authorization_code'
  const hasProof = codeVerifier.test(form.get('code_verifier') ?? '') && form.get('redirect_uri') === client.redirectUri
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

/** Kick's OAuth server and public API, as far as the service calls them. https://docs.kick.com */
export const createKick = (): StandIn => {
  const server = createAuthorizationServer('kick')
  return {
    bases,
    parameters: {
      'kick/client-id': client.id,
      'kick/client-secret': client.secret,
      'kick/redirect-uri': client.redirectUri,
    },
    answer: (request) => {
      switch (`${request.method} ${request.base}${request.path}`) {
        case `POST ${bases.KICK_IDENTITY_URL}/oauth/token`:
          return answerToken(server, request)
        case `POST ${bases.KICK_IDENTITY_URL}/oauth/revoke`:
          return server.revoke(request.query.get('token') ?? '')
        case `GET ${bases.KICK_API_URL}/public/v1/users`:
          return answerUsers(server, request)
        case `GET ${bases.KICK_API_URL}/public/v1/public-key`:
          return answerPublicKey()
        default:
          return notFound
      }
    },
  }
}
