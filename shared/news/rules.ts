import type { Collection } from '../limits/limits.ts'

/** Who reads global entries, and whose they are counted as. */
export const everyone = 'everyone'

/** Whose collection an entry counts in: all global ones in one, whoever published them. */
export const collectionOf = (recipientId: string, global: boolean): readonly [string, Collection] =>
  global ? [everyone, 'globalNews'] : [recipientId, 'news']
