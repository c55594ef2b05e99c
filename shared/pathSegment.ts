const plain = /^[\w-]+$/
const sign = '~'

/**
 * An id as a segment of a path: itself where it is safe in every path, else `~` and its base64url, which no id is by itself. S3 keys and
 * addresses treat `.`, `/`, `?` and `%` each in a way of its own; HTTP APIs even decode a path twice.
 */
export const segmentFromId = (id: string): string =>
  plain.test(id) ? id : `${sign}${Buffer.from(id).toString('base64url')}`

/** The id that a segment stands for. */
export const idFromSegment = (segment: string): string =>
  segment.startsWith(sign) ? Buffer.from(segment.slice(sign.length), 'base64url').toString() : segment
