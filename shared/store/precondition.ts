import type { Commit } from '../contract/handle.ts'
import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { newId } from '../ids.ts'
import { retryOnConflict } from './retryOnConflict.ts'

/** The strong entity tag of an item's revision. */
export const entityTag = (revision: string): string => `"${revision}"`

/** What a request asks of the stored item (RFC 9110, section 13.1): that there is any or none, or that it has one of some revisions. */
export type Precondition = 'exists' | 'absent' | readonly string[]

const revisionLength = 36

/** What `If-Match` asks for. Weak tags and those of another length never match; so no more are left than DynamoDB's `IN` takes. */
export const preconditionFromHeader = (value: string): Precondition =>
  value.trim() === '*'
    ? 'exists'
    : [...value.matchAll(/(?<![\w"/])"([^"]*)"/g)]
        .map(([, revision = '']) => revision)
        .filter(({ length }) => length === revisionLength)

/** The refusal of an item that is not as the request asks. */
export const stale = (): Problem =>
  new Problem('precondition_failed', 'The record is not as If-Match or If-None-Match asks; read it again.')

export interface Condition {
  readonly ConditionExpression: string
  readonly ExpressionAttributeValues: Readonly<Record<string, unknown>>
}

/** The item has one of the revisions, or already the one that the write gives it. */
export const revisionAmong = (revisions: readonly string[], revision: string): Condition => {
  const accepted = [...revisions, revision].map((value, index) => [`:revision${index}`, value] as const)
  return {
    ConditionExpression: `revision IN (${accepted.map(([name]) => name).join(', ')})`,
    ExpressionAttributeValues: Object.fromEntries(accepted),
  }
}

interface Revised {
  readonly revision: string
}

/** A change of an item that has to be read first. */
interface Change<Entry extends Revised> {
  readonly ifMatch: string | undefined
  /** Reads the item, or raises the problem that it is not there. */
  readonly find: () => Promise<Entry>
  /** The item as it will be, and the writes that make it so; they raise `Conflict` when it is not as it was found. */
  readonly change: (found: Entry, revision: string) => { readonly entry: Entry; readonly writes: readonly Write[] }
}

/**
 * Changes an item from what was found, again until nothing has changed in between.
 *
 * @throws Problem `precondition_failed` when the item is not as `If-Match` asks
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
