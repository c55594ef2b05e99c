import * as z from 'zod/mini'
import { lenient } from '../areas/payments/gatewayPayload.ts'
import type { GivenKey } from '../areas/payments/keyCheck.ts'
import { KeyRefused, notReadySeconds } from '../areas/payments/keyRefused.ts'
import type { GatewayAccount } from '../areas/payments/paymentGateway.ts'
import { Problem } from '../contract/problem.ts'
import {
  type ProviderAnswer,
  type ProviderHttp,
  type ProviderRequest,
  providerHttp,
} from '../mechanisms/outbound/http.ts'
import { cached } from '../runtime/cached.ts'

/** The base URLs of PayPal, or of its sandbox, without a trailing slash. */
export interface PaypalHost {
  readonly api: string
  /** The place of the certificates that sign webhooks. */
  readonly certificates: string
}

export interface PaypalHosts {
  readonly live: PaypalHost
  readonly sandbox: PaypalHost
}

/** Ids of webhooks have this form. The simulator signs for `WEBHOOK_ID`, which is none. */
const WebhookId = z.string().check(z.regex(/^[A-Za-z0-9]{1,50}$/))

/** The settings of a credential. */
export const Settings = z.object({
  clientId: z.string().check(z.regex(/^[\w-]{1,255}$/)),
  webhookId: WebhookId,
  sandbox: lenient(z.boolean(), false),
})

/** Whether a credential is of an app at PayPal; one without an app is a bridge, as before PayPal had an adapter. */
export const isApp = (settings: GatewayAccount['settings']): boolean => 'clientId' in settings

export const isWhole = (settings: GatewayAccount['settings'], hasToken: boolean): boolean =>
  hasToken && Settings.safeParse(settings).success

/** @throws Problem `provider_not_configured` */
export const settingsOf = (settings: GatewayAccount['settings'], hasToken: boolean): z.output<typeof Settings> => {
  const app = Settings.safeParse(settings).data
  if (app === undefined || !hasToken)
    throw new Problem(
      'provider_not_configured',
      'The gateway has no settings.clientId, no settings.webhookId or no token (the secret key).',
      { retryAfter: notReadySeconds },
    )
  return app
}

/** Milliseconds for which a token is kept; PayPal's lives for hours, and a token for each payment has a rate. */
const tokenKeptMs = 5 * 60 * 1000

const Token = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() })

/** What an app needs to be known by PayPal. */
const App = z.object({ clientId: Settings.shape.clientId, sandbox: Settings.shape.sandbox })

/** The host and the credentials of the app that a key is of; undefined where the settings name none. */
export const paypalAppOf = (
  hosts: PaypalHosts,
  { token, settings }: GivenKey,
): { readonly api: string; readonly credentials: string } | undefined => {
  const app = App.safeParse(settings).data
  if (app === undefined) return undefined
  const { api } = app.sandbox ? hosts.sandbox : hosts.live
  return { api, credentials: Buffer.from(`${app.clientId}:${token}`).toString('base64') }
}

export const paypalTokenRequest = (base: string, credentials: string): ProviderRequest => ({
  method: 'POST',
  url: `${base}/v1/oauth2/token`,
  headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=client_credentials',
})

export interface PaypalRequest {
  readonly method?: 'POST'
  readonly path: string
  readonly body?: string
  /** PayPal answers a repetition with this id like the first request, for six hours. */
  readonly requestId?: string
}

/** Sends requests to PayPal in the name of a credential's app. */
export interface PaypalApi {
  /** @throws Problem `provider_not_configured` for a refused app, or that of the connection */
  readonly request: (account: GatewayAccount, request: PaypalRequest) => Promise<ProviderAnswer>
  readonly http: ProviderHttp
}

/** https://developer.paypal.com/api/rest/authentication */
export const paypalApi = (hosts: PaypalHosts, http: ProviderHttp = providerHttp('PayPal')): PaypalApi => {
  const fetchToken = async (key: string): Promise<z.output<typeof Token>> => {
    const [base, credentials] = JSON.parse(key) as [string, string]
    const answer = await http.send(paypalTokenRequest(base, credentials))
    if (answer.status === 401) throw new KeyRefused('PayPal')
    if (answer.status !== 200) throw http.problemFrom(answer)
    return http.parse(answer, Token)
  }
  // PayPal answers the same token until it ends, so the first one that is seen may be near its end.
  const tokenOf = cached(tokenKeptMs, fetchToken, ({ expires_in }) => expires_in * 1000 > tokenKeptMs)

  return {
    http,
    request: async (account, { method, path, body, requestId }) => {
      const { clientId, sandbox } = settingsOf(account.settings, account.token !== undefined)
      const { api } = sandbox ? hosts.sandbox : hosts.live
      const credentials = Buffer.from(`${clientId}:${account.token}`).toString('base64')
      const { access_token } = await tokenOf(JSON.stringify([api, credentials]))
      const request = {
        url: `${api}${path}`,
        headers: {
          authorization: `Bearer ${access_token}`,
          prefer: 'return=representation',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(requestId !== undefined && { 'paypal-request-id': requestId }),
        },
        ...(body !== undefined && { body }),
      }
      const answer = method === undefined ? await http.read(request) : await http.send({ ...request, method })
      if (answer.status === 401 || answer.status === 403) throw new KeyRefused('PayPal')
      return answer
    },
  }
}
