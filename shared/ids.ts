import { v7 } from 'uuid'

/** A new identifier: UUIDv7 (RFC 9562, section 5.7), so that ids sort by the time they were made, within a call too. */
export const newId = (): string => v7()
