import type { WebhookRegistries } from '../areas/payments/webhookRegistration.ts'
import { providerUrl } from '../runtime/env.ts'
import { paypalHosts } from './paypalHosts.ts'
import { paypalWebhooks } from './paypalWebhooks.ts'
import { stripeWebhooks } from './stripeWebhooks.ts'

/** The gateways that register webhooks, in this deployment. */
export const gatewayWebhooks = (): WebhookRegistries => ({
  stripe: stripeWebhooks(providerUrl('stripe', 'api')),
  paypal: paypalWebhooks(paypalHosts()),
})
