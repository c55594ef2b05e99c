import * as z from 'zod/mini'
import { longestSecret } from '../../contract/values.ts'
import { keyFromSecret, shortestKeyBytes } from '../../mechanisms/webhooks/standardWebhooks.ts'

/** An empty secret counts as absent. */
export const Secret = z.string().check(z.maxLength(longestSecret), z.regex(/^[\x20-\x7e]*$/))

/**
 * The members with which gateways of their own format prove who sends. All other gateways use Standard Webhooks, whose
 * secret is a key. https://docs.stripe.com/webhooks#verify-manually · https://ko-fi.com/manage/webhooks ·
 * https://yookassa.ru/developers/using-api/interaction-format#auth
 */
const ownFormats: ReadonlyMap<string, readonly ('secret' | 'token')[]> = new Map([
  ['stripe', ['secret']],
  ['kofi', ['secret', 'token']],
  ['yookassa', ['token']],
])

/** Characters. Stripe's `whsec_…` has 38, Ko-fi's token is a UUID of 36, YooKassa's `live_…` and `test_…` have 48. */
export const shortestOwnSecret = 32

type Credential = {
  readonly gateway: string
  readonly secret?: string | undefined
  readonly token?: string | undefined
}

const isStrongSecret = ({ gateway, secret }: Credential): boolean =>
  !secret || ownFormats.has(gateway) || keyFromSecret(secret).length >= shortestKeyBytes

const isWhole =
  (name: 'secret' | 'token') =>
  ({ gateway, [name]: value }: Credential): boolean =>
    !value || !ownFormats.get(gateway)?.includes(name) || value.length >= shortestOwnSecret

export const strongSecret = z.refine<Credential>(isStrongSecret, {
  path: ['secret'],
  error: `Too small: expected \`whsec_\` and base64 of at least ${shortestKeyBytes} bytes`,
})

const whole = (name: 'secret' | 'token') =>
  z.refine<Credential>(isWhole(name), {
    path: [name],
    error: `Too small: expected the whole of it, which has at least ${shortestOwnSecret} characters`,
  })

/** A part of a secret that was copied, or a placeholder, is refused before a gateway's webhooks are. */
export const wholeSecret = whole('secret')
export const wholeToken = whole('token')

/** A part of a credential, as the interface names it. */
export type CredentialPart = 'secret' | 'token' | 'clientId' | 'webhookId' | 'shopId'

/** What the webhooks of gateways of their own format need; of the parts in one list, any one will do. */
const neededParts: ReadonlyMap<string, readonly (readonly CredentialPart[])[]> = new Map([
  ['stripe', [['secret']]],
  ['kofi', [['secret', 'token']]],
  ['yookassa', [['shopId'], ['token']]],
  ['paypal', [['clientId'], ['token'], ['webhookId']]],
])

/** A stored credential; whatever is not there is undefined. */
interface StoredParts {
  readonly gateway: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secret: unknown
  readonly token: unknown
}

/** The parts that a credential lacks; a bridge lacks none, and so does one of PayPal without an app. */
export const missingParts = ({ gateway, settings, secret, token }: StoredParts): CredentialPart[] => {
  if (gateway === 'paypal' && !('clientId' in settings)) return []
  const values = { ...settings, secret, token } as Readonly<Record<string, unknown>>
  const isThere = (part: CredentialPart): boolean => values[part] !== undefined && values[part] !== ''
  return (neededParts.get(gateway) ?? []).filter((anyOf) => !anyOf.some(isThere)).flatMap(([first]) => first ?? [])
}
