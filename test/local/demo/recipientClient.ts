import { ownAgent } from '../runner/ownAgent.ts'

/** The addresses of a running API and of its token issuer. */
export interface ApiAddress {
  readonly api: string
  readonly issuer: string
}

// biome-ignore lint/suspicious/noExplicitAny: answers are printed, whatever their shape
export type Json = any

export interface Answer {
  readonly status: number
  readonly body: Json
}

export const jsonFrom = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
})

/** An access token of the development issuer, as any client gets one. */
export const tokenOf = async (issuer: string, recipient: string): Promise<string> => {
  const discovery = await jsonFrom(await fetch(`${issuer}/.well-known/openid-configuration`))
  const body = new URLSearchParams({ grant_type: 'client_credentials', recipient })
  const answer = await jsonFrom(await fetch(discovery.body.token_endpoint, { method: 'POST', body }))
  if (answer.status !== 200) throw new Error(`The issuer refused a token for ${recipient}`)
  return answer.body.access_token
}

/** Calls the API as the recipient. The start page lists these calls apart, unless the agent is another one. */
export const clientOf = async ({ api, issuer }: ApiAddress, recipient: string, agent = ownAgent) => {
  const authorization = `Bearer ${await tokenOf(issuer, recipient)}`
  return async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Json> => {
    const headers = { authorization, 'content-type': 'application/json', 'user-agent': agent }
    const answer = await jsonFrom(
      await fetch(`${api}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    )
    if (answer.status !== 200)
      throw new Error(`${method} ${path} answered ${answer.status} ${answer.body.detail ?? ''}`)
    return answer.body
  }
}
