import type { Checkouts } from '../areas/donors/checkouts.ts'
import { providerUrl } from '../runtime/env.ts'
import { paypalCheckout } from './paypalCheckout.ts'
import { paypalHosts } from './paypalHosts.ts'
import { stripeCheckout } from './stripeCheckout.ts'
import { yookassaCheckout } from './yookassaCheckout.ts'

/** The gateways at which payments are begun, in this deployment. */
export const gatewayCheckouts = (): Checkouts => ({
  stripe: stripeCheckout(providerUrl('stripe', 'api')),
  yookassa: yookassaCheckout(providerUrl('yookassa', 'api')),
  paypal: paypalCheckout(paypalHosts()),
})
