import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { keptBytes } from '../../shared/limits/keptBytes.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { changeNews } from '../../shared/news/contract.ts'
import { type NewsRepository, newsRepository } from '../../shared/news/newsRepository.ts'
import { commitChange } from '../../shared/store/precondition.ts'

/** Two round trips; a third one for the few who may change global entries too. */
export const handle =
  (news: Pick<NewsRepository, 'find' | 'change'>): Handle<typeof changeNews> =>
  ({ recipientId, isAdmin, headers, body: { id, ...changes } }, commit) => {
    let global = false
    const find = async () => {
      const own = await news.find(recipientId, id, false)
      global = own === undefined && isAdmin
      const found = global ? await news.find(recipientId, id, true) : own
      if (found === undefined) throw unknownId('news entry')
      return found
    }
    return commitChange(
      {
        ifMatch: headers['if-match'],
        find,
        change: (found, revision) => {
          const { title = found.title, description = found.description, demoUrl = found.demoUrl } = changes
          const entry = { ...found, title, description, demoUrl, revision }
          return { entry, writes: news.change(recipientId, global, entry, found.revision) }
        },
      },
      commit,
    )
  }

export const handler = httpHandler(
  changeNews,
  handle(newsRepository(documentClient, tableName('news'))),
  commitTo(documentClient, { count: keptBytes(rateRepository(documentClient, tableName('rates'))) }),
)
