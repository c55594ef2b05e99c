import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Flag, FreeObjectAnswer, Identifier } from '../../contract/values.ts'
import { page, pageExample, pageHeaders, pageQuery } from '../../mechanisms/page/contract.ts'
import { MoneyAnswer } from '../../runtime/money/money.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration } from '../../runtime/time/duration.ts'
import { testSeconds } from '../events/testExpiry.ts'

export const PaymentStatus = z.enum(['inited', 'completed', 'failed', 'refunded', 'disputed'])

/** A payment in an answer (specification, "Payment"); unknown members are null. */
export const Payment = z
  .object({
    id: z.string(),
    gateway: z.string(),
    gatewayId: z.string(),
    method: z.nullable(z.string()),
    nickname: z.nullable(z.string()),
    message: z.nullable(z.string()),
    recipientId: z.string(),
    amount: MoneyAnswer,
    /** The part of the amount that refunds and disputes have taken back; null where they took nothing. */
    refunded: z.nullable(MoneyAnswer),
    gatewayCredentialId: z.string(),
    status: PaymentStatus,
    attachments: z.array(z.string()),
    actions: z.array(z.object({ id: z.string(), actionId: z.string(), parameters: FreeObjectAnswer })),
    confirmation: z.nullable(z.string()),
    goal: z.nullable(z.string()),
    /** The time of its completion. */
    authorizationTimestamp: z.nullable(DateTimeAnswer),
    auction: z.nullable(z.object({ isNew: z.boolean(), item: z.string() })),
    /** No money was moved. */
    test: z.boolean(),
    /**
     * Names of members of the webhook that were cut or left out: texts that were too long, links that are not an `http`
     * or `https` URL.
     */
    omitted: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'Payment' })

const paymentExample = {
  id: '4f7f8c1e-6f0b-8d5a-9d3f-2f1f0c6d3a10',
  gateway: 'manual',
  gatewayId: 'order-1001',
  method: 'card',
  nickname: 'bob',
  message: 'Great stream!',
  recipientId: 'alice',
  amount: { minor: 34, major: 12, currency: 'EUR' },
  refunded: null,
  gatewayCredentialId: '0199a1b2-7c00-7000-8000-000000000003',
  status: 'completed' as const,
  attachments: ['https://youtu.be/dQw4w9WgXcQ'],
  actions: [],
  confirmation: null,
  goal: null,
  authorizationTimestamp: '2026-03-01T18:30:00Z',
  auction: null,
  test: false,
  omitted: [],
}

export const getPayment = operation({
  id: 'getPayment',
  area: 'payments',
  role: 'owner',
  method: 'GET',
  path: '/payments/{id}',
  summary: 'One payment of the caller',
  description: 'Test payments are found here too. Unknown members of a payment are null.',
  params: { id: Identifier },
  success: { body: Payment },
  problems: ['not_found'],
  access: { payments: ['GetItem'] },
  examples: [{ name: 'a donation', params: { id: paymentExample.id }, answer: paymentExample }],
})

export const listPayments = operation({
  id: 'listPayments',
  area: 'payments',
  role: 'owner',
  method: 'GET',
  path: '/payments',
  summary: "The caller's payments",
  description: [
    'Newest first; sortable by `timestamp`, the instant of the first report of a payment.',
    `Test payments are not listed; \`test=true\` lists only them, for ${duration(testSeconds)}.`,
    'Without a filter the total is exact; with `status` or `test`, see `totalIsExact`.',
  ].join(' '),
  query: pageQuery({ status: z.optional(PaymentStatus), test: z.optional(Flag) }),
  success: { body: page(Payment), headers: pageHeaders },
  problems: [],
  access: { 'payments.byTime': ['Query'], recipients: ['GetItem'], 'key:cursors': ['GenerateMac'] },
  examples: [
    {
      name: 'completed ones',
      query: { status: 'completed' },
      answer: pageExample([paymentExample], 'timestamp', false),
    },
  ],
})
