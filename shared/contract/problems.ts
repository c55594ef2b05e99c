/**
 * The catalogue of problems: each code with its status and title, and the release since which it is answered no more.
 * Codes are the stable part of the error interface.
 * Clients branch on `type` (RFC 9457, section 3.1.1), which is derived from the code.
 */
export const problems = {
  malformed_body: { status: 400, title: 'The body is not a valid JSON object' },
  invalid_request: { status: 400, title: 'The request does not match its schema' },
  credential_refused: { status: 400, title: 'The gateway refuses the credential' },
  authorization_code_rejected: { status: 400, title: 'The platform rejected the authorization code' },
  unauthorized: { status: 401, title: 'A valid access token is needed' },
  one_time_code_rejected: { status: 401, title: 'The one-time code is not valid', retired: '1.1.0' },
  overlay_key_rejected: { status: 401, title: 'The key of the overlay is not valid' },
  signature_rejected: { status: 401, title: 'The signature of the webhook is not valid' },
  forbidden: { status: 403, title: 'The token does not permit this' },
  not_found: { status: 404, title: 'There is no such resource' },
  not_acceptable: { status: 406, title: 'The answer has a form that the request refuses' },
  payment_withdrawn: { status: 409, title: 'The payment was refunded or is disputed' },
  alert_held: { status: 409, title: 'The alert is held' },
  alert_decided: { status: 409, title: 'The alert is not held' },
  action_completed: { status: 409, title: 'The action already has a different outcome' },
  token_disabled: { status: 409, title: 'The token is disabled' },
  credential_incomplete: { status: 409, title: 'The credential lacks a part' },
  relink_required: { status: 409, title: 'The account has to be linked again' },
  account_already_linked: { status: 409, title: 'Another recipient has linked the account' },
  chat_already_linked: { status: 409, title: 'Another recipient has linked the chat' },
  request_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  name_taken: { status: 409, title: 'The name belongs to another record' },
  limit_reached: { status: 409, title: 'The collection is full' },
  overlay_connected: { status: 409, title: 'Another page is connected as this overlay' },
  erasure_in_progress: { status: 409, title: 'The data of the caller are being erased' },
  precondition_failed: { status: 412, title: 'The record has changed since it was read' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not JSON in UTF-8' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'The service failed' },
  provider_bad_answer: { status: 502, title: 'The provider sent an unusable answer' },
  provider_unavailable: { status: 503, title: 'The provider is unavailable' },
  provider_not_configured: { status: 503, title: 'The provider is not configured' },
  provider_quota_exceeded: { status: 503, title: 'The quota at the provider is used up' },
  store_unavailable: { status: 503, title: 'The data store is unavailable' },
  provider_timeout: { status: 504, title: 'The provider did not answer in time' },
} as const satisfies Record<string, { readonly status: number; readonly title: string; readonly retired?: string }>

export type ProblemCode = keyof typeof problems

/** The stable URI of a problem code, in the answer's member `type`. It identifies the problem; nothing is there. */
export const problemType = (code: ProblemCode): string =>
  `urn:problem-type:streaming-support:${code.replaceAll('_', '-')}`
