import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxRequest, SandboxResponse } from './standIn.ts'

/**
 * What can go wrong between a provider and its client.
 *
 * - `status`: an error without any effect, with `Retry-After` if `retryAfter` is given;
 * - `dropBefore`, `dropAfter`: the connection breaks without, or with, the request's effect;
 * - `delay`: the right answer, late;
 * - `html`, `truncatedJson`, `redirect`: the request has its effect, but the answer is an error page, is cut in the
 *   middle, or points to a private address;
 * - `instead`: another answer, without effect, such as that of another user.
 */
export type Failure =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }
  | { readonly kind: 'dropBefore' | 'dropAfter' | 'html' | 'truncatedJson' | 'redirect' }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | { readonly kind: 'instead'; readonly response: SandboxResponse }

/** Selects the requests that fail. A member that is absent matches all. */
export interface FailureTarget {
  readonly base?: string
  readonly path?: string
  readonly method?: string
  /** A text in the request's body, which selects for example the messages of one chat. */
  readonly bodyIncludes?: string
}

export const isTarget = ({ base, path, method, bodyIncludes = '' }: FailureTarget, request: SandboxRequest): boolean =>
  (base ?? request.base) === request.base &&
  (path ?? request.path) === request.path &&
  (method ?? request.method) === request.method &&
  request.body.includes(bodyIncludes)

/** Sends an answer as a provider would. */
export const send = (response: ServerResponse, { status, headers, body }: SandboxResponse): void => {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  const contentType = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text), ...headers })
  response.end(text)
}

/** Answers a request with a failure. `perform` gives the provider's right answer, with its effect. */
export const fail = async (
  failure: Failure,
  response: ServerResponse,
  perform: () => SandboxResponse,
): Promise<void> => {
  switch (failure.kind) {
    case 'status': {
      const { status, retryAfter } = failure
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      return send(response, { status, headers, body: { error: 'temporarily_unavailable' } })
    }
    case 'dropBefore':
      response.destroy()
      return
    case 'dropAfter':
      perform()
      response.destroy()
      return
    case 'delay':
      await sleep(failure.milliseconds)
      return send(response, perform())
    case 'html':
      perform()
      return send(response, { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Oops' })
    case 'truncatedJson': {
      const text = JSON.stringify(perform().body ?? {})
      const headers = { 'content-type': 'application/json' }
      return send(response, { status: 200, headers, body: text.slice(0, Math.ceil(text.length / 2)) })
    }
    case 'redirect':
      perform()
      return send(response, { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } })
    case 'instead':
      return send(response, failure.response)
  }
}
