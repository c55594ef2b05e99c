import type { Postponable } from '../store/postponedStore.ts'

/** Payments as items that a stream brings to their projection while they are due. */
export const duePayments = (table: string): Postponable => ({ table, attribute: 'projection', due: 'due' })
