import createClient, { type Client } from 'openapi-fetch'
import type { Method } from './answer.ts'
import type { paths } from './generated/api.ts'
import { type Problem, problemFrom } from './problem.ts'
import { retryingFetch, type Send } from './retryingFetch.ts'

export interface PublicClientOptions {
  /** The address of the API, such as `https://api.example.com`. */
  readonly url: string
  /** Sends one request; `fetch` of the platform by default. */
  readonly send?: Send
}

interface UntypedAnswer {
  readonly data?: unknown
  readonly error?: unknown
  readonly response: Response
}
type UntypedMethod = (path: never, parameters?: object) => Promise<UntypedAnswer>

/** The service answers a one-time code that is not valid with an empty token, which nobody should store. */
const refusedCode: Problem = {
  type: 'urn:problem-type:streaming-support:one-time-code-rejected',
  code: 'one_time_code_rejected',
  status: 401,
  title: 'The one-time code is not valid',
  detail: 'The service has answered an empty refresh token.',
}

const isRefusedCode = (path: string, data: unknown): boolean =>
  path === '/otp/exchange' && (data as { readonly refreshToken?: unknown }).refreshToken === ''

const withProblems =
  (method: UntypedMethod): UntypedMethod =>
  async (path, parameters) => {
    const answer = await method(path, parameters)
    if (answer.response.ok && isRefusedCode(path, answer.data)) return { error: refusedCode, response: answer.response }
    if (answer.response.ok) return answer
    return { error: problemFrom(answer.error, answer.response), response: answer.response }
  }

/** The methods of a client, whose errors are problems. */
export const methodsOf = (client: Client<paths>) => ({
  GET: withProblems(client.GET as UntypedMethod) as Method<'get'>,
  POST: withProblems(client.POST as UntypedMethod) as Method<'post'>,
  PUT: withProblems(client.PUT as UntypedMethod) as Method<'put'>,
})

/** A client of the operations that need no token, such as those of a donor page. */
export const publicClient = ({ url, send = (request) => fetch(request) }: PublicClientOptions) =>
  methodsOf(createClient<paths>({ baseUrl: url, fetch: retryingFetch(send) }))
