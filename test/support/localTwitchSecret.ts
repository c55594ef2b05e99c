import { KMSClient } from '@aws-sdk/client-kms'
import { keyArn } from '../../shared/env.ts'
import { twitchSecret, twitchSecretLabel } from '../../shared/providers/twitchEvents.ts'
import { derivedKey } from '../../shared/secrets/derivedKey.ts'
import type { LocalAws } from './localAws.ts'

/** The secret that functions in this process give Twitch with their subscriptions. */
export const localTwitchSecret = async ({ endpoints }: Pick<LocalAws, 'endpoints'>): Promise<string> => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new KMSClient({ endpoint: endpoints.kms, region: 'us-east-1', credentials })
  try {
    return await twitchSecret(derivedKey(client, keyArn('webhooks'), twitchSecretLabel))()
  } finally {
    client.destroy()
  }
}
