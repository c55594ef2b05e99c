import { type Collection, everyone } from '../../mechanisms/limits/limits.ts'

/** Whose collection an entry counts in: all global ones in one, whoever published them. */
export const collectionOf = (recipientId: string, global: boolean): readonly [string, Collection] =>
  global ? [everyone, 'globalNews'] : [recipientId, 'news']
