/** What became of a webhook's registration; `right` is the one that the key lacks for it. */
export interface WebhookState {
  readonly state: 'registered' | 'former_address' | 'missing_right' | 'by_hand'
  readonly right?: string
}

/** What is stored of a registration. */
interface Registered {
  readonly webhookAddress?: string | undefined
  readonly webhookEndpoint?: string | undefined
  readonly webhookRight?: string | undefined
}

/**
 * A webhook is registered while the address is the one that the gateway knows. One that the service has registered can
 * be moved with the key; one of the owner's only by hand.
 */
export const webhookState = (
  address: string,
  { webhookAddress, webhookEndpoint, webhookRight }: Registered,
): WebhookState => {
  if (webhookAddress === address) return { state: 'registered' }
  if (webhookRight !== undefined) return { state: 'missing_right', right: webhookRight }
  const canBeMoved = webhookAddress !== undefined && webhookEndpoint !== undefined
  return { state: canBeMoved ? 'former_address' : 'by_hand' }
}
