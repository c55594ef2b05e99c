import { Problem } from '../../contract/problem.ts'

/** What the gateway has said of a stored key; it may have said nothing. */
export type KeyState = 'accepted' | 'unchecked'

/** A key with the settings of its credential. */
export interface GivenKey {
  readonly token: string
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * Asks a gateway for what the key is needed for, without an effect that lasts, and returns the status of its answer;
 * undefined where the settings do not say whose key it is.
 *
 * @throws Problem of the connection
 */
export type KeyCheck = (key: GivenKey) => Promise<number | undefined>

/** The gateways that can be asked, by the name of a credential's gateway. */
export type KeyChecks = Readonly<Record<'stripe' | 'yookassa' | 'paypal', KeyCheck>>

export const keyCheckOf = (checks: KeyChecks, gateway: string): KeyCheck | undefined =>
  Object.hasOwn(checks, gateway) ? checks[gateway as keyof KeyChecks] : undefined

/**
 * Only a definite refusal refuses a key: a gateway that fails or is slow keeps nobody from storing one.
 *
 * @throws Problem `credential_refused`
 */
export const checkedKey = async (
  check: KeyCheck,
  key: GivenKey,
  pointer: '/token' | '/settings' = '/token',
): Promise<KeyState> => {
  const status = await check(key).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  if (status === 401 || status === 403)
    throw new Problem(
      'credential_refused',
      status === 401
        ? 'The gateway does not know this key, or its settings are of another account.'
        : 'The key lacks a right at the gateway that payments need.',
      { errors: [{ in: 'body', pointer, code: 'refused', detail: 'refused by the gateway' }] },
    )
  return status === 200 ? 'accepted' : 'unchecked'
}

/** Whether a key may do everything at its gateway, where one that may do less is enough. */
export const isMasterKey = (gateway: string, token: string): boolean => gateway === 'stripe' && token.startsWith('sk_')
