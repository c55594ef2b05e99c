import { Problem } from '../contract/problem.ts'
import { type Cap, type Collection, caps } from './limits.ts'

/** The refusal of a write that would exceed a cap. */
export const limitReached = (collection: Collection): Problem => {
  const { items, bytes }: Cap = caps[collection]
  const size = bytes === undefined ? '' : ` and ${bytes} bytes`
  return new Problem('limit_reached', `The collection ${collection} is full: at most ${items} items${size}.`)
}
