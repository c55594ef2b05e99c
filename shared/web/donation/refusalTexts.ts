import type { Answer } from '../client/answer.ts'
import type { paths } from '../client/generated/api.ts'
import type { donationSentences } from './donationTexts.ts'

type Asked =
  | paths['/donors/{recipientId}']['get']
  | paths['/donors/{recipientId}/payments']['post']
  | paths['/donors/payments/{token}']['get']

/** Each code with which an operation of the page may answer. */
type Code = NonNullable<Answer<Asked>['error']>['code']

/** What the donor can do about a refusal, by its code. Its own words are for developers. */
export const refusalTexts = {
  not_found: 'closed',
  forbidden: 'closed',
  provider_not_configured: 'notReady',
  rate_limited: 'tooMany',
  invalid_request: 'notAccepted',
  malformed_body: 'notAccepted',
  payload_too_large: 'notAccepted',
  unsupported_media_type: 'notAccepted',
  internal_error: 'unavailable',
  store_unavailable: 'unavailable',
  provider_bad_answer: 'unavailable',
  provider_unavailable: 'unavailable',
  provider_timeout: 'unavailable',
  gateway_error: 'unavailable',
} as const satisfies Record<Code, keyof typeof donationSentences.en>
