import { type Bots, botParameters } from '../../shared/areas/messenger/botParameters.ts'
import { type ChatCodeStore, chatCodeStore } from '../../shared/areas/messenger/chatCodeStore.ts'
import { linkChat, messengerWebhookPath } from '../../shared/areas/messenger/chatContract.ts'
import type { ChatMessenger } from '../../shared/areas/messenger/chatMessenger.ts'
import {
  type ChatRepository,
  chatFromItem,
  chatRepository,
  newLink,
  webhookContext,
} from '../../shared/areas/messenger/chatRepository.ts'
import { chatCodeSeconds } from '../../shared/areas/messenger/chatTimes.ts'
import { type Webhook, webhookChat } from '../../shared/areas/messenger/webhookAddress.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { caps, limitReached } from '../../shared/mechanisms/limits/limits.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type Cipher, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { newOwnedSecret, newSecretKey } from '../../shared/mechanisms/secrets/ownedSecret.ts'
import { type DiscordWebhooks, discordWebhooks } from '../../shared/providers/discordWebhooks.ts'
import { maxChats } from '../../shared/providers/maxChats.ts'
import { telegramChats } from '../../shared/providers/telegramChats.ts'
import { arePrivateChatsAllowed, providerUrl, publicUrl } from '../../shared/runtime/env.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

interface Ports {
  readonly bots: Bots<ChatMessenger>
  readonly webhooks: DiscordWebhooks
  readonly cipher: Pick<Cipher, 'encrypt'>
  readonly chats: Pick<ChatRepository, 'keys' | 'creation'>
  readonly codes: Pick<ChatCodeStore, 'creation'>
  readonly rates: Pick<RateRepository, 'spend'>
  readonly url: string
  readonly privateChats: boolean
  readonly clock?: Clock
}

type Commit = Parameters<Handle<typeof linkChat>>[1]

/** Every code that is valid may still become a chat, so the cap is held a few codes late. */
export const handle = (ports: Ports): Handle<typeof linkChat> => {
  const { bots, webhooks, cipher, chats, codes, rates, url, privateChats, clock = systemClock } = ports

  const withinLimits = async (recipientId: string): Promise<void> => {
    const [linked] = await Promise.all([chats.keys(recipientId), rates.spend(recipientId, 'chatCodes')])
    if (linked.length >= caps.chats.items) throw limitReached('chats')
  }

  const invite = async (recipientId: string, accountId: string, commit: Commit) => {
    const [bot] = await Promise.all([bots(accountId), withinLimits(recipientId)])
    if (bot === undefined) throw unknownId('bot account', 'accountId')
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

  const link = async (recipientId: string, webhook: Webhook, commit: Commit) => {
    await withinLimits(recipientId)
    const title = await webhooks.name(webhook)
    if (title === undefined) throw unknownId('webhook', 'webhook')
    const chat = webhookChat(webhook)
    const sealed = await cipher.encrypt(webhook.token, webhookContext(recipientId, chat))
    const linked = { ...newLink(recipientId, chat, title, clock), webhook: sealed }
    return commit([chats.creation(recipientId, linked)], chatFromItem(linked))
  }

  return ({ recipientId, body: { accountId = '', webhook } }, commit) =>
    webhook === undefined ? invite(recipientId, accountId, commit) : link(recipientId, webhook, commit)
}

export const handler = httpHandler(
  linkChat,
  handle({
    bots: botParameters(ssmClient, {
      telegram: (token) => telegramChats(providerUrl('telegram', 'api'), token),
      max: (token, certificates) => maxChats(providerUrl('max', 'api'), token, certificates),
    }),
    webhooks: discordWebhooks(providerUrl('discord', 'api')),
    cipher: kmsCipher(kmsClient),
    chats: chatRepository(documentClient),
    codes: chatCodeStore(documentClient),
    rates: rateRepository(documentClient),
    url: publicUrl(),
    privateChats: arePrivateChatsAllowed(),
  }),
  commitTo(documentClient),
)
