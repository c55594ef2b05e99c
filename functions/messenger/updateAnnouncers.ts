import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type AnnouncerRepository, announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { updateAnnouncers } from '../../shared/messenger/contract.ts'

export const handle =
  (announcers: Pick<AnnouncerRepository, 'addition' | 'change' | 'removal'>): Handle<typeof updateAnnouncers> =>
  ({ recipientId, body: { added, updated, deleted } }, commit) =>
    commit(
      [
        ...added.map((announcer) => announcers.addition(recipientId, announcer)),
        ...updated.map((change, index) => announcers.change(recipientId, change, `/updated/${index}/id`)),
        ...deleted.map((id, index) => announcers.removal(recipientId, id, `/deleted/${index}`)),
      ],
      {},
    )

export const handler = httpHandler(
  updateAnnouncers,
  handle(announcerRepository(documentClient, tableName('announcers'))),
  commitTo(documentClient),
)
