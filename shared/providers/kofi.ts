import * as z from 'zod/mini'
import { text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { donorText, longestMessage, longestNickname } from '../payments/donorText.ts'
import { amountFromDecimal, jsonFrom } from '../payments/foreignBody.ts'
import { type PaymentGateway, signatureRejected } from '../payments/paymentGateway.ts'
import { DateTime } from '../time/dateTime.ts'
import { equalsInConstantTime } from './constantTime.ts'

const optionalText = z.optional(z.nullable(z.string()))

/** What is read of a Ko-fi payment; every type of message is about one. */
const KofiPayment = z.object({
  message_id: text(1, 255),
  timestamp: DateTime,
  type: text(1, 64),
  /** What is not said to be public is not shown. */
  is_public: z._default(z.boolean(), false),
  from_name: optionalText,
  message: optionalText,
  amount: z.string(),
  currency: z.string(),
  kofi_transaction_id: z.optional(text(1, 255)),
})

/** The transaction of every message that Ko-fi's own button for tests sends. */
const testTransaction = '00000000-1111-2222-3333-444444444444'

const payloadOf = (rawBody: Uint8Array): unknown =>
  jsonFrom(new URLSearchParams(Buffer.from(rawBody).toString()).get('data') ?? '')

const tokenOf = (payload: unknown): string => {
  const token = z.safeParse(z.object({ verification_token: z.string() }), payload)
  return token.success ? token.data.verification_token : ''
}

/** Ko-fi: a token within the message, which is a form field. It is the credential's `secret` (or `token`). https://ko-fi.com/manage/webhooks */
export const kofi = (): PaymentGateway => ({
  read: async ({ rawBody }, { secrets, token }) => {
    const payload = payloadOf(rawBody)
    const given = tokenOf(payload)
    const known = [...secrets, ...(token === undefined ? [] : [token])].filter((each) =>
      equalsInConstantTime(each, given),
    )
    if (given === '' || known.length === 0) throw signatureRejected()
    const payment = parsedBody(KofiPayment, payload)
    const { message_id: messageId, kofi_transaction_id: transactionId = messageId } = payment
    const test = transactionId === testTransaction
    return {
      eventId: messageId,
      // Tests share one transaction, and each has a message of its own.
      gatewayId: test ? messageId : transactionId,
      system: 'Ko-fi',
      at: payment.timestamp,
      facts: { completedAt: payment.timestamp },
      details: {
        amount: amountFromDecimal(payment.amount, payment.currency, '/amount'),
        nickname: donorText(payment.from_name, longestNickname),
        // Ko-fi's condition for showing payments.
        message: payment.is_public ? donorText(payment.message, longestMessage) : undefined,
        method: payment.type,
      },
      test,
    }
  },
})
