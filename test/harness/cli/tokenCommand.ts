import { parseArgs } from 'node:util'
import { type RunningApi, runningApis } from './runningApis.ts'
import { parsed, wholeNumber } from './startOptions.ts'
import type { Toolchain } from './toolchain.ts'
import { UsageError } from './usageError.ts'

const flags = {
  recipient: { type: 'string' },
  group: { type: 'string', multiple: true, default: [] as string[] },
  api: { type: 'string' },
  'expires-in': { type: 'string' },
} as const

/** Prints an access token of the running local API's issuer, and nothing else. */
export const tokenCommand = async (args: readonly string[], { projectFolder }: Toolchain): Promise<number> => {
  const { values } = parsed(() => parseArgs({ args: [...args], options: flags, strict: true }))
  if (!values.recipient) throw new UsageError('token: --recipient <id> is missing')
  const expiresIn = values['expires-in']
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    recipient: values.recipient,
    ...(values.group.length > 0 && { groups: values.group.join(',') }),
    ...(expiresIn !== undefined && { expires_in: String(wholeNumber('--expires-in', expiresIn, 1, 86_400)) }),
  })
  const { issuer } = chosenApi(runningApis(projectFolder), values.api)
  process.stdout.write(`${await accessToken(issuer, form)}\n`)
  return 0
}

/** The API of that URL, or else the one started last. */
export const chosenApi = (apis: readonly RunningApi[], url: string | undefined): RunningApi => {
  const wanted = url?.replace(/\/+$/, '').replace('//localhost', '//127.0.0.1')
  const found = wanted === undefined ? apis[0] : apis.find(({ api }) => api === wanted)
  if (found !== undefined) return found
  if (wanted === undefined) throw new Error('No local API is running: start one with `npm start`')
  throw new Error(`No local API is running at ${wanted}; running: ${apis.map(({ api }) => api).join(', ') || 'none'}`)
}

const accessToken = async (issuer: string, form: URLSearchParams): Promise<string> => {
  const discovery = await json(`${issuer}/.well-known/openid-configuration`)
  const answer = await json(String(discovery['token_endpoint']), { method: 'POST', body: form })
  if (typeof answer['access_token'] === 'string') return answer['access_token']
  throw new Error(`The issuer refused: ${answer['error_description'] ?? answer['error'] ?? JSON.stringify(answer)}`)
}

const json = async (url: string, init?: RequestInit): Promise<Record<string, unknown>> => {
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new Error(`The issuer does not answer at ${url}`, { cause })
  })
  return (await response.json()) as Record<string, unknown>
}
