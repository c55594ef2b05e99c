import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import { afterwards } from './afterwards.ts'
import type { FoundGateway } from './gatewayRepository.ts'
import { storedKey } from './storedKey.ts'
import { type ListedWebhook, registryOf, type WebhookRegistries } from './webhookRegistration.ts'
import { isWebhookUrlOf } from './webhookUrl.ts'

/** Removes at its gateway what was registered for a credential that is gone. It never fails the request. */
export type WebhookRemoval = (recipientId: string, removed: FoundGateway) => Promise<void>

/**
 * A webhook that its owner has made stays, and so does a registered one with an address that is not the credential's:
 * its owner uses it for something else.
 */
export const webhookRemoval =
  (cipher: Pick<Cipher, 'decrypt'>, registries: WebhookRegistries): WebhookRemoval =>
  (recipientId, { credential, token, endpoint }) =>
    afterwards(recipientId, async () => {
      const { id: credentialId, gateway, registered } = credential
      const registry = registryOf(registries, gateway)
      if (registry === undefined || token === undefined || endpoint === undefined) return
      const webhooks = await registry.open(await storedKey(cipher, recipientId, credential, token))
      // Where ids verify webhooks, the owner may have made the one with this address.
      const isRegistered = ({ id, isOwn }: ListedWebhook): boolean =>
        id === endpoint || (isOwn && registry.proof === 'secret')
      const listed = (await webhooks?.list({ credentialId, url: registered.webhookAddress ?? '' })) ?? []
      for (const each of listed)
        if (isRegistered(each) && isWebhookUrlOf(each.url, credentialId)) await webhooks?.remove(each.id)
    })
