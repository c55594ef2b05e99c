import type { SignedRequest } from './signatureV4.ts'

type Request = Pick<SignedRequest, 'method' | 'target' | 'headers'>

/** The operation that a request asks for, as the service's interface names it: `PutItem`, `UploadPart`, … */
export const operationName = (service: string, request: Request): string => {
  if (service === 's3') return s3Operation(request)
  if (service === 'execute-api') return connectionOperations[request.method] ?? request.method
  return request.headers['x-amz-target']?.split('.').at(-1) ?? ''
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
const s3Operation = ({ method, target }: Request): string => {
  const query = new URLSearchParams(target.split('?')[1])
  if (query.has('uploads')) return method === 'POST' ? 'CreateMultipartUpload' : 'ListMultipartUploads'
  if (query.has('uploadId')) return uploadOperations[method] ?? method
  if (query.has('list-type')) return 'ListObjectsV2'
  return objectOperations[method] ?? method
}

const uploadOperations: Readonly<Record<string, string>> = {
  PUT: 'UploadPart',
  POST: 'CompleteMultipartUpload',
  DELETE: 'AbortMultipartUpload',
  GET: 'ListParts',
}

const objectOperations: Readonly<Record<string, string>> = {
  PUT: 'PutObject',
  GET: 'GetObject',
  HEAD: 'HeadObject',
  DELETE: 'DeleteObject',
  POST: 'DeleteObjects',
}
