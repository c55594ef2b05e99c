import type { SignedRequest } from './signatureV4.ts'

type Request = Pick<SignedRequest, 'method' | 'target' | 'headers'> & Partial<Pick<SignedRequest, 'body'>>

/** The operation that a request asks for, as the service's interface names it: `PutItem`, `UploadPart`, … */
export const operationName = (service: string, request: Request): string => {
  if (service === 's3') return s3Operation(request)
  if (service === 'execute-api') return connectionOperations[request.method] ?? request.method
  const named = request.headers['x-amz-target']?.split('.').at(-1)
  return named ?? nameInForm(request) ?? nameByPath(request)
}

/** That of the Query protocol, whose requests are forms. */
const nameInForm = ({ headers, body }: Request): string | undefined =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? (new URLSearchParams(body?.toString()).get('Action') ?? undefined)
    : undefined

/** The operations that functions call most of the services whose operations are methods of paths; others are method and path. */
const operationsByPath: readonly (readonly [RegExp, string])[] = [
  [/^POST \/2015-03-31\/functions\/[^/]+\/invocations$/, 'Invoke'],
  [/^POST \/v2\/email\/outbound-emails$/, 'SendEmail'],
  [/^POST \/schedules\/[^/]+$/, 'CreateSchedule'],
  [/^POST \/model\/[^/]+\/invoke$/, 'InvokeModel'],
]

const nameByPath = ({ method, target }: Request): string => {
  const [path = ''] = target.split('?')
  const ofRpc = /^\/service\/[^/]+\/operation\/([^/]+)$/.exec(path)?.[1]
  const call = `${method} ${path}`
  return ofRpc ?? operationsByPath.find(([pattern]) => pattern.test(call))?.[1] ?? call
}

/** The service that an unsigned request addresses, by its `x-amz-target`. */
export const unsignedService = (request: Request): string => {
  const [prefix = ''] = (request.headers['x-amz-target'] ?? '').split(/[._]/)
  return jsonServices[prefix] ?? 's3'
}

const jsonServices: Readonly<Record<string, string>> = {
  DynamoDB: 'dynamodb',
  DynamoDBStreams: 'dynamodb',
  TrentService: 'kms',
  AmazonSSM: 'ssm',
  AmazonSQS: 'sqs',
}

const connectionOperations: Readonly<Record<string, string>> = {
  POST: 'PostToConnection',
  GET: 'GetConnection',
  DELETE: 'DeleteConnection',
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html, as far as objects go. */
const s3Operation = ({ method, target, headers }: Request): string => {
  const query = new URLSearchParams(target.split('?')[1])
  if (query.has('uploads')) return method === 'POST' ? 'CreateMultipartUpload' : 'ListMultipartUploads'
  if (query.has('uploadId')) return uploadOperations[method] ?? method
  if (headers['x-amz-copy-source'] !== undefined) return 'CopyObject'
  if (query.has('list-type')) return 'ListObjectsV2'
  const isOfBucket = /^\/[^/]*\/?$/.test(target.split('?')[0] ?? '')
  return (isOfBucket ? bucketOperations : objectOperations)[method] ?? method
}

const uploadOperations: Readonly<Record<string, string>> = {
  PUT: 'UploadPart',
  POST: 'CompleteMultipartUpload',
  DELETE: 'AbortMultipartUpload',
  GET: 'ListParts',
}

const bucketOperations: Readonly<Record<string, string>> = {
  GET: 'ListObjects',
  HEAD: 'HeadBucket',
  POST: 'DeleteObjects',
  PUT: 'CreateBucket',
  DELETE: 'DeleteBucket',
}

const objectOperations: Readonly<Record<string, string>> = {
  PUT: 'PutObject',
  GET: 'GetObject',
  HEAD: 'HeadObject',
  DELETE: 'DeleteObject',
}
