import { segmentFromId } from '../pathSegment.ts'

/** Where a gateway has to send the webhooks of one credential. */
export const webhookUrl = (baseUrl: string, recipientId: string, credentialId: string): string =>
  `${baseUrl}/payments/webhooks/${segmentFromId(recipientId)}/${credentialId}`
