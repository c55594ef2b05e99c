import { derivedId } from '../../runtime/ids.ts'

/** The id of the event that a system knows by `originId`: the same event comes into the history once. */
export const historyItemId = (recipientId: string, system: string, originId: string): string =>
  derivedId('history', recipientId, system, originId)
