import type { Write } from '../../contract/write.ts'
import { update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { newId } from '../../runtime/ids.ts'

/**
 * The recipient's `listenedEpoch`: one attribute that says of all its videos at once which are listened to (see
 * `effectiveStatus`). It counts as empty until media are marked for the first time.
 *
 * @param table the table `recipients`
 */
export const listenedEpoch = (table = tableName('recipients')) => ({
  /** Begins a new epoch: all videos that are ready now become handled, by one write. */
  renewal: (recipientId: string): Write =>
    update(table, { recipientId }, { set: { listenedEpoch: newId() }, repeatable: true }),
})

export type ListenedEpoch = ReturnType<typeof listenedEpoch>
