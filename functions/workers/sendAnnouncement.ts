import { alertRepository } from '../../shared/areas/alerts/alertRepository.ts'
import type { Announcement } from '../../shared/areas/messenger/announcement.ts'
import { announcementRepository } from '../../shared/areas/messenger/announcementRepository.ts'
import { type AnnouncementStep, announcementStep } from '../../shared/areas/messenger/announcementStep.ts'
import { announcerRepository } from '../../shared/areas/messenger/announcerRepository.ts'
import { botParameters } from '../../shared/areas/messenger/botParameters.ts'
import { chatKey, chatRepository } from '../../shared/areas/messenger/chatRepository.ts'
import { chatRights } from '../../shared/areas/messenger/chatRights.ts'
import { announcedText } from '../../shared/areas/messenger/donationText.ts'
import { postingBots } from '../../shared/areas/messenger/postingBots.ts'
import { sendingSlotStore } from '../../shared/areas/messenger/sendingSlotStore.ts'
import { sendAnnouncement } from '../../shared/areas/messenger/workers.ts'
import { streamRepository } from '../../shared/areas/platforms/streamRepository.ts'
import { streamEndedTrigger } from '../../shared/areas/platforms/triggers.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { sqsClient } from '../../shared/mechanisms/aws/sqsClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { keepingOpen, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { wakeUpQueue } from '../../shared/mechanisms/wakeUps/wakeUpQueue.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/mechanisms/workers/batchHandler.ts'
import { eachConcurrently } from '../../shared/mechanisms/workers/eachConcurrently.ts'
import { discordBot } from '../../shared/providers/discordBot.ts'
import { maxBot } from '../../shared/providers/maxBot.ts'
import { telegramBot } from '../../shared/providers/telegramBot.ts'
import { areChatsOpen, providerUrl } from '../../shared/runtime/env.ts'

/**
 * The records of a batch are sent at the same time, but for those of one chat: there an end goes before the others, so
 * that a stream that follows at once is not announced first.
 */
export const handle = (step: AnnouncementStep): ConsumeBatch => {
  const send = eachConcurrently(({ newImage }) => step(newImage as unknown as Announcement))
  const sendToChat: ConsumeBatch = async (records) => {
    const { ends = [], others = [] } = Object.groupBy(records, ({ newImage }) =>
      newImage?.['trigger'] === streamEndedTrigger ? 'ends' : 'others',
    )
    return [...(await send(ends)), ...(await send(others))]
  }
  return async (records) => {
    const byChat = Map.groupBy(records, ({ newImage }) => chatKey((newImage ?? {}) as unknown as Announcement))
    return (await Promise.all([...byChat.values()].map(sendToChat))).flat()
  }
}

const chats = chatRepository(documentClient)

export const handler = batchHandler(
  sendAnnouncement,
  handle(
    announcementStep({
      worker: sendAnnouncement.id,
      announcements: announcementRepository(documentClient),
      announcers: announcerRepository(documentClient),
      chats,
      rights: chatRights(chats, areChatsOpen()),
      textOf: announcedText(alertRepository(documentClient)),
      isOver: streamRepository(documentClient).isOver,
      bots: postingBots({
        bots: botParameters(ssmClient, {
          telegram: (token) => telegramBot(providerUrl('telegram', 'api'), token),
          max: (token, certificates) => maxBot(providerUrl('max', 'api'), token, certificates),
        }),
        chats,
        cipher: keepingOpen(kmsCipher(kmsClient)),
        webhookBot: (webhook) => discordBot(providerUrl('discord', 'api'), webhook),
      }),
      limiter: sendingSlotStore(documentClient),
      wakeUps: wakeUpQueue(sqsClient),
    }),
  ),
)
