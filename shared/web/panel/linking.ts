import { newKey, sha256 } from '../client/live/newKey.ts'
import { change, get } from './service.ts'
import { signIn } from './session.ts'
import { signInFailure, translate } from './translate.ts'

export const platforms = () => get('/recipients/platforms')

export type Platform = Awaited<ReturnType<typeof platforms>>[number]

/** A sign-in at a platform, as this tab remembers it until the platform has sent its user back. */
interface Begun {
  readonly platform: Pick<Platform, 'platform' | 'linkPath' | 'codeChallengeMethod'>
  readonly state: string
  readonly verifier: string
}

const storageKey = 'panel:link'

export const forgetLink = (): void => sessionStorage.removeItem(storageKey)

const link = ({ platform: { platform, linkPath, codeChallengeMethod }, verifier }: Begun, code: string) => {
  // Donation services are told apart by their name, and have one command.
  if (linkPath === '/sources/commands/link-source')
    return change(linkPath, { service: platform as 'streamlabs', credential: code })
  const proof = codeChallengeMethod !== null && { codeVerifier: verifier }
  return change(linkPath as '/recipients/commands/link-kick', { authorizationCode: code, ...proof } as never)
}

/**
 * The code of the pasted address, whose `state` is that of this sign-in: a code that somebody else has sent would link
 * somebody else's account (RFC 9700, section 4.7). A code alone is taken where PKCE binds it to this page.
 */
const codeFrom = (given: string, { state, platform }: Begun): string => {
  const answered = URL.parse(given)?.searchParams
  if (answered?.get('state') === state) return answered.get('code') ?? ''
  if (answered !== undefined || platform.codeChallengeMethod === null) throw new Error(translate('signInForeign'))
  return given
}

/**
 * Leaves for the platform's sign-in page, which leads back to the panel. Where the operator has named another page, it
 * opens beside the panel, and resolves to a function that links by the address that is pasted from there.
 */
export const beginLink = async (platform: Platform): Promise<((given: string) => Promise<unknown>) | undefined> => {
  const url = new URL(platform.authorizeUrl ?? '')
  const begun: Begun = { platform, state: newKey(), verifier: newKey() }
  url.searchParams.set('state', begun.state)
  if (platform.codeChallengeMethod !== null) {
    url.searchParams.set('code_challenge', await sha256(begun.verifier))
    url.searchParams.set('code_challenge_method', platform.codeChallengeMethod)
  }
  if (platform.redirectUri === location.origin + location.pathname && signIn.isSignedIn()) {
    sessionStorage.setItem(storageKey, JSON.stringify(begun))
    location.assign(url.href)
    return undefined
  }
  open(url.href, '_blank', 'noreferrer')
  return (given) => link(begun, codeFrom(given.trim(), begun))
}

let arrived: (() => Promise<unknown>) | undefined

/** Takes the answer of a platform from the address, where this tab waits for it. */
export const arriveFromPlatform = (): void => {
  const answered = new URLSearchParams(location.search)
  const begun = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Begun | null
  if (begun === null || answered.get('state') !== begun.state) return
  forgetLink()
  history.replaceState(null, '', `${location.pathname}#/accounts`)
  const code = answered.get('code')
  arrived = async () => {
    if (code === null) throw new Error(signInFailure(answered.get('error') ?? ''))
    await link(begun, code)
  }
}

/** The linking that goes on with the answer of a platform, once. */
export const takeArrived = (): typeof arrived => {
  const taken = arrived
  arrived = undefined
  return taken
}
