import * as z from 'zod/mini'
import { lenient } from '../areas/payments/gatewayPayload.ts'
import { RightMissing, type WebhookRegistry } from '../areas/payments/webhookRegistration.ts'
import { type ProviderAnswer, providerHttp } from '../mechanisms/outbound/http.ts'
import { stripeEventNames } from './stripeEventNames.ts'

/** The right of a restricted key, as the page names it where keys are made; in addresses it is `rak_webhook_write`. */
const right = 'Webhook Endpoints: Write'

/** The form of the events, whatever version the account has: older ones lack events of a card's refunds. */
const apiVersion = '2026-07-29.dahlia'

/** The metadata of an endpoint that was registered here: the credential's id. */
const metadataName = 'streaming_support_credential'

/** Stripe lets an account have 16 of each mode. */
const mostEndpoints = 100

const empty: Record<string, string> = {}

const Endpoint = z.object({ id: z.string().check(z.regex(/^we_\w{1,255}$/)) })
const Created = z.extend(Endpoint, { secret: lenient(z.optional(z.string().check(z.minLength(1))), undefined) })
const Listed = z.object({
  data: z.array(
    z.extend(Endpoint, {
      url: z.string(),
      status: z.string(),
      enabled_events: z.array(z.string()),
      metadata: lenient(z.record(z.string(), z.string()), empty),
    }),
  ),
})

const isWhole = (events: readonly string[]): boolean =>
  events.includes('*') || stripeEventNames.every((name) => events.includes(name))

const withEvents = (fields: Readonly<Record<string, string>>): string => {
  const form = new URLSearchParams(fields)
  for (const name of stripeEventNames) form.append('enabled_events[]', name)
  return form.toString()
}

/**
 * Webhook endpoints of an account of Stripe.
 * https://docs.stripe.com/api/webhook_endpoints · https://docs.stripe.com/keys/restricted-api-keys
 *
 * @param base base URL of the API, without a trailing slash
 */
export const stripeWebhooks = (base: string, http = providerHttp('Stripe')): WebhookRegistry => ({
  proof: 'secret',
  open: async ({ token }) => {
    const authorization = `Basic ${Buffer.from(`${token}:`).toString('base64')}`
    const endpointsUrl = `${base}/webhook_endpoints`
    const granted = (answer: ProviderAnswer): ProviderAnswer => {
      if (answer.status === 403) throw new RightMissing(right)
      if (answer.status !== 200) throw http.problemFrom(answer)
      return answer
    }
    const post = async (url: string, body: string) => {
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
      return granted(await http.send({ method: 'POST', url, headers, body }))
    }
    return {
      list: async ({ credentialId }) => {
        const answer = await http.read({ url: `${endpointsUrl}?limit=${mostEndpoints}`, headers: { authorization } })
        return http.parse(granted(answer), Listed).data.map(({ id, url, status, enabled_events: events, metadata }) => {
          const isEnabled = status === 'enabled'
          const isOwn = metadata[metadataName] === credentialId
          return { id, url, isOwn, isEnabled, isWhole: isEnabled && isWhole(events) }
        })
      },
      create: async ({ credentialId, url }) => {
        const fields = { url, api_version: apiVersion, [`metadata[${metadataName}]`]: credentialId }
        return http.parse(await post(endpointsUrl, withEvents(fields)), Created)
      },
      change: async (id, url) => {
        await post(`${endpointsUrl}/${id}`, withEvents({ url, disabled: 'false' }))
      },
      remove: async (id) => {
        granted(await http.send({ method: 'DELETE', url: `${endpointsUrl}/${id}`, headers: { authorization } }))
      },
    }
  },
})
