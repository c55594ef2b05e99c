import { documentClient } from '../../shared/aws/documentClient.ts'
import { tableName } from '../../shared/env.ts'
import { type AnnounceEvent, announcingEvents } from '../../shared/messenger/announceEvent.ts'
import { announcementRepository } from '../../shared/messenger/announcementRepository.ts'
import { announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { announceStream } from '../../shared/messenger/workers.ts'
import type { StreamEvent } from '../../shared/platforms/streamEvent.ts'
import { type Consume, streamHandler } from '../../shared/workers/streamHandler.ts'

export const handle =
  (announce: AnnounceEvent): Consume =>
  async ({ newImage }) => {
    if (newImage !== undefined) await announce(newImage as unknown as StreamEvent)
  }

export const handler = streamHandler(
  announceStream,
  handle(
    announcingEvents(
      announcementRepository(documentClient, tableName('announcements')),
      announcerRepository(documentClient, tableName('announcers')),
    ),
  ),
)
