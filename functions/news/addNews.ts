import { addNews } from '../../shared/areas/news/contract.ts'
import { type NewsRepository, newsRepository } from '../../shared/areas/news/newsRepository.ts'
import { collectionOf } from '../../shared/areas/news/rules.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { replayBytes } from '../../shared/mechanisms/limits/replayBytes.ts'
import { entityTag } from '../../shared/mechanisms/store/precondition.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

export const handle =
  (
    news: Pick<NewsRepository, 'creation'>,
    quotas: Pick<QuotaRepository, 'growth'>,
    clock = systemClock,
  ): Handle<typeof addNews> =>
  async ({ recipientId, isAdmin, body }, commit) => {
    const { title, description, global, demoUrl } = body
    if (global && !isAdmin) throw new Problem('forbidden', 'Only administrators may publish global news.')
    const entry = { id: newId(), title, description, date: new Date(clock()).toISOString(), demoUrl, revision: newId() }
    const growth = quotas.growth(...collectionOf(recipientId, global), { items: 1 })
    return commit([...news.creation(recipientId, entry, global), ...growth], {
      body: entry,
      headers: { etag: entityTag(entry.revision) },
    })
  }

export const handler = memberHandler(
  addNews,
  handle(newsRepository(documentClient), quotaRepository()),
  commitTo(documentClient, { count: replayBytes(rateRepository(documentClient)) }),
)
