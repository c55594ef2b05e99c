import { randomBytes } from 'node:crypto'
import { isVerifierOf, type SignIn } from './authorization.ts'
import type { Grant } from './grant.ts'

/** As long as a code of Cognito. */
const lifetimeMs = 5 * 60 * 1000

/** Authorization codes, each of which is exchanged once (RFC 6749, 4.1.2); none outlives the program. */
export const signInCodes = (now: () => number) => {
  const signIns = new Map<string, SignIn & { readonly expiresAt: number }>()
  return {
    add: (signIn: SignIn): string => {
      const code = randomBytes(32).toString('base64url')
      signIns.set(code, { ...signIn, expiresAt: now() + lifetimeMs })
      return code
    },
    /** The grant of a code that comes with the address and the verifier of its request. */
    take: (given: {
      readonly client: string
      readonly code: string
      readonly redirectUri: string
      readonly verifier: string
    }): Grant | undefined => {
      const signIn = signIns.get(given.code)
      signIns.delete(given.code)
      if (signIn === undefined || signIn.expiresAt <= now() || signIn.redirectUri !== given.redirectUri)
        return undefined
      if (signIn.client !== given.client) return undefined
      return isVerifierOf(signIn, given.verifier) ? signIn.grant : undefined
    },
  }
}
