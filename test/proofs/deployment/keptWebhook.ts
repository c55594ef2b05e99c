import { expectThat } from '../../local/demo/expectations.ts'
import type { Call, CallOptions } from '../../local/demo/story.ts'
import { newStripeLiveKey, stripeKeyWithoutWebhooks } from '../../local/sandbox/stripe.ts'

/** A credential whose webhook a version has registered at its gateway, and one whose key lacks the right to. */
export interface KeptWebhook {
  readonly registered: string
  readonly withoutRight: string
  /** The URL that the gateway knows. */
  url: string
}

const setStripe = (call: Call, by: CallOptions, body: object) =>
  call('setGateway', { ...by, body: { gateway: 'stripe', type: 'fiat', ...body } })

export const registerWebhook = async (call: Call, by: CallOptions): Promise<KeptWebhook> => {
  const { id: registered, webhookUrl: url } = await setStripe(call, by, { token: newStripeLiveKey() })
  const { id: withoutRight } = await setStripe(call, by, { token: stripeKeyWithoutWebhooks })
  return { registered, withoutRight, url }
}

/**
 * The list tells what the version before has registered. Where the service has another address since, the list says so,
 * and the stored key moves the webhook there.
 */
export const expectWebhook = async (call: Call, by: CallOptions, kept: KeptWebhook): Promise<void> => {
  const find = async (wanted: string) => {
    const { content } = await call('listGateways', by)
    return content.find(({ id }: { readonly id: string }) => id === wanted)
  }
  const { webhook, webhookUrl } = await find(kept.registered)
  const expected = webhookUrl === kept.url ? 'registered' : 'former_address'
  expectThat(webhook.state === expected, `the webhook is ${expected}: ${JSON.stringify(webhook)}`)
  await setStripe(call, by, { id: kept.registered, settings: {} })
  kept.url = webhookUrl
  const moved = (await find(kept.registered)).webhook
  expectThat(moved.state === 'registered', `the stored key registers the webhook: ${JSON.stringify(moved)}`)
  const { webhook: refused } = await find(kept.withoutRight)
  expectThat(
    refused.state === 'missing_right' && refused.right !== undefined,
    `the right that a key lacks is named: ${JSON.stringify(refused)}`,
  )
}
