import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { providerUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { objectFromBytes } from '../../shared/http/jsonBody.ts'
import { log } from '../../shared/log.ts'
import { type Bots, botParameters } from '../../shared/messenger/botParameters.ts'
import { type ChatCodeStore, chatCodeStore } from '../../shared/messenger/chatCodeStore.ts'
import { receiveMessengerWebhook } from '../../shared/messenger/chatContract.ts'
import type { ChatMessenger } from '../../shared/messenger/chatMessenger.ts'
import { type ChatRepository, chatRepository } from '../../shared/messenger/chatRepository.ts'
import { maxChats } from '../../shared/providers/maxChats.ts'
import { telegramChats } from '../../shared/providers/telegramChats.ts'
import { secretKeyOf } from '../../shared/secrets/ownedSecret.ts'
import { type Clock, systemClock } from '../../shared/time/clock.ts'
import { epochSeconds } from '../../shared/time/utc.ts'
import { equalsInConstantTime, RepeatedEvent, signatureRejected } from '../../shared/webhooks/webhook.ts'

interface Ports {
  readonly bots: Bots<ChatMessenger>
  readonly codes: Pick<ChatCodeStore, 'find' | 'consumption'>
  readonly chats: Pick<ChatRepository, 'linking'>
  readonly clock?: Clock
}

/** The answer does not reveal whether a code is known, because strangers can write to a bot too. */
export const handle =
  ({ bots, codes, chats, clock = systemClock }: Ports): Handle<typeof receiveMessengerWebhook> =>
  async ({ params: { accountId }, headers, rawBody, requestId }, commit) => {
    const bot = await bots(accountId)
    const secret = headers['x-telegram-bot-api-secret-token'] ?? headers['x-max-bot-api-secret'] ?? ''
    if (bot === undefined || !equalsInConstantTime(secret, bot.secret)) throw signatureRejected('this messenger')
    const message = bot.codeIn(objectFromBytes(rawBody))
    if (message === undefined) return ''
    const { chatId, senderId } = message
    const codeKey = secretKeyOf(message.code)
    const code = codeKey && (await codes.find(codeKey, epochSeconds(clock())))
    if (code?.accountId !== accountId) return ''
    const { recipientId } = code
    if (senderId !== undefined && !(await bot.isAdministrator(chatId, senderId))) {
      log('WARN', 'chat', {
        operation: receiveMessengerWebhook.id,
        requestId,
        recipientId,
        code: 'sender_is_no_administrator',
      })
      return ''
    }
    const link = chats.linking(recipientId, { accountId, chatId }, message.title)
    try {
      await commit([codes.consumption(code), link], '')
    } catch (error) {
      if (error instanceof RepeatedEvent) return ''
      throw error
    }
    // The chat is linked even if the confirmation fails.
    await bot.confirm(chatId)
    return ''
  }

export const handler = httpHandler(
  receiveMessengerWebhook,
  handle({
    bots: botParameters(ssmClient, {
      telegram: (token) => telegramChats(providerUrl('telegram', 'api'), token),
      max: (token) => maxChats(providerUrl('max', 'api'), token),
    }),
    codes: chatCodeStore(documentClient, tableName('chatCodes')),
    chats: chatRepository(documentClient, tableName('chats')),
  }),
  commitTo(documentClient),
)
