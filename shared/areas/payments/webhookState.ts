/** What became of a webhook's registration; `right` is the one that the key lacks for it. */
export interface WebhookState {
  readonly state: 'registered' | 'former_address' | 'missing_right' | 'by_hand'
  readonly right?: string
}

/** What is stored of a registration. */
export interface Registered {
  /** The URL that the gateway knows. Items from before the release of 1.1.0 have its last segment alone. */
  readonly webhookAddress?: string | undefined
  readonly webhookEndpoint?: string | undefined
  readonly webhookRight?: string | undefined
}

/**
 * A webhook is registered while the gateway knows its present URL. The URL changes with the address and with the domain
 * of the service. The key can move a webhook that the service has registered; its owner moves any other by hand.
 */
export const webhookState = (
  url: string,
  address: string,
  { webhookAddress, webhookEndpoint, webhookRight }: Registered,
): WebhookState => {
  if (webhookAddress === url || webhookAddress === address) return { state: 'registered' }
  if (webhookRight !== undefined) return { state: 'missing_right', right: webhookRight }
  const canBeMoved = webhookAddress !== undefined && webhookEndpoint !== undefined
  return { state: canBeMoved ? 'former_address' : 'by_hand' }
}
