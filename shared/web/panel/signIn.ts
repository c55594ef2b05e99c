import { systemClock } from '../../runtime/time/clock.ts'
import { newKey, sha256 } from '../client/live/newKey.ts'

/** The issuer, and the panel's client id there. */
export interface SignInIssuer {
  readonly issuer: string
  readonly clientId: string
  readonly scope: string
}

/** What came of a sign-in. A `reason` is a code of OAuth 2.0, or empty where the sign-in is not of this tab. */
export type Arrival = { readonly kind: 'none' | 'signed in' } | { readonly kind: 'failed'; readonly reason: string }

interface Session {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata */
interface Discovered {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly end_session_endpoint?: string
  readonly revocation_endpoint?: string
}

/** The sign-in has ended, and only another one helps. */
export class SignedOutError extends Error {}

/** A token is renewed before it expires on its way. */
const earlyMs = 60_000

const sessionKey = 'panel:session'
const pendingKey = 'panel:sign-in'

/** A tab has its own session, which its reloads keep. */
const kept = <Value>(key: string): Value | undefined =>
  (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null) ?? undefined

const keep = (key: string, value: object | undefined): void => {
  if (value === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(value))
}

const returnAddress = (): string => location.origin + location.pathname

const goTo = (address: string, query: Readonly<Record<string, string>> = {}): void => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  location.assign(url.href)
}

/** The session of this tab at an issuer, by the authorization code flow with PKCE (RFC 7636). */
export const signInAt = ({ issuer, clientId, scope }: SignInIssuer, clock = systemClock) => {
  let discovered: Promise<Discovered> | undefined
  let renewal: Promise<string> | undefined

  const endpoints = (): Promise<Discovered> => {
    discovered ??= fetch(`${issuer}/.well-known/openid-configuration`).then((answer) => answer.json())
    discovered.catch(() => {
      discovered = undefined
    })
    return discovered
  }

  /** @throws SignedOutError if the issuer refuses the grant */
  const exchange = async (grant: Readonly<Record<string, string>>): Promise<string> => {
    const body = new URLSearchParams({ client_id: clientId, ...grant })
    const answer = await fetch((await endpoints()).token_endpoint, { method: 'POST', body })
    const answered = await answer.json()
    if (answer.status >= 500) throw new Error(`the issuer answered ${answer.status}`)
    if (!answer.ok) throw new SignedOutError(answered.error ?? 'server_error')
    const { access_token: accessToken, refresh_token: refreshToken = grant['refresh_token'] } = answered
    keep(sessionKey, { accessToken, refreshToken, expiresAt: clock() + (answered.expires_in ?? 300) * 1000 })
    return accessToken
  }

  const renewed = async ({ refreshToken }: Partial<Session>): Promise<string> => {
    if (refreshToken === undefined) throw new SignedOutError()
    return exchange({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  /** Forgets the session in this browser. */
  const forget = (): void => {
    for (const key of [sessionKey, pendingKey]) keep(key, undefined)
  }

  return {
    forget,

    isSignedIn: (): boolean => kept(sessionKey) !== undefined,

    /** Takes the code from the address, if the sign-in page has sent one back. */
    arrive: async (): Promise<Arrival> => {
      const answered = new URLSearchParams(location.search)
      const [code, error] = [answered.get('code'), answered.get('error')]
      if (code === null && error === null) return { kind: 'none' }
      const pending = kept<{ readonly state: string; readonly verifier: string; readonly hash: string }>(pendingKey)
      keep(pendingKey, undefined)
      history.replaceState(null, '', returnAddress() + (pending?.hash ?? ''))
      if (error !== null) return { kind: 'failed', reason: error }
      if (pending === undefined || code === null || answered.get('state') !== pending.state)
        return { kind: 'failed', reason: '' }
      const grant = { grant_type: 'authorization_code', code, redirect_uri: returnAddress() }
      return exchange({ ...grant, code_verifier: pending.verifier }).then(
        () => ({ kind: 'signed in' }),
        (cause: Error) => ({
          kind: 'failed',
          reason: cause instanceof SignedOutError ? cause.message : 'temporarily_unavailable',
        }),
      )
    },

    /** Leaves for the sign-in page; rejects if the issuer cannot be reached. */
    begin: async (): Promise<void> => {
      const { authorization_endpoint: address } = await endpoints()
      const [state, verifier] = [newKey(), newKey()]
      keep(pendingKey, { state, verifier, hash: location.hash })
      goTo(address, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: returnAddress(),
        scope: ['openid', scope].filter(Boolean).join(' '),
        state,
        code_challenge: await sha256(verifier),
        code_challenge_method: 'S256',
      })
    },

    /**
     * A valid access token.
     *
     * @throws SignedOutError when only another sign-in helps
     */
    token: async (): Promise<string> => {
      const session = kept<Session>(sessionKey)
      if (session === undefined) throw new SignedOutError()
      if (session.expiresAt - earlyMs > clock()) return session.accessToken
      renewal ??= renewed(session).finally(() => {
        renewal = undefined
      })
      return renewal
    },

    /** Ends the session here and at the issuer, as far as it can be reached. */
    end: async (): Promise<void> => {
      const session = kept<Session>(sessionKey)
      forget()
      const known: Partial<Discovered> = await endpoints().catch(() => ({}))
      if (known.revocation_endpoint !== undefined && session?.refreshToken !== undefined) {
        const body = new URLSearchParams({ client_id: clientId, token: session.refreshToken })
        await fetch(known.revocation_endpoint, { method: 'POST', body }).catch(() => undefined)
      }
      const back = returnAddress()
      // Cognito has its own name for the address.
      if (known.end_session_endpoint === undefined) goTo(back)
      else goTo(known.end_session_endpoint, { client_id: clientId, logout_uri: back, post_logout_redirect_uri: back })
    },
  }
}
