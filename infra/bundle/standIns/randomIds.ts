import { randomUUID } from 'node:crypto'

/** The ids of calls and of their idempotency tokens. */
export const bindV4 = () => (): string => randomUUID()
