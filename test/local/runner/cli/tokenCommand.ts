import type { Command } from 'commander'
import { nonEmpty, repeated, wholeNumber } from './optionValues.ts'
import { type RunningApi, runningApis } from './runningApis.ts'
import type { Toolchain } from './toolchain.ts'

interface TokenFlags {
  readonly recipient: string
  readonly group: readonly string[]
  readonly api?: string
  readonly expiresIn?: number
  readonly json?: true
}

/** Adds `token`, which prints an access token of the running local API's issuer. */
export const addToken = (program: Command, { projectFolder, command }: Toolchain): void => {
  program
    .command('token')
    .description('prints an access token of the running API')
    .requiredOption('--recipient <id>', "the recipient, which becomes the token's sub", nonEmpty)
    .option('--group <name>', 'a group of the recipient; may be repeated', repeated, [])
    .option('--expires-in <seconds>', 'how long it is valid (default: 3600)', wholeNumber(1, 86_400))
    .option('--api <url>', 'which of several running APIs (default: the one started last)')
    .option('--json', 'prints one JSON object with the token and its expiry')
    .action(async (flags: TokenFlags) => {
      const apis = runningApis(projectFolder)
      const { api, issuer } = chosenApi(apis, flags.api, command)
      const others = apis.filter((other) => other.api !== api).map((other) => other.api)
      if (flags.api === undefined && others.length > 0)
        process.stderr.write(`The token is for ${api}; --api chooses another one: ${others.join(', ')}\n`)
      const answer = await accessToken(issuer, formOf(flags))
      process.stdout.write(`${flags.json ? JSON.stringify(answer) : answer.token}\n`)
    })
}

const formOf = ({ recipient, group, expiresIn }: TokenFlags): URLSearchParams =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    recipient,
    ...(group.length > 0 && { groups: group.join(',') }),
    ...(expiresIn !== undefined && { expires_in: String(expiresIn) }),
  })

/** The API of that URL, or else the one started last; `start` of the command begins one. */
export const chosenApi = (
  apis: readonly RunningApi[],
  url: string | undefined,
  command = 'npx serve-assembly',
): RunningApi => {
  const wanted = url?.replace(/\/+$/, '').replace('//localhost', '//127.0.0.1')
  const found = wanted === undefined ? apis[0] : apis.find(({ api }) => api === wanted)
  if (found !== undefined) return found
  if (wanted === undefined) throw new Error(`No local API is running: start one with \`${command} start\``)
  throw new Error(`No local API is running at ${wanted}; running: ${apis.map(({ api }) => api).join(', ') || 'none'}`)
}

/** An access token of the issuer of a running API. */
export const accessToken = async (issuer: string, form: URLSearchParams) => {
  const discovery = await json(`${issuer}/.well-known/openid-configuration`)
  const answer = await json(String(discovery['token_endpoint']), { method: 'POST', body: form })
  const { access_token: token, expires_in: expiresIn } = answer
  if (typeof token === 'string') return { token, expiresIn: Number(expiresIn) }
  throw new Error(`The issuer refused: ${answer['error_description'] ?? answer['error'] ?? JSON.stringify(answer)}`)
}

const json = async (url: string, init?: RequestInit): Promise<Record<string, unknown>> => {
  const response = await fetch(url, init).catch((cause: unknown) => {
    throw new Error(`The issuer does not answer at ${url}`, { cause })
  })
  return (await response.json()) as Record<string, unknown>
}
