/** Where Stripe sends the account's events, as its owner enters it there; answers the secret that signs them. */
export const addEndpoint = async (sandboxLog: string, key: string, url: string): Promise<string> => {
  const response = await fetch(new URL('/api.stripe.com/v1/webhook_endpoints', sandboxLog), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    body: new URLSearchParams({ url, 'enabled_events[]': 'payment_intent.succeeded' }),
  })
  return ((await response.json()) as { readonly secret: string }).secret
}
