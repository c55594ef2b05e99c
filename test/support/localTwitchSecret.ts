import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms'
import type { LocalAws } from './localAws.ts'

/** The secret that functions in this process give Twitch with their subscriptions, as a deployed one has to stay: another one ends them. */
export const localTwitchSecret = async ({ endpoints }: Pick<LocalAws, 'endpoints'>): Promise<string> => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new KMSClient({ endpoint: endpoints.kms, region: 'us-east-1', credentials })
  try {
    const { Mac = new Uint8Array() } = await client.send(
      new GenerateMacCommand({
        KeyId: 'webhooks',
        Message: Buffer.from('streaming-support/twitch-eventsub/v1'),
        MacAlgorithm: 'HMAC_SHA_256',
      }),
    )
    return Buffer.from(Mac).toString('hex')
  } finally {
    client.destroy()
  }
}
