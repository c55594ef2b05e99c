import * as z from 'zod/mini'
import { longestSecret } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
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
  ...violates('format'),
})

const whole = (name: 'secret' | 'token') =>
  z.refine<Credential>(isWhole(name), {
    path: [name],
    error: `Too small: expected the whole of it, which has at least ${shortestOwnSecret} characters`,
    ...violates('too_short', { minimum: shortestOwnSecret }),
  })

/** A part of a secret that was copied, or a placeholder, is refused before a gateway's webhooks are. */
export const wholeSecret = whole('secret')
export const wholeToken = whole('token')
