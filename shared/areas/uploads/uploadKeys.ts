import { segmentFromId } from '../../contract/pathSegment.ts'
import { buckets } from '../../contract/resources.ts'

const { prefix, expiring } = buckets.uploads

/** The key to which a file is sent. Nobody but the service reads it, and it expires. */
export const pendingKey = (recipientId: string, id: string): string => `${expiring}${segmentFromId(recipientId)}/${id}`

/** The key of a checked file. No link writes to it. */
export const fileKey = (recipientId: string, id: string): string =>
  `${prefix}files/${segmentFromId(recipientId)}/${segmentFromId(id)}`
