import { providerUrl } from '../runtime/env.ts'
import type { PaypalHosts } from './paypalApi.ts'

/** The hosts of PayPal in this deployment. */
export const paypalHosts = (): PaypalHosts => ({
  live: { api: providerUrl('paypal', 'api'), certificates: providerUrl('paypal', 'certificates') },
  sandbox: { api: providerUrl('paypal', 'sandbox'), certificates: providerUrl('paypal', 'sandboxCertificates') },
})
