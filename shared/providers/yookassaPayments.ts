import * as z from 'zod/mini'
import { amountFromDecimal, lenient } from '../areas/payments/gatewayPayload.ts'
import { KeyRefused, notReadySeconds } from '../areas/payments/keyRefused.ts'
import type { GatewayAccount } from '../areas/payments/paymentGateway.ts'
import { Problem } from '../contract/problem.ts'
import { text } from '../contract/values.ts'
import type { ProviderAnswer, ProviderHttp } from '../mechanisms/outbound/http.ts'
import type { Money } from '../runtime/money/money.ts'
import { DateTime } from '../runtime/time/dateTime.ts'

export const PaymentId = z.string().check(z.regex(/^[\w-]{1,64}$/))

const Amount = z.object({ value: z.string(), currency: z.string() })

/** https://yookassa.ru/developers/api#payment_object */
const YookassaPayment = z.object({
  id: PaymentId,
  status: z.string(),
  amount: Amount,
  created_at: lenient(DateTime, undefined),
  captured_at: lenient(DateTime, undefined),
  refunded_amount: z.optional(Amount),
  metadata: lenient(z.record(z.string(), z.unknown()), {}),
  payment_method: lenient(z.object({ type: z.string() }), undefined),
  confirmation: lenient(z.object({ confirmation_url: z.optional(text(0, 2048)) }), undefined),
  test: lenient(z.boolean(), false),
})
export type YookassaPayment = z.output<typeof YookassaPayment>

/** The settings of a credential. */
export const Shop = z.object({ shopId: z.union([text(1, 64), z.int()]) })

export const shopIdOf = (settings: GatewayAccount['settings'], hasToken: boolean): string | number => {
  const shop = Shop.safeParse(settings)
  if (!shop.success || !hasToken)
    throw new Problem('provider_not_configured', 'The gateway has no settings.shopId or no token (the secret key).', {
      retryAfter: notReadySeconds,
    })
  return shop.data.shopId
}

/** The account's HTTP Basic credentials: `settings.shopId`, and the secret key as `token`. */
export const authorizationOf = ({ settings, token }: GatewayAccount): string =>
  `Basic ${Buffer.from(`${shopIdOf(settings, token !== undefined)}:${token}`).toString('base64')}`

export const moneyFrom = ({ value, currency }: z.output<typeof Amount>): Money =>
  amountFromDecimal(value, currency, '/amount')

/** @throws Problem `provider_not_configured` for a refused key, or that of another answer */
export const paymentFromAnswer = (http: ProviderHttp, answer: ProviderAnswer): YookassaPayment => {
  if (answer.status === 401 || answer.status === 403) throw new KeyRefused('YooKassa')
  if (answer.status !== 200) throw http.problemFrom(answer)
  return http.parse(answer, YookassaPayment)
}
