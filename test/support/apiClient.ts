import { inject } from 'vitest'

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any
}

export interface ApiRequest {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const tokens = new Map<string, Promise<string>>()

/** An access token of the development issuer, as any client gets one. */
export const tokenFor = (recipient: string, parameters: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { issuer } = inject('localApi')
  const form = { grant_type: 'client_credentials', recipient, ...parameters }
  const key = JSON.stringify(form)
  const request = async (): Promise<string> => {
    const discovery = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
      token_endpoint: string
    }
    const answer = await fetch(discovery.token_endpoint, { method: 'POST', body: new URLSearchParams(form) })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const token = tokens.get(key) ?? request()
  tokens.set(key, token)
  return token
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** One HTTP request to the local API. */
export const request = async (
  method: string,
  path: string,
  { token, body, headers }: ApiRequest = {},
): Promise<ApiAnswer> => {
  const response = await fetch(`${inject('localApi').api}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: parsed(await response.text()) }
}

/** A client that calls as one recipient. */
export const clientOf =
  (recipient: string, parameters: Readonly<Record<string, string>> = {}) =>
  async (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiAnswer> =>
    request(method, path, {
      token: await tokenFor(recipient, parameters),
      ...(body !== undefined && { body }),
      ...(headers !== undefined && { headers }),
    })
