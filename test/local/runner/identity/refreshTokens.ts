import { randomUUID } from 'node:crypto'
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

/** Cognito's longest grace period, for which a rotated token still works. */
const graceMs = 60_000

/**
 * Refresh tokens that carry their grant encrypted, like Cognito's, so that none needs to be stored and all outlive a restart
 * together with the key. Each is of one client. Those of a client with rotation work once, and again for a minute after
 * that; the program forgets which have worked when it ends.
 */
export const refreshTokens = (sealingKey: string, now: () => number) => {
  const key = base64url.decode(sealingKey)
  /** The end of each token that was rotated, by its id. */
  const ends = new Map<string, number>()
  return {
    /** Each call returns another text. */
    seal: (grant: Grant, client: string): Promise<string> =>
      new EncryptJWT({ grant })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(client)
        .setJti(randomUUID())
        .setExpirationTime(Math.floor(now() / 1000) + lifetimeSeconds)
        .encrypt(key),
    /** Resolves with undefined for a token that is forged, expired, rotated, or of another client. */
    open: async (refreshToken: string, client: string, rotates: boolean): Promise<Grant | undefined> => {
      try {
        const { payload } = await jwtDecrypt(refreshToken, key, { audience: client, currentDate: new Date(now()) })
        const { jti = '' } = payload
        if ((ends.get(jti) ?? Number.POSITIVE_INFINITY) <= now()) return undefined
        if (rotates && !ends.has(jti)) ends.set(jti, now() + graceMs)
        return SealedGrant.parse(payload['grant'])
      } catch {
        return undefined
      }
    },
  }
}
