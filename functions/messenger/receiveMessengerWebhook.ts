import { announcerRepository } from '../../shared/areas/messenger/announcerRepository.ts'
import { botNameParameters, listedBots } from '../../shared/areas/messenger/botNameParameters.ts'
import { type Bots, botParameters } from '../../shared/areas/messenger/botParameters.ts'
import { chatCodeStore } from '../../shared/areas/messenger/chatCodeStore.ts'
import { type ChatCommandPorts, chatCommands } from '../../shared/areas/messenger/chatCommands.ts'
import { receiveMessengerWebhook } from '../../shared/areas/messenger/chatContract.ts'
import type { ChatMessenger } from '../../shared/areas/messenger/chatMessenger.ts'
import { chatLinkStore } from '../../shared/areas/messenger/chatRepository.ts'
import { linkRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { objectFromBytes } from '../../shared/mechanisms/http/jsonBody.ts'
import { equalsInConstantTime, RepeatedEvent, signatureRejected } from '../../shared/mechanisms/webhooks/webhook.ts'
import { maxChats } from '../../shared/providers/maxChats.ts'
import { telegramChats } from '../../shared/providers/telegramChats.ts'
import { arePrivateChatsAllowed, providerUrl } from '../../shared/runtime/env.ts'
import { log } from '../../shared/runtime/log.ts'

/** The answer does not reveal whether a code is known, because strangers can write to a bot too. */
export const handle = (bots: Bots<ChatMessenger>, ports: ChatCommandPorts): Handle<typeof receiveMessengerWebhook> => {
  const execute = chatCommands(ports)
  return async ({ params: { accountId }, headers, rawBody, requestId }, commit) => {
    const bot = await bots(accountId)
    const secret = headers['x-telegram-bot-api-secret-token'] ?? headers['x-max-bot-api-secret'] ?? ''
    if (bot === undefined || !equalsInConstantTime(secret, bot.secret)) throw signatureRejected('this messenger')
    const update = bot.read(objectFromBytes(rawBody))
    if (update === undefined) return ''
    const apply = (writes: Parameters<typeof commit>[0]) =>
      commit(writes, '').then(
        () => true,
        (error: unknown) => {
          if (error instanceof RepeatedEvent) return false
          throw error
        },
      )
    const refuse = (recipientId: string) => {
      const fields = { operation: receiveMessengerWebhook.id, requestId, recipientId }
      log('WARN', 'chat', { ...fields, code: 'sender_is_no_administrator' })
    }
    await execute({ bot, accountId, apply, refuse }, update)
    return ''
  }
}

export const handler = httpHandler(
  receiveMessengerWebhook,
  handle(
    listedBots(
      botNameParameters(ssmClient),
      botParameters(ssmClient, {
        telegram: (token) => telegramChats(providerUrl('telegram', 'api'), token),
        max: (token, certificates) => maxChats(providerUrl('max', 'api'), token, certificates),
      }),
    ),
    {
      codes: chatCodeStore(documentClient),
      links: chatLinkStore(documentClient),
      accounts: linkRepository(documentClient),
      announcers: announcerRepository(documentClient),
      privateChats: arePrivateChatsAllowed(),
    },
  ),
  commitTo(documentClient),
)
