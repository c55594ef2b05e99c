import { segmentFromId } from '../../contract/pathSegment.ts'
import { newId } from '../../runtime/ids.ts'

const separator = '~'

/** Another address for a credential; its first one is the credential's id. */
export const newAddress = (credentialId: string): string => `${credentialId}${separator}${newId()}`

/** The credential that an address is of. */
export const credentialOfAddress = (address: string): string => address.split(separator, 1)[0] || address

/** The URL to which a gateway has to send the webhooks of one credential. */
export const webhookUrl = (baseUrl: string, recipientId: string, address: string): string =>
  `${baseUrl}/payments/webhooks/${segmentFromId(recipientId)}/${address}`

/** Whether a URL is one of the credential's, with a present or a former address, at any domain. */
export const isWebhookUrlOf = (url: string, credentialId: string): boolean =>
  credentialOfAddress(url.slice(url.lastIndexOf('/') + 1)) === credentialId
