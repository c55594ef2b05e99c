import { listPlatforms } from '../../shared/areas/recipients/contract.ts'
import { platformSignIns } from '../../shared/areas/recipients/platformSignIns.ts'
import type { SignInSystem } from '../../shared/areas/recipients/streamingPlatform.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { type Parameters, storedParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { providerUrl } from '../../shared/runtime/env.ts'

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
