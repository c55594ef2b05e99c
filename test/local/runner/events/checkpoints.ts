import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '../replaceFile.ts'

/** The position of a mapping in a shard. */
export interface ShardCheckpoint {
  /** The last record that is settled together with all records before it; absent before the first. */
  readonly after?: string
  /** The shard is closed and all its records are done. */
  readonly finished?: true
}

/** The positions of one mapping, durable as AWS keeps them. */
export interface Checkpoints {
  get(shardId: string): ShardCheckpoint | undefined
  set(shardId: string, checkpoint: ShardCheckpoint): void
}

interface Saved {
  readonly streamArn: string
  readonly shards: Readonly<Record<string, ShardCheckpoint>>
}

/** Opens a mapping's positions. Positions of another stream, such as that of a recreated table, are ignored. */
export const openCheckpoints = (
  mappingLogicalId: string,
  streamArn: string,
  dataFolder: string | 'memory',
): Checkpoints => {
  const file = dataFolder === 'memory' ? undefined : join(dataFolder, 'event-sources', `${mappingLogicalId}.json`)
  // The logical id in one stack among several contains the stack's name, before a slash.
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true })
  const saved = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : undefined
  const shards: Record<string, ShardCheckpoint> = saved?.streamArn === streamArn ? { ...saved.shards } : {}
  return {
    get: (shardId) => shards[shardId],
    set(shardId, checkpoint) {
      shards[shardId] = checkpoint
      if (file === undefined) return
      replaceFile(file, JSON.stringify({ streamArn, shards } satisfies Saved))
    },
  }
}
