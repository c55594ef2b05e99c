import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { arePrivateChatsAllowed, providerUrl, publicUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { caps, limitReached } from '../../shared/limits/limits.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { type Bots, botParameters } from '../../shared/messenger/botParameters.ts'
import { type ChatCodeStore, chatCodeSeconds, chatCodeStore } from '../../shared/messenger/chatCodeStore.ts'
import { linkChat, messengerWebhookPath } from '../../shared/messenger/chatContract.ts'
import type { ChatMessenger } from '../../shared/messenger/chatMessenger.ts'
import { type ChatRepository, chatRepository } from '../../shared/messenger/chatRepository.ts'
import { maxChats } from '../../shared/providers/maxChats.ts'
import { telegramChats } from '../../shared/providers/telegramChats.ts'
import { newOwnedSecret, newSecretKey } from '../../shared/secrets/ownedSecret.ts'
import { type Clock, systemClock } from '../../shared/time/clock.ts'
import { epochSeconds } from '../../shared/time/utc.ts'

interface Ports {
  readonly bots: Bots<ChatMessenger>
  readonly chats: Pick<ChatRepository, 'keys'>
  readonly codes: Pick<ChatCodeStore, 'creation'>
  readonly rates: Pick<RateRepository, 'spend'>
  readonly url: string
  readonly privateChats: boolean
  readonly clock?: Clock
}

const unknownAccount = () =>
  new Problem('not_found', 'There is no such bot account.', {
    errors: [{ in: 'body', pointer: '/accountId', detail: 'unknown bot account' }],
  })

/** Every code that is valid may still become a chat, so the cap is held a few codes late. */
export const handle =
  ({ bots, chats, codes, rates, url, privateChats, clock = systemClock }: Ports): Handle<typeof linkChat> =>
  async ({ recipientId, body: { accountId } }, commit) => {
    const [bot, linked] = await Promise.all([
      bots(accountId),
      chats.keys(recipientId),
      rates.spend(recipientId, 'chatCodes'),
    ])
    if (bot === undefined) throw unknownAccount()
    if (linked.length >= caps.chats.items) throw limitReached('chats')
    const code = newOwnedSecret(recipientId)
    const { command, links } = await bot.invite(`${url}${messengerWebhookPath(accountId)}`, code)
    const { direct, ...others } = links
    const expiresAt = epochSeconds(clock()) + chatCodeSeconds
    return commit([codes.creation({ ...newSecretKey(recipientId, code), recipientId, accountId, expiresAt })], {
      code,
      command,
      links: privateChats ? links : others,
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    })
  }

export const handler = httpHandler(
  linkChat,
  handle({
    bots: botParameters(ssmClient, {
      telegram: (token) => telegramChats(providerUrl('telegram', 'api'), token),
      max: (token) => maxChats(providerUrl('max', 'api'), token),
    }),
    chats: chatRepository(documentClient, tableName('chats')),
    codes: chatCodeStore(documentClient, tableName('chatCodes')),
    rates: rateRepository(documentClient, tableName('rates')),
    url: publicUrl(),
    privateChats: arePrivateChatsAllowed(),
  }),
  commitTo(documentClient),
)
