import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { quotaRepository } from '../../mechanisms/limits/quotaRepository.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { tableName } from '../../runtime/env.ts'
import { newsRepository } from '../news/newsRepository.ts'
import { collectionOf } from '../news/rules.ts'

/** Deletes the global news of a recipient, each with its slot among everyone's, and returns their number. */
export const globalNewsErasure = (
  client: DynamoDBDocumentClient,
  newsTable = tableName('news'),
  quotasTable = tableName('quotas'),
) => {
  const news = newsRepository(client, newsTable)
  const quotas = quotaRepository(quotasTable)
  return async (recipientId: string): Promise<number> => {
    const ids = await news.published(recipientId)
    // A refusal means that somebody else has deleted the entry.
    for (const id of ids)
      await applyWrites(client, [
        ...news.removal(recipientId, id, true),
        ...quotas.growth(...collectionOf(recipientId, true), { items: -1 }),
      ])
    return ids.length
  }
}
