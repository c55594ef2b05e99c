import {
  type ActionRepository,
  actionRepository,
  type Registration,
  registrationOf,
} from '../../shared/areas/actions/actionRepository.ts'
import { addActions } from '../../shared/areas/actions/contract.ts'
import type { AnswerOf, Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository, sumOf } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { replayBytes } from '../../shared/mechanisms/limits/replayBytes.ts'
import { Conflict, retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** Actions of a call are microseconds apart, so that a list of the newest has them in the order of the call. */
const registrationTime = (now: Date, index: number): string =>
  now.toISOString().replace('Z', `${999 - index}`.padStart(3, '0').concat('Z'))

const answerOf = (actions: readonly Registration['action'][]): AnswerOf<typeof addActions> => {
  const [action] = actions
  if (action === undefined) throw new Error('the schema lets no call without an action pass')
  return { success: true, message: '', action, actions: [...actions] }
}

/**
 * A game that registers its actions again renews them in one round trip. If one is new or disabled, or has outgrown its
 * reservation, all of them are read, and stored together with the growth of the collection.
 */
export const handle =
  (
    repository: Pick<ActionRepository, 'renewal' | 'creation' | 'find'>,
    quotas: Pick<QuotaRepository, 'growth'>,
    rates: Pick<RateRepository, 'spending'>,
    clock = systemClock,
  ): Handle<typeof addActions> =>
  async ({ recipientId, body }, commit) => {
    const now = new Date(clock())
    const registrations = body.actions.map((action, index) =>
      registrationOf(recipientId, action, registrationTime(now, index)),
    )
    const enabled = registrations.map(({ action }) => action)
    // Only calls with several actions spend the rate.
    const rate = enabled.length > 1 ? [rates.spending(recipientId, 'actions', enabled.length)] : []

    const store = async () => {
      const kept = await repository.find(
        recipientId,
        enabled.map(({ id }) => id),
      )
      const stored = registrations.map((each) => repository.creation(recipientId, each, kept.get(each.action.id)))
      const growth = quotas.growth(recipientId, 'actions', sumOf(stored.map((each) => each.growth)))
      const actions = enabled.map((action) => ({ ...action, enabled: kept.get(action.id)?.enabled ?? true }))
      return commit([...stored.map(({ write }) => write), ...growth, ...rate], answerOf(actions))
    }

    try {
      const renewals = registrations.map((each) => repository.renewal(recipientId, each))
      return await commit([...renewals, ...rate], answerOf(enabled))
    } catch (error) {
      if (error instanceof Conflict) return retryOnConflict(store)
      throw error
    }
  }

const rates = rateRepository(documentClient)

export const handler = memberHandler(
  addActions,
  handle(actionRepository(documentClient), quotaRepository(), rates),
  commitTo(documentClient, { count: replayBytes(rates) }),
)
