import * as z from 'zod/mini'
import { amountFromDecimal, lenient } from '../areas/payments/gatewayPayload.ts'
import type { GatewayAccount } from '../areas/payments/paymentGateway.ts'
import type { Money } from '../runtime/money/money.ts'
import { DateTime } from '../runtime/time/dateTime.ts'
import type { PaypalApi } from './paypalApi.ts'

/** The id of an order, a capture or a refund. */
export const PaypalId = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/))

const Amount = z.object({ value: z.string(), currency_code: z.string() })

export const Links = lenient(z.array(z.object({ rel: z.string(), href: z.string() })), [])

/** https://developer.paypal.com/docs/api/payments/v2/#captures_get */
const Capture = z.object({
  id: PaypalId,
  status: z.string(),
  amount: Amount,
  create_time: lenient(DateTime, undefined),
  update_time: lenient(DateTime, undefined),
  supplementary_data: lenient(z.object({ related_ids: z.object({ order_id: PaypalId }) }), undefined),
  links: Links,
})
export type PaypalCapture = z.output<typeof Capture>

/** https://developer.paypal.com/docs/api/payments/v2/#refunds_get */
const Refund = z.object({ id: PaypalId, status: z.string(), amount: Amount, links: Links })
export type PaypalRefund = z.output<typeof Refund>

/** https://developer.paypal.com/docs/api/orders/v2/#orders_get */
const Order = z.object({
  id: PaypalId,
  status: z.string(),
  update_time: lenient(z.string(), ''),
  purchase_units: lenient(
    z.array(
      z.object({
        amount: z.optional(Amount),
        payments: z.optional(z.object({ captures: z.optional(z.array(z.object({ status: z.string() }))) })),
      }),
    ),
    [],
  ),
  links: Links,
})
export type PaypalOrder = z.output<typeof Order>

export const moneyFrom = ({ value, currency_code }: z.output<typeof Amount>): Money =>
  amountFromDecimal(value, currency_code, '/amount')

/** The id at the end of the link that leads up to a parent of this kind. */
export const parentOf = (kind: 'captures' | 'orders', links: z.output<typeof Links>): string | undefined => {
  const { href = '' } = links.find(({ rel, href }) => rel === 'up' && href.includes(`/${kind}/`)) ?? {}
  return PaypalId.safeParse(href.split('/').at(-1)).data
}

/** The order that a capture is of; a capture without an order stands for itself. */
export const orderOf = ({ id, supplementary_data: supplementary, links }: PaypalCapture): string =>
  supplementary?.related_ids.order_id ?? parentOf('orders', links) ?? id

/** Orders, captures and refunds of PayPal, as its API says that they are. */
export const paypalOrders = ({ request, http }: PaypalApi) => {
  /** Undefined where the account has none of this id. */
  const read =
    <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
    async (account: GatewayAccount, id: string): Promise<z.output<Schema> | undefined> => {
      const answer = await request(account, { path: `${path}/${id}` })
      if (answer.status === 404) return undefined
      if (answer.status !== 200) throw http.problemFrom(answer)
      return http.parse(answer, schema)
    }
  const order = read('/v2/checkout/orders', Order)

  return {
    order,
    capture: read('/v2/payments/captures', Capture),
    refund: read('/v2/payments/refunds', Refund),

    /**
     * Takes the money of an order that its payer has approved, whoever asks first: the donor who comes back, or the
     * webhook. Both name the same request, until the payer approves the order anew after a refusal.
     */
    take: async (account: GatewayAccount, { id, update_time }: PaypalOrder): Promise<PaypalOrder | undefined> => {
      const answer = await request(account, {
        method: 'POST',
        path: `/v2/checkout/orders/${id}/capture`,
        body: '{}',
        requestId: `capture-${id}-${update_time.replaceAll(/\D/g, '')}`,
      })
      // The other one has taken it, or PayPal refuses to: the order says which.
      if (answer.status === 404 || answer.status === 422) return order(account, id)
      if (answer.status !== 200 && answer.status !== 201) throw http.problemFrom(answer)
      return http.parse(answer, Order)
    },
  }
}

export type PaypalOrders = ReturnType<typeof paypalOrders>

export const isApproved = ({ status }: Pick<PaypalOrder, 'status'>): boolean => status === 'APPROVED'

/** Captures whose money has come, whatever went back later. */
export const paidStatuses: ReadonlySet<string> = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
