import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { newId } from '../../shared/ids.ts'
import { keptBytes } from '../../shared/limits/keptBytes.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/limits/quotaRepository.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { addNews } from '../../shared/news/contract.ts'
import { type NewsRepository, newsRepository } from '../../shared/news/newsRepository.ts'
import { collectionOf } from '../../shared/news/rules.ts'
import { entityTag } from '../../shared/store/precondition.ts'
import { systemClock } from '../../shared/time/clock.ts'

export const handle =
  (
    news: Pick<NewsRepository, 'creation'>,
    quotas: Pick<QuotaRepository, 'growth'>,
    clock = systemClock,
  ): Handle<typeof addNews> =>
  async ({ recipientId, isAdmin, body }, commit) => {
    const { title, description, global, demoUrl } = body
    if (global && !isAdmin) throw new Problem('forbidden', 'Global news are published by administrators alone.')
    const entry = { id: newId(), title, description, date: new Date(clock()).toISOString(), demoUrl, revision: newId() }
    const growth = quotas.growth(...collectionOf(recipientId, global), { items: 1 })
    return commit([...news.creation(recipientId, entry, global), ...growth], {
      body: entry,
      headers: { etag: entityTag(entry.revision) },
    })
  }

export const handler = httpHandler(
  addNews,
  handle(newsRepository(documentClient, tableName('news')), quotaRepository(tableName('quotas'))),
  commitTo(documentClient, { count: keptBytes(rateRepository(documentClient, tableName('rates'))) }),
)
