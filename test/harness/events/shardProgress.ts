import type { Checkpoints } from './checkpoints.ts'
import type { StreamPosition } from './streamsApi.ts'

/** How far a mapping has read a shard, and up to which record everything is settled. */
export interface ShardProgress {
  /** The position of the next read. */
  readonly position: StreamPosition
  /** The number of records that were read and are not settled. */
  readonly unsettled: number
  /** How many records were read and settled: unchanged as long as nothing happens. */
  readonly activity: number
  /** Notes a record that was read; one that no filter matches is settled at once. */
  read(sequenceNumber: string, wanted: boolean): void
  settle(sequenceNumbers: readonly string[]): void
  /** Saves the checkpoint: the last record up to which everything is settled. */
  save(): void
  /** Whether all that was read is settled. */
  readonly isComplete: boolean
  finish(): void
}

export const resumeProgress = (checkpoints: Checkpoints, shardId: string): ShardProgress => {
  /** The records after the checkpoint, in the order of the stream; `true` means settled. */
  const outstanding = new Map<string, boolean>()
  let lastRead = checkpoints.get(shardId)?.after
  let unsettled = 0
  let activity = 0
  return {
    get position() {
      return lastRead === undefined ? 'TRIM_HORIZON' : { after: lastRead }
    },
    get unsettled() {
      return unsettled
    },
    get activity() {
      return activity
    },
    get isComplete() {
      return outstanding.size === 0
    },
    read(sequenceNumber, wanted) {
      outstanding.set(sequenceNumber, !wanted)
      lastRead = sequenceNumber
      activity++
      if (wanted) unsettled++
    },
    settle(sequenceNumbers) {
      for (const sequenceNumber of sequenceNumbers) outstanding.set(sequenceNumber, true)
      unsettled -= sequenceNumbers.length
      activity += sequenceNumbers.length
    },
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
