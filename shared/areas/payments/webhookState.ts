/** What became of a webhook's registration; `right` is the one that the key lacks for it. */
export interface WebhookState {
  readonly state: 'registered' | 'missing_right' | 'by_hand'
  readonly right?: string
}

/** A webhook is registered while the address is the one that the gateway knows. */
export const webhookState = (
  address: string,
  registered: string | undefined,
  missingRight: string | undefined,
): WebhookState => {
  if (registered === address) return { state: 'registered' }
  return missingRight === undefined ? { state: 'by_hand' } : { state: 'missing_right', right: missingRight }
}
