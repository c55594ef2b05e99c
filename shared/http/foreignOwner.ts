import { Problem, pointerFromPath, type Violation } from '../contract/problem.ts'
import { member } from './event.ts'

/** How a body may name whose its contents are. */
const ownerKeys = ['recipientId', 'ownerId'] as const

const violationsIn = (value: unknown, path: readonly PropertyKey[], recipientId: string): Violation[] =>
  ownerKeys
    .filter((key) => ![undefined, recipientId].includes(member(value, key) as string | undefined))
    .map((key) => ({ in: 'body', pointer: pointerFromPath([...path, key]), detail: 'is not the caller' }))

/**
 * Whose data a request is about is said by its token alone. A body that names somebody else, itself or in an entry of one of its lists,
 * means another request than the one that would be carried out. Free-form objects are left alone.
 *
 * @throws Problem `forbidden`
 */
export const refuseForeignOwner = (recipientId: string, body: object): void => {
  const errors = violationsIn(body, [], recipientId)
  for (const [key, list] of Object.entries(body))
    if (Array.isArray(list))
      for (const [index, entry] of list.entries()) errors.push(...violationsIn(entry, [key, index], recipientId))
  if (errors.length > 0) throw new Problem('forbidden', 'The body names an owner who is not the caller.', { errors })
}
