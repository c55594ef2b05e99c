import { base64url, EncryptJWT, jwtDecrypt } from 'jose'
import * as z from 'zod/mini'
import type { Grant } from './grant.ts'

/** The default lifetime of refresh tokens of a new Cognito client. */
const lifetimeSeconds = 30 * 24 * 60 * 60

const SealedGrant = z.object({
  recipient: z.string(),
  groups: z.array(z.string()),
  scope: z.string(),
  authTime: z.number(),
  originId: z.string(),
})

export type RefreshTokens = ReturnType<typeof refreshTokens>

/**
 * Refresh tokens that carry their grant encrypted, like Cognito's, so that none needs to be stored and all outlive a restart
 * together with the key. They are not rotated, as Cognito does not by default.
 */
export const refreshTokens = (sealingKey: string, audience: string, now: () => number) => {
  const key = base64url.decode(sealingKey)
  return {
    /** Each call returns another text. */
    seal: (grant: Grant): Promise<string> =>
      new EncryptJWT({ grant })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(audience)
        .setExpirationTime(Math.floor(now() / 1000) + lifetimeSeconds)
        .encrypt(key),
    /** Resolves with undefined for a token that is forged, expired, or of another audience. */
    open: async (refreshToken: string): Promise<Grant | undefined> => {
      try {
        const { payload } = await jwtDecrypt(refreshToken, key, { audience, currentDate: new Date(now()) })
        return SealedGrant.parse(payload['grant'])
      } catch {
        return undefined
      }
    },
  }
}
