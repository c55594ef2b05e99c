import { unknownId } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { postponement } from '../../mechanisms/store/postponedStore.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, type Condition, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import type { Totals } from '../totals/totals.ts'

/** Why a video is not played any more. Videos that were all marked at once have no reason of their own. */
type HandledAs = 'listened' | 'skipped' | 'withdrawn'

/** The changes that take a video out of the queue. The first reason stays, except that a skip replaces it. */
export const handling = (as: HandledAs) => ({
  set: { status: 'handled' },
  assign: [`handledAs = ${as === 'skipped' ? ':as' : 'if_not_exists(handledAs, :as)'}`],
  remove: [...postponement, 'queued'],
  values: { as },
})

/** A video to skip, with the state that the message about it depends on. */
export interface Skippable {
  readonly id: string
  readonly status: string
  readonly isSkipped: boolean
  /** It was ready once, so that its delivery has reached players. */
  readonly isDelivered: boolean
  readonly test: boolean
  readonly totals: Totals
}

/**
 * Takes videos out of the queue one by one.
 *
 * @param table the table `videos`
 */
export const handledVideos = (table = tableName('videos')) => ({
  /** Marks a video as listened. Raises `not_found`. */
  listening: (recipientId: string, id: string): Write =>
    update(
      table,
      { recipientId, id },
      {
        ...handling('listened'),
        when: { if: 'attribute_exists(id)' },
        repeatable: true,
        refusal: () => unknownId('video'),
      },
    ),

  /** Skips a video as it was found. Raises `Conflict` when it has changed since. */
  skipping: (recipientId: string, { id, status }: Skippable): Write => {
    const isAsFound: Condition = { if: '#status = :found', values: { found: status } }
    const isUnskipped: Condition = { if: 'attribute_not_exists(handledAs) OR handledAs <> :as' }
    return update(
      table,
      { recipientId, id },
      { ...handling('skipped'), when: allOf(isAsFound, isUnskipped), refusal: conflicting },
    )
  },
})

export type HandledVideos = ReturnType<typeof handledVideos>
