import type { Checkpoints } from './checkpoints.ts'
import type { StreamPosition } from './streamsApi.ts'

export type ShardProgress = ReturnType<typeof resumeProgress>

/** How far a mapping has read a shard, and up to which record everything is settled. */
export const resumeProgress = (checkpoints: Checkpoints, shardId: string) => {
  /** The records after the checkpoint, in the order of the stream; `true` means settled. */
  const outstanding = new Map<string, boolean>()
  let lastRead = checkpoints.get(shardId)?.after
  let unsettled = 0
  let activity = 0
  return {
    /** The position of the next read. */
    get position(): StreamPosition {
      return lastRead === undefined ? 'TRIM_HORIZON' : { after: lastRead }
    },
    /** The number of records that were read and are not settled. */
    get unsettled() {
      return unsettled
    },
    /** How many records were read and settled: unchanged as long as nothing happens. */
    get activity() {
      return activity
    },
    /** Whether all that was read is settled. */
    get isComplete() {
      return outstanding.size === 0
    },
    /** Notes a record that was read; one that no filter matches is settled at once. */
    read(sequenceNumber: string, wanted: boolean) {
      outstanding.set(sequenceNumber, !wanted)
      lastRead = sequenceNumber
      activity++
      if (wanted) unsettled++
    },
    settle(sequenceNumbers: readonly string[]) {
      for (const sequenceNumber of sequenceNumbers) outstanding.set(sequenceNumber, true)
      unsettled -= sequenceNumbers.length
      activity += sequenceNumbers.length
    },
    /** Saves the checkpoint: the last record up to which everything is settled. */
    save() {
      let done: string | undefined
      for (const [sequenceNumber, settled] of outstanding) {
        if (!settled) break
        outstanding.delete(sequenceNumber)
        done = sequenceNumber
      }
      if (done !== undefined) checkpoints.set(shardId, { after: done })
    },
    finish: () => checkpoints.set(shardId, { finished: true }),
  }
}
