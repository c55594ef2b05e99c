import type { JsonObject } from './components.ts'

/** Headers that the wrapper and the gateway add to answers of every operation. */
export const sharedHeaders = {
  IdempotentReplayed: {
    description: 'Present when the answer is the stored one of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 1 },
  },
  WwwAuthenticate: {
    description: 'How to authenticate (RFC 9110, section 11.6.1).',
    schema: { type: 'string' },
  },
} as const satisfies JsonObject

export const sharedHeader = (name: keyof typeof sharedHeaders): JsonObject => ({
  $ref: `#/components/headers/${name}`,
})

/** The `Idempotency-Key` request header (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.',
  schema: { type: 'string', pattern: '^(?:[\\x20-\\x7e]{1,255}|"[\\x20-\\x7e]{1,255}")$' },
  example: '01890a5d-ac96-774b-bcce-b302099a8057',
}

/** A header's name in the spelling of its standard; contracts write it in lower case, as the gateway delivers it. */
export const headerName = (lowerCase: string): string =>
  lowerCase === 'etag' ? 'ETag' : lowerCase.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
