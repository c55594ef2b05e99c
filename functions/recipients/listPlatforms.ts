import { ssmClient } from '../../shared/aws/ssmClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { providerUrl } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { listPlatforms } from '../../shared/recipients/contract.ts'
import { platformSignIns } from '../../shared/recipients/platformSignIns.ts'
import type { SignInSystem } from '../../shared/recipients/streamingPlatform.ts'
import { type Parameters, storedParameters } from '../../shared/secrets/parameters.ts'

export const handle =
  (
    bases: Readonly<Record<SignInSystem, string>>,
    stored: () => Promise<Partial<Parameters<'signIns'>>>,
  ): Handle<typeof listPlatforms> =>
  async () =>
    platformSignIns(bases, await stored())

export const handler = httpHandler(
  listPlatforms,
  handle(
    {
      donationAlerts: providerUrl('signIns', 'donationAlerts'),
      kick: providerUrl('signIns', 'kick'),
      streamlabs: providerUrl('signIns', 'streamlabs'),
      twitch: providerUrl('signIns', 'twitch'),
      vkLive: providerUrl('signIns', 'vkLive'),
    },
    storedParameters(ssmClient, 'signIns'),
  ),
)
