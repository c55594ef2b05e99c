import { bodyLimit } from '../../../shared/contract/bodyLimit.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { depthLimit } from '../../../shared/mechanisms/http/jsonBody.ts'
import { Components, type JsonObject } from './components.ts'
import { idempotencyKey, recipient, sharedHeaders } from './headers.ts'
import { operationObject } from './operationObject.ts'
import { tagDescriptions, tagOf } from './tags.ts'

const description = `The backend of a streamer-support toolset.

Errors are problem details (RFC 9457) with a stable \`code\`. The API gateway in front of the service has errors of its own, \
\`{"message": …}\`: 401 without a valid token, 403 without the scope that the deployment asks for, \
400 and 404 for a path that is malformed or not listed here, 413 above 10 MB, 429 over the rate, \
431 above 10,240 bytes of headers, 500 and 503 if the service gave no answer.

Amounts are whole and fractional units as two integers: 12.34 EUR is \`{"major": 12, "minor": 34, "currency": "EUR"}\`: an ISO 4217 code in upper \
case, and \`minor\` below 100 where the currency has two decimals, 1 for JPY, 1,000 for KWD. A request body has at most \
${bodyLimit / 1024} KiB and ${depthLimit} levels, free-form objects within it 64 KiB each. Dates are taken with any offset and up to \
nanoseconds, and answered in UTC.

The caller is the recipient in the token. A \`recipientId\` or \`ownerId\` of another recipient in a request body, or in an entry of one of its \
lists, is 403; other unknown members are ignored. Answers may gain members. No answer may be cached.`

/** Whom the readers of both documents ask. */
export const contact = { name: 'Whoever runs this deployment' }

const pathItems = (operations: readonly Operation[], components: Components): JsonObject => {
  const items: Record<string, Record<string, JsonObject>> = {}
  for (const operation of operations) {
    items[operation.path] = {
      ...items[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, components),
    }
  }
  return items
}

const usedTags = (operations: readonly Operation[]): readonly JsonObject[] =>
  Object.entries(tagDescriptions)
    .filter(([tag]) => operations.some(({ area }) => tagOf(area) === tag))
    .map(([name, tagDescription]) => ({ name, description: tagDescription }))

/** The OpenAPI 3.1 document of the operations: a pure function, the same for the same input to the byte. */
export const openApiDocument = (operations: readonly Operation[], version: string): JsonObject => {
  const components = new Components()
  const paths = pathItems(operations, components)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Streaming Support Service',
      version,
      description,
      contact,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The host that serves this document' }],
    security: [{ bearer: [] }],
    tags: usedTags(operations),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: "An access token of the deployment's OpenID Connect issuer (RS256). An ID token is refused.",
        },
      },
      parameters: { IdempotencyKey: idempotencyKey, Recipient: recipient },
      headers: sharedHeaders,
      responses: components.section('responses'),
      schemas: components.section('schemas'),
    },
  }
}
