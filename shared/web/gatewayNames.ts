const names: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  kofi: 'Ko-fi',
  yookassa: 'YooKassa',
  paypal: 'PayPal',
  manual: 'Standard Webhooks',
}

/** A gateway as it calls itself. */
export const gatewayName = (gateway: string): string => (Object.hasOwn(names, gateway) ? names[gateway] : '') || gateway
