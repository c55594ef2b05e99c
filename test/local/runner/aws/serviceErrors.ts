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

/** How a service writes an error: https://smithy.io/2.0/aws/protocols/index.html */
type Protocol = 'dynamodb' | 's3' | 'json' | 'restJson' | 'query' | 'ec2Query' | 'restXml' | 'cbor'

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

/** Services whose requests have neither a target nor a form, and whose answers are XML. */
const xmlServices = new Set(['cloudfront', 'route53'])

/** The protocol of a request; without its headers, that of an imitated service. */
const protocolOf = (service: string, headers: Readonly<Record<string, string>> | undefined): Protocol => {
  if (service === 'dynamodb' || service === 's3') return service
  if (service === 'execute-api') return 'restJson'
  if (headers === undefined || headers['x-amz-target'] !== undefined) return 'json'
  if (headers['smithy-protocol'] === 'rpc-v2-cbor') return 'cbor'
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return service === 'ec2' ? 'ec2Query' : 'query'
  return xmlServices.has(service) ? 'restXml' : 'restJson'
}

/**
 * A refusal in the wire format of the service.
 *
 * @param headers those of the request, which tell the protocol of a service that is not imitated
 */
export const refusalOf = (
  service: string,
  refusal: Refusal,
  message?: string,
  headers?: Readonly<Record<string, string>>,
): EngineResponse => {
  const shape: Service = service === 'dynamodb' || service === 's3' || service === 'execute-api' ? service : 'json'
  const [status, code, usual] = blueprints[shape][refusal]
  const text = message ?? usual
  switch (protocolOf(service, headers)) {
    case 's3':
      return xml(status, (id) => errorElement(code, text, element('RequestId', id)))
    case 'query':
    case 'restXml':
      return xml(status, (id) => {
        const error = errorElement(code, text, element('Type', status < 500 ? 'Sender' : 'Receiver'))
        return `<ErrorResponse>${error}${element('RequestId', id)}</ErrorResponse>`
      })
    case 'ec2Query':
      return xml(
        status,
        (id) => `<Response><Errors>${errorElement(code, text)}</Errors>${element('RequestID', id)}</Response>`,
      )
    case 'cbor': {
      const type = { 'content-type': 'application/cbor', 'smithy-protocol': 'rpc-v2-cbor' }
      return { status, headers: type, body: cborOfTexts({ __type: code, message: text }) }
    }
    case 'restJson':
      return json(status, { message: text }, { 'content-type': 'application/json', 'x-amzn-errortype': code })
    case 'json':
      return json(status, { __type: code, message: text }, { 'content-type': 'application/x-amz-json-1.1' })
    case 'dynamodb': {
      const namespace = itsOwn.has(refusal) ? dynamoDbNamespace : 'com.amazon.coral.service'
      return dynamoDbError(`${namespace}#${code}`, { message: text }, status)
    }
  }
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

const element = (name: string, text: string): string =>
  `<${name}>${text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</${name}>`

const errorElement = (code: string, message: string, more = ''): string =>
  `<Error>${element('Code', code)}${element('Message', message)}${more}</Error>`

const xml = (status: number, bodyOf: (requestId: string) => string): EngineResponse => {
  const requestId = randomUUID()
  const headers = { 'content-type': 'application/xml', 'x-amz-request-id': requestId }
  return { status, headers, body: `<?xml version="1.0" encoding="UTF-8"?>\n${bodyOf(requestId)}` }
}

/** A map of texts: RFC 8949, section 3.1; a length of two bytes is long enough for a message. */
const cborOfTexts = (members: Readonly<Record<string, string>>): Buffer => {
  const entries = Object.entries(members)
  const textOf = (text: string): Buffer => {
    const bytes = Buffer.from(text)
    return Buffer.concat([Buffer.from([0x79, bytes.length >> 8, bytes.length & 0xff]), bytes])
  }
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat().map(textOf)])
}
