import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { type AnnouncerRepository, announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { listAnnouncers } from '../../shared/messenger/contract.ts'

export const handle =
  (announcers: Pick<AnnouncerRepository, 'list'>): Handle<typeof listAnnouncers> =>
  ({ recipientId }) =>
    announcers.list(recipientId)

export const handler = httpHandler(listAnnouncers, handle(announcerRepository(documentClient, tableName('announcers'))))
