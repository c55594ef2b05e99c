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

interface Blueprint {
  readonly status: number
  readonly code: string
  readonly message: string
}

type Service = 'dynamodb' | 's3' | 'json' | 'execute-api'

const invalidToken = 'The security token included in the request is invalid.'
const wrongSignature =
  'The request signature we calculated does not match the signature you provided. ' +
  'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.'

/** Common errors: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/CommonErrors.html, S3 has its own names. */
const common: Readonly<Record<Refusal, Blueprint>> = {
  unsigned: { status: 400, code: 'MissingAuthenticationTokenException', message: 'Missing Authentication Token' },
  'unknown key': { status: 400, code: 'UnrecognizedClientException', message: invalidToken },
  'wrong signature': { status: 400, code: 'InvalidSignatureException', message: wrongSignature },
  'expired signature': { status: 400, code: 'InvalidSignatureException', message: 'Signature expired' },
  'access denied': { status: 400, code: 'AccessDeniedException', message: 'Access Denied' },
  throttled: { status: 400, code: 'ThrottlingException', message: 'Rate exceeded' },
  'server error': { status: 500, code: 'InternalServerError', message: 'Internal server error' },
  'unknown operation': { status: 400, code: 'UnknownOperationException', message: '' },
}

const blueprints: Readonly<Record<Service, Readonly<Record<Refusal, Blueprint>>>> = {
  json: common,
  dynamodb: {
    ...common,
    throttled: {
      status: 400,
      code: 'ThrottlingException',
      message: 'Throughput exceeds the current capacity of your table or index. Please try again shortly.',
    },
  },
  s3: {
    unsigned: { status: 403, code: 'AccessDenied', message: 'Access Denied' },
    'unknown key': {
      status: 403,
      code: 'InvalidAccessKeyId',
      message: 'The AWS Access Key Id you provided does not exist in our records.',
    },
    'wrong signature': { status: 403, code: 'SignatureDoesNotMatch', message: wrongSignature },
    'expired signature': { status: 403, code: 'AccessDenied', message: 'Request has expired' },
    'access denied': { status: 403, code: 'AccessDenied', message: 'Access Denied' },
    throttled: { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' },
    'server error': {
      status: 500,
      code: 'InternalError',
      message: 'We encountered an internal error. Please try again.',
    },
    'unknown operation': { status: 501, code: 'NotImplemented', message: 'This is not imitated.' },
  },
  'execute-api': {
    ...common,
    unsigned: { ...common.unsigned, status: 403 },
    'unknown key': { ...common['unknown key'], status: 403 },
    'wrong signature': { ...common['wrong signature'], status: 403 },
    'expired signature': { ...common['expired signature'], status: 403 },
    'access denied': { status: 403, code: 'ForbiddenException', message: 'Forbidden' },
    throttled: { status: 429, code: 'LimitExceededException', message: 'Rate exceeded' },
    'server error': { status: 500, code: 'InternalServerErrorException', message: 'Internal server error' },
  },
}

/** The errors of DynamoDB itself; the others come from the layer in front of it, under another namespace. */
const itsOwn = new Set<Refusal>(['server error', 'throttled'])

/** A refusal in the wire format of the service. */
export const refusalOf = (service: string, refusal: Refusal, message?: string): EngineResponse => {
  const shape: Service = service === 'dynamodb' || service === 's3' || service === 'execute-api' ? service : 'json'
  const blueprint = blueprints[shape][refusal]
  const text = message ?? blueprint.message
  if (shape === 's3') return xml(blueprint.status, blueprint.code, text)
  if (shape === 'execute-api') {
    return json(
      blueprint.status,
      { message: text },
      { 'content-type': 'application/json', 'x-amzn-errortype': blueprint.code },
    )
  }
  if (shape === 'json') {
    return json(
      blueprint.status,
      { __type: blueprint.code, message: text },
      { 'content-type': 'application/x-amz-json-1.1' },
    )
  }
  const namespace = itsOwn.has(refusal) ? 'com.amazonaws.dynamodb.v20120810' : 'com.amazon.coral.service'
  return dynamoDbError(`${namespace}#${blueprint.code}`, { message: text }, blueprint.status)
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
