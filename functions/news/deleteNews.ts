import { deleteNews } from '../../shared/areas/news/contract.ts'
import { type NewsRepository, newsRepository } from '../../shared/areas/news/newsRepository.ts'
import { collectionOf } from '../../shared/areas/news/rules.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'

/** One round trip; a second one for the few who may delete global entries too. */
export const handle =
  (
    news: Pick<NewsRepository, 'find' | 'removal'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof deleteNews> =>
  async ({ recipientId, isAdmin, body: { id } }, commit) => {
    const global = isAdmin && (await news.find(recipientId, id, false)) === undefined
    const growth = quotas.growth(...collectionOf(recipientId, global), { items: -1 })
    return commit([...news.removal(recipientId, id, global), ...growth], {})
  }

export const handler = memberHandler(
  deleteNews,
  handle(newsRepository(documentClient), quotaRepository()),
  commitTo(documentClient),
)
