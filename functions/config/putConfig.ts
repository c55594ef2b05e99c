import { documentClient } from '../../shared/aws/documentClient.ts'
import { type ConfigRepository, configId, configRepository, OtherRecord } from '../../shared/config/configRepository.ts'
import { putConfig } from '../../shared/config/contract.ts'
import { entityTag, type NewConfig, type Precondition, preconditionFromHeader } from '../../shared/config/rules.ts'
import type { AnswerOf, Commit, Handle, RequestOf } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { newId } from '../../shared/ids.ts'

type Answer = AnswerOf<typeof putConfig>

const answerOf = (
  recipientId: string,
  id: string,
  { name, url, value, actions }: NewConfig,
  revision: string,
): Answer => ({
  body: { id, name, ownerId: recipientId, url, value, actions, revision },
  headers: { etag: entityTag(revision) },
})

const preconditionOf = ({
  'if-match': ifMatch,
  'if-none-match': ifNoneMatch,
}: RequestOf<typeof putConfig>['headers']): Precondition | undefined => {
  if (ifMatch === undefined) return ifNoneMatch && 'absent'
  // No record is both there and not there.
  return ifNoneMatch === undefined ? preconditionFromHeader(ifMatch) : []
}

export const handle = (
  configs: Pick<ConfigRepository, 'replacement' | 'renaming' | 'list'>,
): Handle<typeof putConfig> => {
  /** The slow path of a record that is not found under the name and id that were expected: one read more. */
  const storeElsewhere = async (
    recipientId: string,
    config: NewConfig,
    revision: string,
    precondition: Precondition | undefined,
    other: OtherRecord,
    commit: Commit,
  ) => {
    if (config.id === undefined) {
      const id = other.id ?? newId()
      const write = configs.replacement(recipientId, id, config, revision, precondition)
      return commit([write], answerOf(recipientId, id, config, revision))
    }
    const own = (await configs.list(recipientId)).find(({ id }) => id === config.id)
    if (own === undefined) throw new Problem('not_found', 'There is no such configuration record.')
    const writes = configs.renaming(recipientId, own.name, own.id, config, revision, precondition)
    return commit(writes, answerOf(recipientId, own.id, config, revision))
  }

  return async ({ recipientId, headers, body }, commit) => {
    const revision = newId()
    const precondition = preconditionOf(headers)
    const id = body.id ?? configId(recipientId, body.name)
    try {
      const write = configs.replacement(recipientId, id, body, revision, precondition)
      return await commit([write], answerOf(recipientId, id, body, revision))
    } catch (error) {
      if (error instanceof OtherRecord) return storeElsewhere(recipientId, body, revision, precondition, error, commit)
      throw error
    }
  }
}

export const handler = httpHandler(
  putConfig,
  handle(configRepository(documentClient, tableName('configs'))),
  commitTo(documentClient),
)
