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

/** The request header by which a member acts for a recipient. */
export const recipient: JsonObject = {
  name: 'X-Recipient',
  in: 'header',
  description:
    'The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url.',
  schema: { type: 'string', minLength: 1, maxLength: 341 },
}

/** A header's name in the spelling of its standard; contracts write it in lower case, as the gateway delivers it. */
export const headerName = (lowerCase: string): string =>
  lowerCase === 'etag' ? 'ETag' : lowerCase.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
