import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (value: string | Uint8Array): Buffer => createHash('sha256').update(value).digest()

/** Whether two values are the same, in a time that tells neither where they differ nor how long they are. */
export const equalsInConstantTime = (left: string | Uint8Array, right: string | Uint8Array): boolean =>
  timingSafeEqual(digest(left), digest(right))
