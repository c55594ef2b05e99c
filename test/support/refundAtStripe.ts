/** Gives a payment back at the stand-in of Stripe, as its streamer does there. */
export const refundAtStripe = async (sandboxLog: string, key: string, intent: string): Promise<void> => {
  const { ok, status } = await fetch(new URL('/api.stripe.com/v1/refunds', sandboxLog), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    body: new URLSearchParams({ payment_intent: intent }),
  })
  if (!ok) throw new Error(`the refund was answered ${status}`)
}
