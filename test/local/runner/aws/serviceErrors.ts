import { randomUUID } from 'node:crypto'
import type { EngineResponse } from './engineHandler.ts'

/** The refusals that the endpoint itself sends, before or instead of an engine. */
export type Refusal =
  | 'unsigned'
  | 'unknown key'
  | 'wrong signature'
  | 'expired signature'
  | 'access denied'
  | 'throttled'
  | 'server error'
  | 'unknown operation'

type Blueprint = readonly [status: number, code: string, message: string]

type Service = 'dynamodb' | 's3' | 'json' | 'execute-api'

const invalidToken = 'The security token included in the request is invalid.'
const unknownKey = 'The AWS Access Key Id you provided does not exist in our records.'
const wrongSignature =
  'The request signature we calculated does not match the signature you provided. ' +
  'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.'
export const throttled = 'Throughput exceeds the current capacity of your table or index. Please try again shortly.'

/** Common errors: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/CommonErrors.html, S3 has its own names. */
const common: Readonly<Record<Refusal, Blueprint>> = {
  unsigned: [400, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
  'unknown key': [400, 'UnrecognizedClientException', invalidToken],
  'wrong signature': [400, 'InvalidSignatureException', wrongSignature],
  'expired signature': [400, 'InvalidSignatureException', 'Signature expired'],
  'access denied': [400, 'AccessDeniedException', 'Access Denied'],
  throttled: [400, 'ThrottlingException', 'Rate exceeded'],
  'server error': [500, 'InternalServerError', 'Internal server error'],
  'unknown operation': [400, 'UnknownOperationException', ''],
}

const blueprints: Readonly<Record<Service, Readonly<Record<Refusal, Blueprint>>>> = {
  json: common,
  dynamodb: { ...common, throttled: [400, 'ThrottlingException', throttled] },
  s3: {
    unsigned: [403, 'AccessDenied', 'Access Denied'],
    'unknown key': [403, 'InvalidAccessKeyId', unknownKey],
    'wrong signature': [403, 'SignatureDoesNotMatch', wrongSignature],
    'expired signature': [403, 'AccessDenied', 'Request has expired'],
    'access denied': [403, 'AccessDenied', 'Access Denied'],
    throttled: [503, 'SlowDown', 'Please reduce your request rate.'],
    'server error': [500, 'InternalError', 'We encountered an internal error. Please try again.'],
    'unknown operation': [501, 'NotImplemented', 'This is not imitated.'],
  },
  'execute-api': {
    ...common,
    unsigned: [403, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
    'unknown key': [403, 'UnrecognizedClientException', invalidToken],
    'wrong signature': [403, 'InvalidSignatureException', wrongSignature],
    'expired signature': [403, 'InvalidSignatureException', 'Signature expired'],
    'access denied': [403, 'ForbiddenException', 'Forbidden'],
    throttled: [429, 'LimitExceededException', 'Rate exceeded'],
    'server error': [500, 'InternalServerErrorException', 'Internal server error'],
  },
}

/** The errors of DynamoDB itself; the others come from the layer in front of it, under another namespace. */
const itsOwn = new Set<Refusal>(['server error', 'throttled'])
export const dynamoDbNamespace = 'com.amazonaws.dynamodb.v20120810'

/** A refusal in the wire format of the service. */
export const refusalOf = (service: string, refusal: Refusal, message?: string): EngineResponse => {
  const shape: Service = service === 'dynamodb' || service === 's3' || service === 'execute-api' ? service : 'json'
  const [status, code, usual] = blueprints[shape][refusal]
  const text = message ?? usual
  if (shape === 's3') return xml(status, code, text)
  if (shape === 'execute-api')
    return json(status, { message: text }, { 'content-type': 'application/json', 'x-amzn-errortype': code })
  if (shape === 'json')
    return json(status, { __type: code, message: text }, { 'content-type': 'application/x-amz-json-1.1' })
  const namespace = itsOwn.has(refusal) ? dynamoDbNamespace : 'com.amazon.coral.service'
  return dynamoDbError(`${namespace}#${code}`, { message: text }, status)
}

/** A cancelled transaction, with a reason for each of its items. */
export const transactionCancelled = (reasons: readonly { readonly Code: string }[]): EngineResponse => {
  const codes = reasons.map(({ Code }) => Code).join(', ')
  return dynamoDbError(`${dynamoDbNamespace}#TransactionCanceledException`, {
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons: reasons,
  })
}

/** An error of DynamoDB. */
export const dynamoDbError = (type: string, members: object, status = 400): EngineResponse =>
  json(status, { __type: type, ...members }, { 'content-type': 'application/x-amz-json-1.0' })

const json = (status: number, body: object, headers: Record<string, string>): EngineResponse => ({
  status,
  headers: { ...headers, 'x-amzn-requestid': randomUUID() },
  body: JSON.stringify(body),
})

const xml = (status: number, code: string, message: string): EngineResponse => {
  const requestId = randomUUID()
  const escaped = message.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return {
    status,
    headers: { 'content-type': 'application/xml', 'x-amz-request-id': requestId },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escaped}</Message><RequestId>${requestId}</RequestId></Error>`,
  }
}
