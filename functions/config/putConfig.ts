import {
  type ConfigRepository,
  configRepository,
  OtherRecord,
  type Seen,
} from '../../shared/areas/config/configRepository.ts'
import { putConfig } from '../../shared/areas/config/contract.ts'
import { configId } from '../../shared/areas/config/retiredNames.ts'
import type { NewConfig } from '../../shared/areas/config/rules.ts'
import { overlayRecord } from '../../shared/areas/overlays/overlayLook.ts'
import { type LookWrites, lookWrites } from '../../shared/areas/realtime/lookWrites.ts'
import { TotalsChanged } from '../../shared/areas/totals/totals.ts'
import { totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { AnswerOf, Commit, Handle, RequestOf } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { replayBytes } from '../../shared/mechanisms/limits/replayBytes.ts'
import { entityTag, type Precondition, preconditionFromHeader } from '../../shared/mechanisms/store/precondition.ts'
import { Conflict, retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { newId } from '../../shared/runtime/ids.ts'

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
  // `If-Match: *` and `If-None-Match: *` together can never be fulfilled.
  return ifNoneMatch === undefined ? preconditionFromHeader(ifMatch) : []
}

export const handle = (
  configs: Pick<ConfigRepository, 'change' | 'renaming' | 'names'>,
  quotas: Pick<QuotaRepository, 'growth'>,
  looks: LookWrites,
): Handle<typeof putConfig> => {
  /** One write for a record with enough reserved bytes; a second attempt for a new one, or one that has to grow. */
  const store = (
    recipientId: string,
    id: string,
    config: NewConfig,
    precondition: Precondition | undefined,
    commit: Commit,
    first?: Seen,
  ): Promise<Answer> => {
    const revision = newId()
    return retryOnConflict(async (outdated) => {
      const intent = { id, config, revision, precondition }
      const seen = outdated === undefined || outdated instanceof TotalsChanged ? first : outdated
      const { write, growth } = configs.change(recipientId, intent, seen)
      const look = config.name === overlayRecord ? await looks(recipientId, config.value) : []
      const writes = [write, ...quotas.growth(recipientId, 'configs', growth), ...look]
      return commit(writes, answerOf(recipientId, id, config, revision))
    })
  }

  /** The slow path of a record that is not under the expected name: all names are read. */
  const rename = (
    recipientId: string,
    config: NewConfig,
    precondition: Precondition | undefined,
    commit: Commit,
  ): Promise<Answer> => {
    const revision = newId()
    return retryOnConflict(async () => {
      const names = await configs.names(recipientId)
      const own = names.find(({ id }) => id === config.id)
      if (own === undefined) throw unknownId('configuration record')
      if (own['name'] === config.name) {
        // The record has come to the name meanwhile; if it leaves it again, the names are read again.
        return store(recipientId, String(own['id']), config, precondition, commit).catch((error: unknown) => {
          throw error instanceof OtherRecord ? new Conflict() : error
        })
      }
      const intent = { id: String(own['id']), config, revision, precondition }
      const { writes, growth } = configs.renaming(recipientId, intent, own, names)
      const look = config.name === overlayRecord ? config.value : own['name'] === overlayRecord ? {} : undefined
      const delivery = look === undefined ? [] : await looks(recipientId, look)
      return commit(
        [...writes, ...quotas.growth(recipientId, 'configs', growth), ...delivery],
        answerOf(recipientId, intent.id, config, revision),
      )
    })
  }

  return async ({ recipientId, headers, body }, commit) => {
    const precondition = preconditionOf(headers)
    try {
      return await store(recipientId, body.id || configId(recipientId, body.name), body, precondition, commit)
    } catch (error) {
      if (!(error instanceof OtherRecord)) throw error
      if (body.id) return rename(recipientId, body, precondition, commit)
      return store(recipientId, error.id ?? newId(), body, precondition, commit, error)
    }
  }
}

export const handler = memberHandler(
  putConfig,
  handle(configRepository(documentClient), quotaRepository(), lookWrites(totalsRepository(documentClient))),
  commitTo(documentClient, { count: replayBytes(rateRepository(documentClient)) }),
)
