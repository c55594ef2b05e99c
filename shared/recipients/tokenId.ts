import { derivedId } from '../ids.ts'

/** The id of the record of a linked account: linking it again finds the same record. */
export const tokenId = (recipientId: string, platform: string, accountId: string): string =>
  derivedId('token', recipientId, platform, accountId)
