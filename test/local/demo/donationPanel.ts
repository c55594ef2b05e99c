import type { LocalApi } from '../runner/localApi.ts'
import { newStripeLiveKey, newStripeSecret } from '../sandbox/stripe.ts'
import type { Panel } from '../startPage/panels.ts'
import { clientOf, jsonFrom } from './recipientClient.ts'

const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })

/** Where Stripe sends the account's events, as its owner enters it there; answers the secret that signs them. */
export const addEndpoint = async (sandboxLog: string, key: string, url: string): Promise<string> => {
  const response = await fetch(new URL('/api.stripe.com/v1/webhook_endpoints', sandboxLog), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    body: new URLSearchParams({ url, 'enabled_events[]': 'payment_intent.succeeded' }),
  })
  return (await jsonFrom(response)).body.secret
}

/** Opens the recipient's page for donors, at the stand-in of Stripe. Answers its address. */
export const openDonationPage = async (
  api: LocalApi['api'],
  call: Awaited<ReturnType<typeof clientOf>>,
  recipient: string,
  sandboxLog: string,
) => {
  const key = newStripeLiveKey()
  // The gateway has an address before Stripe gives the secret.
  const gateway = { gateway: 'stripe', type: 'fiat', token: key }
  const { id, webhookUrl } = await call('POST', '/payments/commands/set-gateway', {
    ...gateway,
    secret: newStripeSecret(),
  })
  const secret = await addEndpoint(sandboxLog, key, webhookUrl)
  await call('POST', '/payments/commands/set-gateway', { ...gateway, id, secret })
  await call('POST', '/payments/commands/togglegateway', { id, enabled: true })
  const url = `${api}/donate/${encodeURIComponent(recipient)}`
  const donorPage = { enabled: true, name: recipient, least: [euros(1)], returnUrl: url }
  await call('PUT', '/config', { name: 'paymentpage', value: { donorPage } })
  return url
}

/** Opens the page on which donors give, and says where it is. */
export const donationPanel = (api: LocalApi, recipient: string, sandboxLog: string): Panel => ({
  id: 'donation-page',
  title: 'The page on which donors give',
  description: `“${recipient}” takes donations at Stripe, whose stand-in takes no money. A donation there raises the alert above.`,
  form: {
    fields: [],
    action: 'Open the donation page',
    run: async function* () {
      yield await openDonationPage(api.api, await clientOf(api, recipient, 'start page'), recipient, sandboxLog)
    },
  },
})
