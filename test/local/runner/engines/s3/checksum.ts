import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { notImplemented, S3Error } from './s3Error.ts'

export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'SHA1' | 'SHA256'

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm
  /** Base64; for an object that was uploaded in parts, followed by `-` and the number of parts. */
  readonly value: string
}

/** Castagnoli's polynomial, reflected: RFC 3720, appendix B.4. */
const castagnoli = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1
  return remainder
})

const crc32c = (content: Buffer): number => {
  let crc = 0xffffffff
  for (const byte of content) crc = (castagnoli[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const bigEndian = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const digests: Readonly<Record<ChecksumAlgorithm, (content: Buffer) => Buffer>> = {
  CRC32: (content) => bigEndian(crc32(content)),
  CRC32C: (content) => bigEndian(crc32c(content)),
  SHA1: (content) => createHash('sha1').update(content).digest(),
  SHA256: (content) => createHash('sha256').update(content).digest(),
}

/** The algorithm of a header value or an element name's end; CRC64NVME is no default of the SDK and is refused. */
export const checksumAlgorithm = (name: string): ChecksumAlgorithm => {
  const algorithm = name.toUpperCase()
  if (algorithm in digests) return algorithm as ChecksumAlgorithm
  throw notImplemented(`checksum algorithm ${name}`)
}

export const checksumHeader = (algorithm: ChecksumAlgorithm) => `x-amz-checksum-${algorithm.toLowerCase()}`

export const checksumElement = (algorithm: ChecksumAlgorithm) => `Checksum${algorithm}`

export const checksumOf = (algorithm: ChecksumAlgorithm, content: Buffer): Checksum => ({
  algorithm,
  value: digests[algorithm](content).toString('base64'),
})

/** The checksum of the parts' checksums: what S3 calls COMPOSITE. */
export const compositeChecksum = (algorithm: ChecksumAlgorithm, parts: readonly string[]): Checksum => {
  const joined = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')))
  return { algorithm, value: `${checksumOf(algorithm, joined).value}-${parts.length}` }
}

const notOfThePayload = new Set(['x-amz-checksum-algorithm', 'x-amz-checksum-mode', 'x-amz-checksum-type'])

/**
 * The checksum that the sender sent, verified against the content.
 *
 * @throws S3Error `InvalidRequest` for several or a malformed one, `BadDigest` for one that does not match
 */
export const verifiedChecksum = (headers: Readonly<Record<string, string>>, content: Buffer): Checksum | undefined => {
  const promised = Object.entries(headers).filter(
    ([name]) => name.startsWith('x-amz-checksum-') && !notOfThePayload.has(name),
  )
  const several = 'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.'
  if (promised.length > 1) throw new S3Error(400, 'InvalidRequest', several)
  const [header] = promised
  if (header === undefined) return undefined
  const [name, value] = header
  const actual = checksumOf(checksumAlgorithm(name.slice('x-amz-checksum-'.length)), content)
  if (Buffer.from(value, 'base64').length !== Buffer.from(actual.value, 'base64').length) {
    throw new S3Error(400, 'InvalidRequest', `Value for ${name} header is invalid.`)
  }
  if (value === actual.value) return actual
  throw new S3Error(400, 'BadDigest', `The ${actual.algorithm} you specified did not match the calculated checksum.`)
}
