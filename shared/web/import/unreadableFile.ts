import type { Reason } from './reason.ts'

/** A file that cannot be understood as a whole. */
export class UnreadableFile extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.name)
    this.reason = reason
  }
}
