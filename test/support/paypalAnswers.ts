import {
  type ProviderAnswer,
  type ProviderHttp,
  type ProviderRequest,
  providerHttp,
} from '../../shared/mechanisms/outbound/http.ts'

/** A status with a body. A text is sent as it is. */
export type Reply = readonly [status: number, body: unknown]

export const paypalUrls = {
  live: { api: 'https://api.example', certificates: 'https://certificates.example' },
  sandbox: { api: 'https://sandbox.example', certificates: 'https://sandbox-certificates.example' },
} as const

export const tokenReply: Reply = [200, { access_token: 'A21', expires_in: 32_400 }]

/** PayPal as it answers the paths, a list one after another, and what it is asked for. */
export const paypalAnswers = (replies: Readonly<Record<string, Reply | readonly Reply[]>>) => {
  const requests: ProviderRequest[] = []
  const left = new Map<string, Reply[]>()
  const answer = async (request: ProviderRequest): Promise<ProviderAnswer> => {
    const path = new URL(request.url).pathname
    const isToken = path === '/v1/oauth2/token'
    if (!isToken || replies[path] !== undefined) requests.push(request)
    const given = replies[path] ?? (isToken ? tokenReply : [404, {}])
    const queue = left.get(path) ?? (Array.isArray(given[0]) ? [...(given as readonly Reply[])] : [given as Reply])
    left.set(path, queue)
    const [status, body] = (queue.length > 1 ? queue.shift() : queue[0]) ?? [404, {}]
    return { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const http: ProviderHttp = { ...providerHttp('PayPal'), send: answer, read: answer }
  const pathsOf = () => requests.map(({ method = 'GET', url }) => `${method} ${new URL(url).pathname}`)
  return { http, requests, pathsOf }
}
