import * as z from 'zod/mini'
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../mechanisms/outbound/http.ts'
import { cached } from '../runtime/cached.ts'

/** Milliseconds for which the app's token is kept; platforms issue them for weeks. */
const lifetimeMs = 5 * 60 * 1000

const Token = z.object({ access_token: z.string().check(z.minLength(1)) })

/**
 * Sends requests in the name of the deployment's app, with a token of the client credentials grant (RFC 6749, section
 * 4.4), because a user's token ends with the link. One token is fetched for all requests, and another one when the
 * platform refuses it.
 *
 * @returns a function that raises the problem of every answer whose status is not expected
 */
export const appRequests = (
  http: ProviderHttp,
  tokenEndpoint: string,
  credentials: () => Promise<{ readonly clientId: string; readonly clientSecret: string }>,
): ((request: ProviderRequest, expected: readonly number[]) => Promise<ProviderAnswer>) => {
  const fetchHeaders = async (): Promise<Record<string, string>> => {
    const { clientId, clientSecret } = await credentials()
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const answer = await http.send({
      method: 'POST',
      url: tokenEndpoint,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    if (answer.status !== 200) throw http.problemFrom(answer)
    return { authorization: `Bearer ${http.parse(answer, Token).access_token}`, 'client-id': clientId }
  }

  let refused = 0
  const headersOf = cached(lifetimeMs, fetchHeaders)

  const attempt = async (request: ProviderRequest, generation: number): Promise<ProviderAnswer> => {
    const headers = {
      ...(await headersOf(String(generation))),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    }
    return request.method === undefined ? http.read({ ...request, headers }) : http.send({ ...request, headers })
  }

  return async (request, expected) => {
    const generation = refused
    let answer = await attempt(request, generation)
    if (answer.status === 401) {
      // Of requests that are refused together, the first one replaces the token.
      if (generation === refused) refused++
      answer = await attempt(request, refused)
    }
    if (!expected.includes(answer.status)) throw http.problemFrom(answer)
    return answer
  }
}
