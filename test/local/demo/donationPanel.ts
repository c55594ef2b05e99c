import type { LocalApi } from '../runner/localApi.ts'
import { newStripeLiveKey } from '../sandbox/stripe.ts'
import type { Panel } from '../startPage/panels.ts'
import { clientOf } from './recipientClient.ts'

const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })

/** Opens the recipient's page for donors, at the stand-in of Stripe. Answers its address. */
export const openDonationPage = async (
  api: LocalApi['api'],
  call: Awaited<ReturnType<typeof clientOf>>,
  recipient: string,
) => {
  const gateway = { gateway: 'stripe', type: 'fiat', token: newStripeLiveKey() }
  const { id } = await call('POST', '/payments/commands/set-gateway', gateway)
  await call('POST', '/payments/commands/togglegateway', { id, enabled: true })
  const url = `${api}/donate/${encodeURIComponent(recipient)}`
  const donorPage = { enabled: true, name: recipient, least: [euros(1)], returnUrl: url }
  await call('PUT', '/config', { name: 'paymentpage', value: { donorPage } })
  return url
}

/** Opens the page on which donors give, and says where it is. */
export const donationPanel = (api: LocalApi, recipient: string): Panel => ({
  id: 'donation-page',
  title: 'The page on which donors give',
  description: `“${recipient}” takes donations at Stripe, whose stand-in takes no money. A donation there raises the alert above.`,
  form: {
    fields: [],
    action: 'Open the donation page',
    run: async function* () {
      yield await openDonationPage(api.api, await clientOf(api, recipient, 'start page'), recipient)
    },
  },
})
