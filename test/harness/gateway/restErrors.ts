import type { RestApiResource } from '../deployment.ts'
import type { GatewayResponse } from './gatewayResponse.ts'

interface RestError {
  readonly status: number
  /** The header `x-amzn-errortype`. */
  readonly type: string
  readonly message: string | null
}

const internal = { type: 'InternalServerErrorException', message: 'Internal server error' }

/**
 * The answers of the gateway itself by their types; 502 has no type of its own.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 * The texts and exceptions are those that LocalStack's tests found on AWS, and
 * https://dev.to/marcogrcr/api-gateway-lambda-authorizer-lambda-proxy-integration-failure-modes-52bc
 */
const errors = {
  ACCESS_DENIED: {
    status: 403,
    type: 'AccessDeniedException',
    message: 'User is not authorized to access this resource',
  },
  API_CONFIGURATION_ERROR: { status: 500, ...internal },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, type: 'AuthorizerConfigurationException', message: null },
  BAD_REQUEST_PARAMETERS: { status: 400, type: 'BadRequestException', message: 'Bad Request' },
  DEFAULT_5XX: { status: 502, ...internal },
  INTEGRATION_FAILURE: { status: 500, ...internal },
  INTEGRATION_TIMEOUT: { status: 504, ...internal, message: 'Endpoint request timed out' },
  MISSING_AUTHENTICATION_TOKEN: {
    status: 403,
    type: 'MissingAuthenticationTokenException',
    message: 'Missing Authentication Token',
  },
  REQUEST_TOO_LARGE: { status: 413, type: 'RequestTooLargeException', message: 'Request Too Long' },
  THROTTLED: { status: 429, type: 'TooManyRequestsException', message: 'Too Many Requests' },
  UNAUTHORIZED: { status: 401, type: 'UnauthorizedException', message: 'Unauthorized' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, type: 'BadRequestException', message: 'Unsupported Media Type' },
} as const satisfies Record<string, RestError>

export type RestErrorType = keyof typeof errors

const escaped = (message: string | null): string => JSON.stringify(message ?? '').slice(1, -1)

/** An answer of the gateway itself, with the parts that the API configures for its type or for all of its class. */
export const restError = (
  { gatewayResponses }: Pick<RestApiResource, 'gatewayResponses'>,
  errorType: RestErrorType,
  more = '',
): GatewayResponse => {
  const { status, type, message: text } = errors[errorType]
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
