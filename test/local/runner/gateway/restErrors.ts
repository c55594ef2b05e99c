import type { RestApiResource } from '../deployment.ts'
import type { GatewayResponse } from './gatewayResponse.ts'

/** The status, the header `x-amzn-errortype` and the message. */
type RestError = readonly [status: number, type: string, message: string | null]

const internal = ['InternalServerErrorException', 'Internal server error'] as const

/**
 * The answers of the gateway itself by their types; 502 has no type of its own.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 * The texts and exceptions are those that LocalStack's tests found on AWS, and
 * https://dev.to/marcogrcr/api-gateway-lambda-authorizer-lambda-proxy-integration-failure-modes-52bc
 */
const errors = {
  ACCESS_DENIED: [403, 'AccessDeniedException', 'User is not authorized to access this resource'],
  API_CONFIGURATION_ERROR: [500, ...internal],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'AuthorizerConfigurationException', null],
  BAD_REQUEST_PARAMETERS: [400, 'BadRequestException', 'Bad Request'],
  DEFAULT_5XX: [502, ...internal],
  INTEGRATION_FAILURE: [500, ...internal],
  INTEGRATION_TIMEOUT: [504, 'InternalServerErrorException', 'Endpoint request timed out'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
  REQUEST_TOO_LARGE: [413, 'RequestTooLargeException', 'Request Too Long'],
  THROTTLED: [429, 'TooManyRequestsException', 'Too Many Requests'],
  UNAUTHORIZED: [401, 'UnauthorizedException', 'Unauthorized'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'BadRequestException', 'Unsupported Media Type'],
} as const satisfies Record<string, RestError>

export type RestErrorType = keyof typeof errors

const escaped = (message: string | null): string => JSON.stringify(message ?? '').slice(1, -1)

/** An answer of the gateway itself, with the parts that the API configures for its type or for all of its class. */
export const restError = (
  { gatewayResponses }: Pick<RestApiResource, 'gatewayResponses'>,
  errorType: RestErrorType,
  more = '',
): GatewayResponse => {
  const [status, type, text] = errors[errorType]
  const message = text === null ? null : `${text}${more}`
  const configured = gatewayResponses[errorType] ?? gatewayResponses[status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX']
  // Until it is configured, the refusal by a policy spells its member in capitals.
  const name = errorType === 'ACCESS_DENIED' && !configured ? 'Message' : 'message'
  const body =
    configured?.template
      ?.replaceAll('$context.error.messageString', () => JSON.stringify(message))
      .replaceAll('$context.error.message', () => escaped(message))
      .replaceAll('$context.error.responseType', errorType) ?? JSON.stringify({ [name]: message })
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': type, ...configured?.headers }
  return { status: configured?.status ?? status, headers: Object.entries(headers), body: Buffer.from(body) }
}

/** The answer to a body of more than 10 MB, which no configuration changes. */
export const bodyTooLarge: GatewayResponse = {
  status: 413,
  headers: [['content-type', 'text/plain']],
  body: Buffer.from('HTTP content length exceeded 10485760 bytes.'),
}
