import { createHash } from 'node:crypto'
import type { EngineRequest } from '../../aws/engineHandler.ts'
import { type Checksum, verifiedChecksum } from './checksum.ts'
import { S3Error } from './s3Error.ts'

export interface Payload {
  readonly content: Buffer
  readonly md5: Buffer
  readonly checksum: Checksum | undefined
}

interface Unframed {
  readonly content: Buffer
  readonly trailers: Readonly<Record<string, string>>
}

const incompleteBody = () =>
  new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly or is not framed as aws-chunked.')

const trailersFrom = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\r\n')
      .filter((line) => line.includes(':'))
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )

/**
 * Removes the `aws-chunked` framing: `size[;chunk-signature=…]` lines between the data, then trailers.
 *
 * Chunk signatures are skipped, because the SDK for JavaScript signs only the head of a streamed upload.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
const unframed = (body: Buffer): Unframed => {
  const chunks: Buffer[] = []
  let position = 0
  for (;;) {
    const lineEnd = body.indexOf('\r\n', position)
    const [, size] =
      /^([\da-f]{1,8})(?:;|$)/i.exec(body.toString('latin1', position, Math.max(position, lineEnd))) ?? []
    if (lineEnd === -1 || size === undefined) throw incompleteBody()
    const start = lineEnd + 2
    const end = start + Number.parseInt(size, 16)
    if (end === start) return { content: Buffer.concat(chunks), trailers: trailersFrom(body.toString('latin1', start)) }
    if (body.toString('latin1', end, end + 2) !== '\r\n') throw incompleteBody()
    chunks.push(body.subarray(start, end))
    position = end + 2
  }
}

const unframedIfStreamed = ({ headers, body }: EngineRequest): Unframed => {
  if (!headers['x-amz-content-sha256']?.startsWith('STREAMING-')) return { content: body, trailers: {} }
  const streamed = unframed(body)
  if (headers['x-amz-decoded-content-length'] !== String(streamed.content.length)) throw incompleteBody()
  const announced = headers['x-amz-trailer']
  if (announced !== undefined && streamed.trailers[announced] === undefined) {
    throw new S3Error(
      400,
      'MalformedTrailerError',
      'The request contained trailing data that was not well-formed or did not conform to our published schema.',
    )
  }
  return streamed
}

const verifyContentMd5 = (promised: string | undefined, md5: Buffer) => {
  if (promised === undefined) return
  const expected = Buffer.from(promised, 'base64')
  if (expected.length !== md5.length)
    throw new S3Error(400, 'InvalidDigest', 'The Content-MD5 you specified was invalid.')
  if (expected.equals(md5)) return
  throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.')
}

/** The request's content without its framing, verified against every digest that the request sends. */
export const readPayload = (request: EngineRequest): Payload => {
  const { content, trailers } = unframedIfStreamed(request)
  const md5 = createHash('md5').update(content).digest()
  verifyContentMd5(request.headers['content-md5'], md5)
  return { content, md5, checksum: verifiedChecksum({ ...request.headers, ...trailers }, content) }
}
