import { listNews } from '../../shared/areas/news/contract.ts'
import { type NewsRepository, newsRepository } from '../../shared/areas/news/newsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

export const handle =
  (news: Pick<NewsRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listNews> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listNews,
      query,
      cursorKey,
      sortable: ['date', 'title'],
      byDefault: { property: 'date', ascending: false },
      read: () => news.list(recipientId),
    })

export const handler = memberHandler(listNews, handle(newsRepository(documentClient), cursorKeyFrom(kmsClient)))
