import { createHash, createHmac } from 'node:crypto'

interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

/** What a link to an object of S3 allows, and for how long. */
export interface SignedRequest {
  readonly method: 'GET' | 'PUT'
  /** Address of the object, its path encoded. */
  readonly url: string
  readonly region: string
  readonly expiresIn: number
  /** Further query members, such as `response-content-disposition`. */
  readonly query?: Readonly<Record<string, string>>
  /** Headers that the request has to have, in lower case. */
  readonly headers?: Readonly<Record<string, string>>
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const compare = ([one]: readonly [string, string], [other]: readonly [string, string]): number => (one < other ? -1 : 1)

/**
 * A link by which anybody may make one request to S3 in the role's name, signed without a call. The SDK's own signer
 * makes the same link; it brings the whole client of S3 into functions that make no other use of it.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export const signedUrl = (
  { method, url, region, expiresIn, query = {}, headers = {} }: SignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): string => {
  const { host, pathname } = new URL(url)
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  const signed = Object.entries({ host, ...headers }).toSorted(compare)
  const names = signed.map(([name]) => name).join(';')
  const parameters = Object.entries({
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Credential': [accessKeyId, ...scope].join('/'),
    'X-Amz-Date': time,
    'X-Amz-Expires': String(expiresIn),
    'X-Amz-SignedHeaders': names,
    ...(sessionToken !== undefined && { 'X-Amz-Security-Token': sessionToken }),
  })
    .toSorted(compare)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('')
  const canonical = [method, pathname, parameters, lines, names, 'UNSIGNED-PAYLOAD'].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), digest].join('\n')
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return `${url}?${parameters}&X-Amz-Signature=${hmac(key, text).toString('hex')}`
}
