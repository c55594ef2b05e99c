const plain = /^[\w-]+$/
const sign = '~'

/**
 * An id as a segment of a path: the id itself if it is safe in every path, or else `~` and its base64url; a safe id
 * never begins with `~`. S3 keys and addresses treat `.`, `/`, `?` and `%` in different ways, and HTTP APIs even decode
 * a path twice.
 */
export const segmentFromId = (id: string): string =>
  plain.test(id) ? id : `${sign}${Buffer.from(id).toString('base64url')}`

/** The id of a segment. */
export const idFromSegment = (segment: string): string =>
  segment.startsWith(sign) ? Buffer.from(segment.slice(sign.length), 'base64url').toString() : segment
