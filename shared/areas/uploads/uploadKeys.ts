import { segmentFromId } from '../../contract/pathSegment.ts'
import { buckets } from '../../contract/resources.ts'

const { prefix, expiring } = buckets.uploads

/** The key to which a file is sent. Nobody but the service reads it, and it expires. */
export const pendingKey = (recipientId: string, id: string): string => `${expiring}${segmentFromId(recipientId)}/${id}`

/** The key of a checked file. No link writes to it. */
export const fileKey = (recipientId: string, id: string): string =>
  `${prefix}files/${segmentFromId(recipientId)}/${segmentFromId(id)}`

/** The keys of all that is left of an upload: what was sent first, so that a check in between finds nothing to keep. */
export const uploadKeys = (recipientId: string, id: string): readonly string[] => [
  pendingKey(recipientId, id),
  fileKey(recipientId, id),
]
