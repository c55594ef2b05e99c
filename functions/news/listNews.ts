import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { listNews } from '../../shared/news/contract.ts'
import { type NewsRepository, newsRepository } from '../../shared/news/newsRepository.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'

export const handle =
  (news: Pick<NewsRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listNews> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listNews,
      query,
      cursorKey,
      sortable: ['date', 'title'],
      byDefault: { property: 'date', ascending: false },
      read: () => news.list(recipientId),
    })

export const handler = httpHandler(
  listNews,
  handle(newsRepository(documentClient, tableName('news')), cursorKeyFrom(kmsClient, keyArn('cursors'))),
)
