import type { Parameters } from '../../mechanisms/secrets/parameters.ts'
import { eventScopes } from '../platforms/subscribedEvents.ts'
import { donationScopes } from './donationScopes.ts'
import { linkPaths, sourceLinkPath } from './linkPaths.ts'
import { linkedSystems, type SignInSystem } from './streamingPlatform.ts'

/** How a user signs in at a platform or donation service to link an account. */
interface SignIn {
  readonly platform: SignInSystem
  readonly linkPath: string
  readonly authorizePath: string
  /** The scopes that the service itself needs. */
  readonly scopes: readonly string[]
  readonly separator: ' ' | ','
  readonly codeChallengeMethod: 'S256' | null
  readonly parameters: 'donationalerts' | 'kick' | 'streamlabs' | 'twitch' | 'vk-live'
}

const signIns: readonly SignIn[] = [
  {
    platform: 'kick',
    linkPath: linkPaths.kick,
    authorizePath: '/oauth/authorize',
    scopes: ['user:read', ...eventScopes('kick')],
    separator: ' ',
    codeChallengeMethod: 'S256',
    parameters: 'kick',
  },
  {
    platform: 'twitch',
    linkPath: linkPaths.twitch,
    authorizePath: '/oauth2/authorize',
    scopes: eventScopes('twitch'),
    separator: ' ',
    codeChallengeMethod: null,
    parameters: 'twitch',
  },
  {
    platform: 'vkLive',
    linkPath: linkPaths.vkLive,
    authorizePath: '/app/oauth2/authorize',
    scopes: [],
    separator: ',',
    codeChallengeMethod: null,
    parameters: 'vk-live',
  },
  {
    platform: 'donationAlerts',
    linkPath: sourceLinkPath,
    authorizePath: '/oauth/authorize',
    scopes: donationScopes.donationAlerts,
    separator: ' ',
    codeChallengeMethod: null,
    parameters: 'donationalerts',
  },
  {
    platform: 'streamlabs',
    linkPath: sourceLinkPath,
    authorizePath: '/api/v2.0/authorize',
    scopes: donationScopes.streamlabs,
    separator: ' ',
    codeChallengeMethod: null,
    parameters: 'streamlabs',
  },
]

/** The authorization request (RFC 6749, section 4.1.1) but for `state` and the challenge, which the client makes. */
const authorizeUrl = (base: string, { authorizePath, scopes, separator }: SignIn, client: Record<string, string>) => {
  const url = new URL(`${base}${authorizePath}`)
  const scope = scopes.length === 0 ? {} : { scope: scopes.join(separator) }
  url.search = new URLSearchParams({ response_type: 'code', ...client, ...scope }).toString()
  return url.href
}

/**
 * The platforms whose accounts this deployment can link, and how users sign in there.
 *
 * @param bases the base URLs of the platforms' sign-in pages, without a trailing slash
 */
export const platformSignIns = (
  bases: Readonly<Record<SignInSystem, string>>,
  stored: Partial<Parameters<'signIns'>>,
) =>
  signIns.map((signIn) => {
    const { platform, linkPath, scopes, codeChallengeMethod, parameters } = signIn
    const clientId = stored[`${parameters}/client-id`] ?? null
    const redirectUri = stored[`${parameters}/redirect-uri`] ?? null
    const isComplete = clientId !== null && redirectUri !== null
    return {
      platform,
      system: linkedSystems[platform],
      configured: isComplete,
      linkPath,
      clientId,
      redirectUri,
      scopes: [...scopes],
      codeChallengeMethod,
      authorizeUrl: isComplete
        ? authorizeUrl(bases[platform], signIn, { client_id: clientId, redirect_uri: redirectUri })
        : null,
    }
  })
