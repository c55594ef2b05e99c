import { Problem } from '../contract/problem.ts'
import { member } from '../unknown.ts'
import type { JsonBody } from './jsonBody.ts'

const ownerKeys = ['recipientId', 'ownerId']

/** In a JSON text without these no member is called so; looking for them costs an eighth of the walk. */
const signs = [...ownerKeys, '\\u']

/**
 * Whose data a request is about is said by its token alone. A body that names somebody else, itself or in an entry of one of its lists,
 * means another request than the one that would be carried out; null and an empty text name nobody. Free-form objects are left alone.
 *
 * @throws Problem `forbidden`
 */
export const refuseForeignOwner = (recipientId: string, { text, value: body }: JsonBody): void => {
  if (!signs.some((sign) => text.includes(sign))) return
  const accepted: readonly unknown[] = [undefined, null, '', recipientId]
  const entries = Object.values(body).filter(Array.isArray).flat()
  for (const value of [body, ...entries])
    for (const key of ownerKeys)
      if (!accepted.includes(member(value, key)))
        throw new Problem('forbidden', `The ${key} in the body is not the caller.`)
}
