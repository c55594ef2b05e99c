/** The gateways whose webhooks the service reads, and the system that the history names for the payments of each. */
export const gatewaySystems = {
  stripe: 'Stripe',
  yookassa: 'YooKassa',
  paypal: 'PayPal',
  kofi: 'Ko-fi',
  manual: 'Manual',
} as const

/** A gateway with an adapter of its own; `manual` reads the webhooks of all others. */
export type ReadGateway = keyof typeof gatewaySystems
