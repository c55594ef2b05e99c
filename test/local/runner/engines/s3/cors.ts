import type { EngineResponse } from '../../aws/engineHandler.ts'
import type { SignedRequest } from '../../aws/signatureV4.ts'
import type { BucketResource, CorsRule } from '../../deployment.ts'
import { errorResponse, identifyingHeaders, S3Error } from './s3Error.ts'
import { bucketAndKey } from './s3Request.ts'

type Request = Pick<SignedRequest, 'method' | 'target' | 'headers'>
type Headers = Readonly<Record<string, string>>

/** A value of a rule has at most one `*`. */
const matches = (pattern: string, value: string): boolean => {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === value
  return value.length >= pattern.length - 1 && value.startsWith(before) && value.endsWith(after)
}

const asked = (headers: Headers): readonly string[] =>
  (headers['access-control-request-headers'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const allowsHeader = ({ allowedHeaders }: CorsRule, name: string): boolean =>
  allowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name))

/** The first rule that allows the origin, the method and the headers decides. */
const ruleFor = (rules: readonly CorsRule[], origin: string, method: string, headers: readonly string[]) =>
  rules.find(
    (rule) =>
      rule.allowedOrigins.some((pattern) => matches(pattern, origin)) &&
      rule.allowedMethods.includes(method) &&
      headers.every((name) => allowsHeader(rule, name)),
  )

const headersFrom = (rule: CorsRule, origin: string): Headers => {
  const isForAll = rule.allowedOrigins.includes('*')
  return {
    'access-control-allow-origin': isForAll ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(isForAll ? {} : { 'access-control-allow-credentials': 'true' }),
    ...(rule.exposedHeaders.length > 0 && { 'access-control-expose-headers': rule.exposedHeaders.join(', ') }),
    ...(rule.maxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.maxAgeSeconds) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  }
}

const forbidden = (reason: string): S3Error => new S3Error(403, 'AccessForbidden', `CORSResponse: ${reason}`)

/**
 * The rules of buckets about pages of other origins.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
 */
export const bucketCors = (buckets: readonly BucketResource[]) => {
  const rulesOf = ({ target, headers }: Request): readonly CorsRule[] => {
    const url = new URL(target, `http://${headers['host'] ?? '127.0.0.1'}`)
    const { bucketName } = bucketAndKey(url)
    return buckets.find(({ name }) => name === bucketName)?.cors ?? []
  }
  const preflight = (request: Request): EngineResponse => {
    const { origin = '', 'access-control-request-method': method } = request.headers
    if (method === undefined) throw new S3Error(400, 'BadRequest', 'Invalid Access-Control-Request-Method: null')
    const rules = rulesOf(request)
    if (rules.length === 0) throw forbidden('CORS is not enabled for this bucket.')
    const headers = asked(request.headers)
    const rule = ruleFor(rules, origin, method, headers)
    if (rule === undefined) {
      const what = 'Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers'
      const why = `This is usually because the evalution of ${what} are not whitelisted by the resource's CORS spec.`
      throw forbidden(`This CORS request is not allowed. ${why}`)
    }
    const allowed = headers.length === 0 ? {} : { 'access-control-allow-headers': headers.join(', ') }
    return { status: 200, headers: { ...identifyingHeaders(), ...headersFrom(rule, origin), ...allowed }, body: '' }
  }
  return {
    /** The answer to a preflight request, which is not signed. */
    preflight: (request: Request): EngineResponse => {
      try {
        return preflight(request)
      } catch (error) {
        if (error instanceof S3Error) return errorResponse(error, request.method)
        throw error
      }
    },
    /** The headers of the answer to a request of a page, errors included. */
    headersOf: (request: Request): Headers => {
      const { origin } = request.headers
      const rule = origin === undefined ? undefined : ruleFor(rulesOf(request), origin, request.method, [])
      return rule === undefined || origin === undefined ? {} : headersFrom(rule, origin)
    },
  }
}
