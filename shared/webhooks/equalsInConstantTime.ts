import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (value: string | Uint8Array): Buffer => createHash('sha256').update(value).digest()

/** Whether two values are equal, in a time that depends neither on where they differ nor on their lengths. */
export const equalsInConstantTime = (left: string | Uint8Array, right: string | Uint8Array): boolean =>
  timingSafeEqual(digest(left), digest(right))
