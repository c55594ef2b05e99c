import { changeNews } from '../../shared/areas/news/contract.ts'
import { type NewsRepository, newsRepository } from '../../shared/areas/news/newsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { replayBytes } from '../../shared/mechanisms/limits/replayBytes.ts'
import { commitChange } from '../../shared/mechanisms/store/precondition.ts'

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

export const handler = memberHandler(
  changeNews,
  handle(newsRepository(documentClient)),
  commitTo(documentClient, { count: replayBytes(rateRepository(documentClient)) }),
)
