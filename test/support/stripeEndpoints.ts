/** The webhook endpoints of an account at the stand-in of Stripe, by the base URLs of the stand-ins. */
export const stripeEndpoints = (urls: Readonly<Record<string, string>>, key: string) => {
  const place = `${urls['STRIPE_API_URL']}/webhook_endpoints`
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
  return {
    /** Newest first. */
    list: async (): Promise<readonly { readonly [name: string]: unknown }[]> => {
      const answer = await fetch(place, { headers })
      return ((await answer.json()) as { readonly data: [] }).data
    },
    /** Its owner makes an endpoint, or changes or removes that of the path. */
    send: (path: string, fields: Readonly<Record<string, string>>, method = 'POST') =>
      fetch(`${place}${path}`, { method, headers, body: new URLSearchParams(fields) }),
  }
}
