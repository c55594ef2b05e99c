import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { longestSecret } from '../../contract/values.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration } from '../../runtime/time/duration.ts'

/** Opaque and printable, as RFC 6749 (appendix A.17) has refresh tokens. */
const RefreshToken = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(longestSecret),
    z.regex(/^[\x20-\x7e]*$/, { error: 'Invalid refresh token: expected printable ASCII characters' }),
  )

export const codeSeconds = 600

/** The header that a one-time code arrives in. */
export const codeHeader = 'x-one-time-code'

const exampleCode = 'q3Vt0mZcT5aWr9eKkoHdmnbp_rzFte7rdBQJ6g-hncKqApfE6pNIjb_oW9A'

export const exchangeOneTimeCode = operation({
  id: 'exchangeOneTimeCode',
  area: 'otp',
  method: 'POST',
  path: '/otp/exchange',
  summary: 'Exchange a one-time code for the refresh token that was deposited with it',
  description:
    'Send the code in the header `X-One-Time-Code` or as `otp` in the body, not in both (400). It works once. Unknown, expired, used, malformed and missing codes get the same answer, an empty `refreshToken`.',
  auth: 'none',
  headers: {
    [codeHeader]: z.optional(z.string().check(z.meta({ description: 'the code; excludes `otp` in the body' }))),
  },
  body: z.object({
    otp: z.optional(z.string().check(z.meta({ description: 'the code; excludes the header `X-One-Time-Code`' }))),
  }),
  success: { body: z.object({ refreshToken: z.string().check(z.maxLength(4096)) }) },
  problems: ['one_time_code_rejected'],
  access: { oneTimeCodes: ['UpdateItem'], 'key:secrets.oneTimeCodes': ['Decrypt'] },
  asks: { called: 'KMS', secret: 'a one-time code, once', rates: ['oneTimeCodes'] },
  examples: [
    {
      name: 'in the header',
      headers: { [codeHeader]: exampleCode },
      body: {},
      answer: { refreshToken: 'the-refresh-token-of-this-session' },
    },
  ],
})

export const createOneTimeCode = operation({
  id: 'createOneTimeCode',
  area: 'otp',
  role: 'owner',
  method: 'POST',
  path: '/otp/create',
  summary: 'Deposit a refresh token for a one-time code',
  description: [
    'The code is for a device that cannot sign in by itself.',
    `It is valid for ${duration(codeSeconds)} and works once.`,
    'The answer holds a secret, so an `Idempotency-Key` is ignored: a repeated request makes a new code.',
  ].join(' '),
  body: z.object({ refreshToken: RefreshToken }),
  success: { body: z.object({ otp: z.string(), expiresAt: DateTimeAnswer }) },
  problems: ['rate_limited'],
  access: { oneTimeCodes: ['PutItem'], rates: ['UpdateItem'], 'key:secrets.oneTimeCodes': ['Encrypt'] },
  idempotency: 'never',
  examples: [
    {
      name: 'deposit',
      body: { refreshToken: 'the-refresh-token-of-this-session' },
      answer: { otp: exampleCode, expiresAt: '2026-01-31T12:10:00.000Z' },
    },
  ],
})
