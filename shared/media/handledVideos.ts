import { unknownId } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { withoutPostponement } from '../store/postponedStore.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import type { Totals } from '../totals/totals.ts'

/** Why a video is not to be played any more. Those that were all marked at once have no reason of their own. */
type HandledAs = 'listened' | 'skipped' | 'withdrawn'

/** The update that takes a video out of the queue, whatever its status. The first reason stays, except that a skip replaces it. */
export const handling = (as: HandledAs) => ({
  UpdateExpression: `SET #status = :handled, handledAs = ${as === 'skipped' ? ':as' : 'if_not_exists(handledAs, :as)'} ${withoutPostponement}, queued`,
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':handled': 'handled', ':as': as },
})

/** A video that is to be skipped, and what the message about it depends on. */
export interface Skippable {
  readonly id: string
  /** The status that is stored. */
  readonly status: string
  readonly isSkipped: boolean
  /** It was ready once, so that players were told of it. */
  readonly isTold: boolean
  readonly test: boolean
  readonly totals: Totals
}

/**
 * Takes videos out of the queue one by one.
 *
 * @param table the table `videos`
 */
export const handledVideos = (table: string) => ({
  /** Marks a video as listened. Raises `not_found`. */
  listening: (recipientId: string, id: string): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        ConditionExpression: 'attribute_exists(id)',
        ...handling('listened'),
      },
    },
    repeatable: true,
    refusal: () => unknownId('video'),
  }),

  /** Skips a video as it was found. Raises `Conflict` when it has changed since. */
  skipping: (recipientId: string, { id, status }: Skippable): Write => {
    const { ExpressionAttributeValues, ...update } = handling('skipped')
    return {
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, id },
          ...update,
          ConditionExpression: '#status = :found AND (attribute_not_exists(handledAs) OR handledAs <> :as)',
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':found': status },
        },
      },
      repeatable: false,
      refusal: (found) => new Conflict(found),
    }
  },
})

export type HandledVideos = ReturnType<typeof handledVideos>
