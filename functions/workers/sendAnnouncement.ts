import { alertRepository } from '../../shared/alerts/alertRepository.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import { sqsClient } from '../../shared/aws/sqsClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { areChatsOpen, keyArn, providerUrl, queueUrl, tableName } from '../../shared/env.ts'
import type { Announcement } from '../../shared/messenger/announcement.ts'
import { announcementRepository } from '../../shared/messenger/announcementRepository.ts'
import { type AnnouncementStep, announcementStep } from '../../shared/messenger/announcementStep.ts'
import { announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { botParameters } from '../../shared/messenger/botParameters.ts'
import { chatRepository } from '../../shared/messenger/chatRepository.ts'
import { chatRights } from '../../shared/messenger/chatRights.ts'
import { announcedText } from '../../shared/messenger/donationText.ts'
import { postingBots } from '../../shared/messenger/postingBots.ts'
import { sendingSlotStore } from '../../shared/messenger/sendingSlotStore.ts'
import { sendAnnouncement } from '../../shared/messenger/workers.ts'
import { streamRepository } from '../../shared/platforms/streamRepository.ts'
import { discordBot } from '../../shared/providers/discordBot.ts'
import { maxBot } from '../../shared/providers/maxBot.ts'
import { telegramBot } from '../../shared/providers/telegramBot.ts'
import { keepingOpen, kmsCipher } from '../../shared/secrets/cipher.ts'
import { wakeUpQueue } from '../../shared/wakeUps/wakeUpQueue.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/workers/batchHandler.ts'
import { togetherEach } from '../../shared/workers/togetherEach.ts'

/** The records of a batch are sent at the same time. */
export const handle = (step: AnnouncementStep): ConsumeBatch =>
  togetherEach(({ newImage }) => step(newImage as unknown as Announcement))

const chats = chatRepository(documentClient, tableName('chats'))

export const handler = batchHandler(
  sendAnnouncement,
  handle(
    announcementStep({
      worker: sendAnnouncement.id,
      announcements: announcementRepository(documentClient, tableName('announcements')),
      announcers: announcerRepository(documentClient, tableName('announcers')),
      chats,
      rights: chatRights(chats, areChatsOpen()),
      textOf: announcedText(alertRepository(documentClient, tableName('alerts'))),
      isOver: streamRepository(documentClient, tableName('streams')).isOver,
      bots: postingBots({
        bots: botParameters(ssmClient, {
          telegram: (token) => telegramBot(providerUrl('telegram', 'api'), token),
          max: (token) => maxBot(providerUrl('max', 'api'), token),
        }),
        chats,
        cipher: keepingOpen(kmsCipher(kmsClient, keyArn('secrets'))),
        webhookBot: (webhook) => discordBot(providerUrl('discord', 'api'), webhook),
      }),
      limiter: sendingSlotStore(documentClient, tableName('sendingSlots')),
      wakeUps: wakeUpQueue(sqsClient, queueUrl('wakeUps')),
    }),
  ),
)
