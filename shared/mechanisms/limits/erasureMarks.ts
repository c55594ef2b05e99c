import { Problem } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { tableName } from '../../runtime/env.ts'
import { type Condition, remove, update } from '../store/writes.ts'
import { type Collection, caps } from './limits.ts'

/** The refusal of creations under a cap while everything of the recipient is erased. */
export class ErasureInProgress extends Problem {
  readonly erasureId: string

  constructor(erasureId: string) {
    super('erasure_in_progress', 'The data of the caller are being erased: ask again after that.')
    this.erasureId = erasureId
  }
}

/** The condition under which a collection grows, besides its cap: no erasure has marked its use. */
export const isUnmarked: Condition = { if: 'attribute_not_exists(erasedBy)' }

/** The refusal of a growth: by the mark that the use has, otherwise by the reason given. */
export const refusalOf = (found: Item | undefined, otherwise: Error): Error =>
  found?.['erasedBy'] === undefined ? otherwise : new ErasureInProgress(String(found['erasedBy']))

/** The collections of one recipient. */
const collections = (Object.keys(caps) as Collection[]).filter((collection) => collection !== 'globalNews')

/**
 * The marks of an erasure in the use of every collection. Nothing grows while they are there, so an erasure that found
 * nothing has left nothing that counts, and the use can go with them.
 */
export const erasureMarks = (table = tableName('quotas')) => ({
  marking: (recipientId: string, erasureId: string): readonly Write[] =>
    collections.map((collection) =>
      update(table, { recipientId, collection }, { set: { erasedBy: erasureId }, repeatable: true }),
    ),

  /** Removes the marks with the use of the collections, of which nothing is left. */
  removal: (recipientId: string): readonly Write[] =>
    collections.map((collection) => remove(table, { recipientId, collection }, { repeatable: true })),

  /** Takes an erasure's own marks away, each by itself, after it has failed; counters stay as they are. */
  lifting: (recipientId: string, erasureId: string): readonly Write[] =>
    collections.map((collection) =>
      update(
        table,
        { recipientId, collection },
        { remove: ['erasedBy'], when: { if: 'erasedBy = :id', values: { id: erasureId } }, repeatable: true },
      ),
    ),
})

export type ErasureMarks = ReturnType<typeof erasureMarks>
