import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** How to reach a local API: the members of the file that `npm start` keeps in `.local/running` while it runs. */
export interface LocalApi {
  readonly api: string
  readonly issuer: string
  readonly dynamodb: string
  /** The requests that the providers' stand-ins got can be read there, if there are stand-ins. */
  readonly sandboxLog?: string | undefined
  readonly pid: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

const folder = resolve(import.meta.dirname, '..', '..', '.local', 'running')

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The running local APIs. The file of a killed one is left out, and so is one that ends while it is read. */
export const runningApis = (from = folder): readonly LocalApi[] => {
  try {
    return readdirSync(from)
      .filter((name) => /^\d+\.json$/.test(name))
      .map((name) => JSON.parse(readFileSync(join(from, name), 'utf8')) as LocalApi)
      .filter(({ pid }) => isAlive(pid))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The local API of that URL, or else the one started last. */
export const localApi = (url?: string, known = runningApis()): LocalApi => {
  const apis = known.toSorted((one, other) => other.startedAt - one.startedAt)
  const wanted = url?.replace(/\/+$/, '').replace('//localhost', '//127.0.0.1')
  const found = wanted === undefined ? apis[0] : apis.find(({ api }) => api === wanted)
  if (found !== undefined) return found
  if (wanted === undefined) throw new Error('No local API is running: start one with `npm start`')
  throw new Error(`No local API is running at ${wanted}; running: ${apis.map(({ api }) => api).join(', ') || 'none'}`)
}

const dayInSeconds = '86400'

const answerOf = async (url: string, init?: RequestInit): Promise<Record<string, unknown>> => {
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new Error(`The issuer does not answer at ${url}`, { cause })
  })
  return (await response.json()) as Record<string, unknown>
}

/** An access token of a recipient for one day, from the issuer of a local API. */
export const localToken = async (issuer: string, recipient: string): Promise<string> => {
  const { token_endpoint: endpoint } = await answerOf(`${issuer}/.well-known/openid-configuration`)
  const body = new URLSearchParams({ grant_type: 'client_credentials', recipient, expires_in: dayInSeconds })
  const { access_token: token, error } = await answerOf(String(endpoint), { method: 'POST', body })
  if (typeof token === 'string') return token
  throw new Error(`The issuer refused: ${String(error)}`)
}
