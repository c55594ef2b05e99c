import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Identifier, SafeInteger } from '../../contract/values.ts'
import { MoneyAnswer } from '../../runtime/money/money.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { PaymentStatus } from './contract.ts'
import { GatewayNotes } from './gatewayContract.ts'

const id = '4f7f8c1e-6f0b-8d5a-9d3f-2f1f0c6d3a10'

/** One thing that becomes of a payment, or does not. */
const TraceStep = z
  .object({
    step: z.enum([
      'webhook',
      'history',
      'goal',
      'alert',
      'overlay',
      'action',
      'completion',
      'media',
      'check',
      'endpoint',
    ]),
    state: z.enum(['done', 'waiting', 'never']),
    /** When it was done; null where it was not, or where nobody has recorded when. */
    at: z.nullable(DateTimeAnswer),
    /** From the webhook to `at`. */
    milliseconds: z.nullable(SafeInteger),
    /** Why it is not done, or is done and not to be seen. */
    reason: z.nullable(z.string()),
    /** Of the history item, alert, overlay, registered action, delivery of an action, video, or endpoint. */
    id: z.nullable(z.string()),
    /** The alert's level, the overlay's name, or the host of the endpoint. */
    name: z.nullable(z.string()),
    /** Of the alert or check, as overlays acknowledge it. */
    sequence: z.nullable(SafeInteger),
  })
  .register(z.globalRegistry, { id: 'TraceStep' })

const receivedAt = '2026-03-01T18:30:00.120Z'
const alertId = 'fdf7d159-2181-852a-8610-5014eb12e8e8'
const nothing = { at: null, milliseconds: null, reason: null, id: null, name: null, sequence: null }
const appeared = { state: 'done', at: '2026-03-01T18:30:00.310Z', milliseconds: 190 } as const

export const tracePayment = operation({
  id: 'tracePayment',
  area: 'payments',
  role: 'editor',
  method: 'GET',
  path: '/payments/{id}/trace',
  summary: 'Show the effects of a payment',
  description:
    'One timeline from the stored data: the verified webhook (that of the completion, once it has come), the history item, the goal that its alert carried (`name` is the title), if there was one, the alert with its level and sequence, each overlay that acknowledged it after it was shown, each bought action, when it was delivered and when the game completed it, each video. Steps that have not happened are listed too: `waiting` may still happen, `never` will not, and `reason` gives the cause: `texts_expected` is a payment of Stripe that waits for its session, for eight seconds at most, and `held` an alert that waits for `decide-alert`. An overlay keeps the times of its last eight acknowledgements; `at` of an earlier one is null. The trace of a check of the overlays has the steps `webhook` (stored), `check` (delivered) and one `overlay` for each, which is done when the overlay has answered. All times are those of the service’s own clock. `notes` say why other donations of the same gateway may not arrive.',
  params: { id: Identifier },
  success: {
    body: z.object({
      paymentId: z.string(),
      status: PaymentStatus,
      amount: MoneyAnswer,
      refunded: z.nullable(MoneyAnswer),
      test: z.boolean(),
      steps: z.array(TraceStep),
      /** Those of the gateway's credential, as `GET /payments/gateways` has them; none where it was deleted. */
      notes: GatewayNotes,
    }),
  },
  problems: ['not_found'],
  access: {
    payments: ['GetItem'],
    history: ['BatchGetItem'],
    videos: ['BatchGetItem'],
    alerts: ['GetItem'],
    overlays: ['Query'],
    endpoints: ['Query'],
    endpointMessages: ['BatchGetItem'],
    gateways: ['GetItem'],
  },
  providers: ['stripe', 'yookassa', 'paypal'],
  examples: [
    {
      name: 'a donation that nobody is there to show',
      params: { id },
      answer: {
        paymentId: id,
        status: 'completed',
        amount: { major: 12, minor: 34, currency: 'EUR' },
        refunded: null,
        test: false,
        steps: [
          { ...nothing, step: 'webhook', state: 'done', at: receivedAt, milliseconds: 0 },
          { ...nothing, ...appeared, step: 'history', id: 'ee6616bd-f808-8ff4-b16b-249ae624be08' },
          { ...nothing, ...appeared, step: 'alert', id: alertId, name: 'gold', sequence: 1048576 },
          { ...nothing, step: 'overlay', state: 'waiting', reason: 'no_overlay' },
        ],
        notes: [],
      },
    },
  ],
})
