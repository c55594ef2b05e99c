import type { Commit } from '../../contract/handle.ts'
import { Problem } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { newId } from '../../runtime/ids.ts'
import { retryOnConflict } from './retryOnConflict.ts'
import type { Condition } from './writes.ts'

/** The strong entity tag of an item's revision. */
export const entityTag = (revision: string): string => `"${revision}"`

/**
 * A request's condition on the stored item (RFC 9110, section 13.1): that it exists, that it does not, or that it has
 * one of these revisions.
 */
export type Precondition = 'exists' | 'absent' | readonly string[]

const revisionLength = 36

/**
 * The precondition of an `If-Match` header. Weak tags and tags of another length never match and are dropped, so that
 * DynamoDB's `IN` can take the rest.
 */
export const preconditionFromHeader = (value: string): Precondition =>
  value.trim() === '*'
    ? 'exists'
    : [...value.matchAll(/(?<![\w"/])"([^"]*)"/g)]
        .map(([, revision = '']) => revision)
        .filter(({ length }) => length === revisionLength)

/** The refusal when the item does not fulfil the request's condition. */
export const stale = (): Problem =>
  new Problem('precondition_failed', 'The record does not match If-Match or If-None-Match; read it again.')

/** The condition that the item has one of the revisions, or already the new one, so that the write is repeatable. */
export const revisionAmong = (revisions: readonly string[], revision: string): Condition => {
  const accepted = [...revisions, revision].map((value, index) => [`revision${index}`, value] as const)
  return {
    if: `revision IN (${accepted.map(([name]) => `:${name}`).join(', ')})`,
    values: Object.fromEntries(accepted),
  }
}

interface Revised {
  readonly revision: string
}

interface Change<Entry extends Revised> {
  readonly ifMatch: string | undefined
  /** Reads the item, or raises the problem that it is not there. */
  readonly find: () => Promise<Entry>
  /** Returns the changed item and its writes, which raise `Conflict` if the stored item has changed since `find`. */
  readonly change: (found: Entry, revision: string) => { readonly entry: Entry; readonly writes: readonly Write[] }
}

/**
 * Reads an item and writes its change, and repeats both until the item does not change in between.
 *
 * @throws Problem `precondition_failed` when the item does not fulfil `If-Match`
 */
export const commitChange = <Entry extends Revised>(
  { ifMatch, find, change }: Change<Entry>,
  commit: Commit,
): Promise<{ readonly body: Entry; readonly headers: { readonly etag: string } }> => {
  const asked = ifMatch === undefined ? 'exists' : preconditionFromHeader(ifMatch)
  return retryOnConflict(async () => {
    const found = await find()
    if (typeof asked !== 'string' && !asked.includes(found.revision)) throw stale()
    const { entry, writes } = change(found, newId())
    return commit(writes, { body: entry, headers: { etag: entityTag(entry.revision) } })
  })
}
