import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, providerUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { kickRevocation } from '../../shared/providers/kickRevocation.ts'
import { twitch } from '../../shared/providers/twitch.ts'
import { vkLive } from '../../shared/providers/vkLive.ts'
import { unlinkToken } from '../../shared/recipients/contract.ts'
import { type UnlinkAccount, unlinkAccount } from '../../shared/recipients/unlinkAccount.ts'
import { unlinkRepository } from '../../shared/recipients/unlinkRepository.ts'
import { kmsCipher } from '../../shared/secrets/cipher.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'

export const handle =
  (unlink: UnlinkAccount): Handle<typeof unlinkToken> =>
  ({ recipientId, requestId, body: { id } }, commit) =>
    unlink(recipientId, id, requestId, commit)

export const handler = httpHandler(
  unlinkToken,
  handle(
    unlinkAccount({
      links: unlinkRepository(documentClient, {
        tokens: tableName('tokens'),
        accountLinks: tableName('accountLinks'),
        watchedChannels: tableName('watchedChannels'),
        quotas: tableName('quotas'),
      }),
      cipher: kmsCipher(kmsClient, keyArn('secrets')),
      platforms: {
        kick: kickRevocation(providerUrl('kickRevocation', 'identity')),
        vkLive: vkLive(
          { identity: providerUrl('vkLive', 'identity'), api: providerUrl('vkLive', 'api') },
          providerParameters(ssmClient, 'vkLive'),
        ),
        twitch: twitch(
          { identity: providerUrl('twitch', 'identity'), api: providerUrl('twitch', 'api') },
          providerParameters(ssmClient, 'twitch'),
        ),
      },
    }),
  ),
  commitTo(documentClient),
)
