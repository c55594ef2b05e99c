import { alertId } from '../alerts/alert.ts'
import { AlertExistence, alertWrites } from '../alerts/alertWrites.ts'
import type { Commit } from '../contract/handle.ts'
import type { Write } from '../contract/write.ts'
import { storeUnavailable } from '../store/send.ts'
import { totalsWrites } from '../totals/totals.ts'
import { AlreadyDone, deletionMark, OtherKind } from './historyWrites.ts'

interface Tables {
  readonly history: string
  readonly alerts: string
  readonly recipients: string
}

/** What an item is taken for until a condition says otherwise. */
interface Guess {
  readonly hasAlert: boolean
  /** All but tests. */
  readonly isListed: boolean
}

/** Both guesses can be wrong once; more often only when an alert comes to be in between. */
const attempts = 5

/** The guess without the error that the store found in it; undefined when there is nothing left to do. */
const corrected = (guess: Guess, error: unknown): Guess | undefined => {
  if (error instanceof AlreadyDone) return undefined
  if (error instanceof AlertExistence) return { ...guess, hasAlert: !guess.hasAlert }
  if (error instanceof OtherKind) return { ...guess, isListed: !guess.isListed }
  throw error
}

/**
 * Marks a history item as deleted or not, with its alert's visibility and the total, in one transaction and without a read: that it
 * is no test and has an alert is guessed, and the conditions of the writes correct the guess. An item without an alert costs a
 * second attempt.
 */
export const softDeletion = (tables: Tables) => {
  const alerts = alertWrites(tables.alerts)

  const writesOf = (
    recipientId: string,
    id: string,
    deleted: boolean,
    { hasAlert, isListed }: Guess,
  ): readonly Write[] => {
    const alert = alertId(recipientId, id)
    return [
      deletionMark(tables.history, recipientId, id, { deleted, isListed }),
      hasAlert ? alerts.visibility(recipientId, alert, deleted) : alerts.absence(recipientId, alert),
      ...(isListed ? totalsWrites(tables.recipients, recipientId, { history: deleted ? -1 : 1 }) : []),
    ]
  }

  return async (recipientId: string, id: string, deleted: boolean, commit: Commit): Promise<Record<string, never>> => {
    let guess: Guess = { hasAlert: true, isListed: true }
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        return await commit(writesOf(recipientId, id, deleted, guess), {})
      } catch (error) {
        const next = corrected(guess, error)
        if (next === undefined) return commit([], {})
        guess = next
      }
    }
    throw storeUnavailable(new Error('the item keeps changing'))
  }
}

export type SoftDeletion = ReturnType<typeof softDeletion>
