import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { orUndefined } from '../orUndefined.ts'

/** A request as it came in; nothing of it is decoded. */
export interface SignedRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The signature that a request claims to have, not yet verified. */
export interface Signature {
  readonly accessKeyId: string
  /** The service that the caller signed for: `dynamodb`, `s3`, … */
  readonly service: string
  readonly region: string
  readonly date: string
  readonly time: string
  readonly signedHeaders: readonly string[]
  readonly value: string
  /** Of a presigned address; undefined for a signature in the header. */
  readonly expiresSeconds: number | undefined
}

export type Verdict = 'valid' | 'wrong' | 'expired'

const algorithm = 'AWS4-HMAC-SHA256'
const toleratedSkewMilliseconds = 15 * 60_000

/** The signature of the `Authorization` header or of a presigned query; undefined for an unsigned or a garbled one. */
export const signatureOf = (request: Pick<SignedRequest, 'target' | 'headers'>): Signature | undefined => {
  const header = request.headers['authorization']
  if (header !== undefined) return signatureFromHeader(header, request.headers['x-amz-date'] ?? '')
  const query = new URLSearchParams(request.target.split('?')[1])
  if (query.get('X-Amz-Algorithm') !== algorithm) return undefined
  const part = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  const rest = { value: part('Signature'), time: part('Date'), expiresSeconds: Number(part('Expires')) }
  return assemble(part('Credential'), part('SignedHeaders'), rest)
}

/**
 * Verifies a signature, version 4.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const verifySignature = (
  request: SignedRequest,
  signature: Signature,
  secret: string,
  now = Date.now(),
): Verdict => {
  const payload = payloadHash(request, signature)
  if (payload === undefined || !signature.time.startsWith(`${signature.date}T`)) return 'wrong'
  const scope = `${signature.date}/${signature.region}/${signature.service}/aws4_request`
  const canonical = canonicalRequest(request, signature, payload)
  const toSign = [algorithm, signature.time, scope, sha256(canonical)].join('\n')
  const expected = hmac(signingKey(secret, signature), toSign).toString('hex')
  if (!sameText(expected, signature.value)) return 'wrong'
  return isTimely(signature, now) ? 'valid' : 'expired'
}

const signatureFromHeader = (header: string, time: string): Signature | undefined => {
  const [scheme, ...rest] = header.split(' ')
  if (scheme !== algorithm) return undefined
  const parts = new Map(
    rest
      .join('')
      .split(',')
      .map((part) => splitOnce(part, '=')),
  )
  const value = parts.get('Signature') ?? ''
  return assemble(parts.get('Credential'), parts.get('SignedHeaders'), { value, time, expiresSeconds: undefined })
}

const assemble = (
  credential = '',
  signedHeaders = '',
  rest: Pick<Signature, 'value' | 'time' | 'expiresSeconds'>,
): Signature | undefined => {
  const [accessKeyId, date, region, service, terminator] = credential.split('/')
  if (!accessKeyId || !date || !region || !service || terminator !== 'aws4_request') return undefined
  return { accessKeyId, date, region, service, ...rest, signedHeaders: signedHeaders.split(';') }
}

/** Undefined when the body is not the one that was signed. */
const payloadHash = (request: SignedRequest, signature: Signature): string | undefined => {
  const declared = request.headers['x-amz-content-sha256']
  if (signature.service === 's3') {
    if (signature.expiresSeconds !== undefined) return declared ?? 'UNSIGNED-PAYLOAD'
    // Chunked and unsigned payloads have these words in place of a hash; the engine verifies their checksums.
    if (declared?.startsWith('STREAMING-') || declared === 'UNSIGNED-PAYLOAD') return declared
  }
  const actual = sha256(request.body)
  return declared === undefined || declared === actual ? actual : undefined
}

const canonicalRequest = (request: SignedRequest, signature: Signature, payload: string): string => {
  const [path = '/', query = ''] = splitOnce(request.target, '?')
  const headers = signature.signedHeaders.map(
    (name) => `${name}:${(request.headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`,
  )
  return [
    request.method,
    canonicalPath(path, signature.service),
    canonicalQuery(query),
    headers.join(''),
    signature.signedHeaders.join(';'),
    payload,
  ].join('\n')
}

/** Every service but S3 signs the path encoded once more than it is sent. */
const canonicalPath = (path: string, service: string): string =>
  service === 's3' ? path : path.split('/').map(encode).join('/')

const canonicalQuery = (query: string): string => {
  if (query === '') return ''
  const pairs = query.split('&').map((pair) => splitOnce(pair, '=').map((part) => encode(decode(part))))
  const kept = pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [name ?? '', value ?? ''] as const)
  kept.sort(([leftName, left], [rightName, right]) => compare(leftName, rightName) || compare(left, right))
  return kept.map(([name, value]) => `${name}=${value}`).join('&')
}

const isTimely = (signature: Signature, now: number): boolean => {
  const [, year, month, day, hour, minute, second] =
    signature.time.match(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/) ?? []
  const age = now - Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (signature.expiresSeconds === undefined) return Math.abs(age) <= toleratedSkewMilliseconds
  return age >= -toleratedSkewMilliseconds && age <= signature.expiresSeconds * 1000
}

/** Derived keys live for a day; deriving one costs four of the five HMACs of a request, and a buffer is made a key each time. */
const signingKeys = new Map<string, KeyObject>()

const signingKey = (secret: string, { date, region, service }: Signature): KeyObject => {
  const cacheKey = [secret, date, region, service].join('/')
  const cached = signingKeys.get(cacheKey)
  if (cached) return cached
  const derived = [date, region, service, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`))
  const key = createSecretKey(derived)
  signingKeys.set(cacheKey, key)
  return key
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const decode = (text: string): string => orUndefined(() => decodeURIComponent(text)) ?? text

const splitOnce = (text: string, separator: string): [string, string] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const compare = (left: string, right: string): number => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

const sameText = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

const hmac = (key: Buffer | KeyObject, content: string): Buffer => createHmac('sha256', key).update(content).digest()
