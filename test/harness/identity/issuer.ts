import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { listen, listenNear } from '../loopback.ts'
import { issuerListener } from './issuerServer.ts'
import { loadIssuerState, newIssuerState, saveIssuerState } from './issuerState.ts'
import { type IssuedTokens, type RequestedToken, tokenService } from './tokenService.ts'

export interface IssuerOptions {
  /** The port; absent or 0 means the port of the last start with this data folder, or else a free one. */
  readonly port?: number
  /** The client id that tokens are issued to. */
  readonly audience: string
  /** The folder that keeps keys and port over a restart; `memory` keeps none. */
  readonly dataFolder: string | 'memory'
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

export interface Issuer {
  /** The issuer's URL, which is the claim `iss` of its tokens. */
  readonly issuer: string
  readonly audience: string
  /** The URL of earlier tokens, if its port was taken at this start. Those tokens are refused until a start finds the port free. */
  readonly displacedIssuer: string | undefined
  /** Issues tokens without HTTP. */
  token(request: RequestedToken): Promise<IssuedTokens>
  stop(): Promise<void>
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`

const stop = async (server: Server): Promise<void> => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/**
 * Starts a development OIDC issuer at the loopback address, of the same shape as a Cognito user pool. It listens while new keys are
 * made. It rejects when a given port is taken; when a remembered port is taken, it uses a free one for this run only.
 */
export const startIssuer = async (options: IssuerOptions): Promise<Issuer> => {
  const { port = 0, audience, dataFolder, now = Date.now } = options
  const stored = dataFolder === 'memory' ? undefined : await loadIssuerState(dataFolder)
  const state = stored ? Promise.resolve(stored) : newIssuerState()

  const server = createServer()
  const remembered = port === 0 ? stored?.port : undefined
  const actualPort = await (remembered === undefined ? listen(server, port) : listenNear(server, remembered))
  const isDisplaced = remembered !== undefined && actualPort !== remembered
  const issuer = urlOf(actualPort)
  const service = tokenService({ issuer, audience, state, now })
  server.on('request', issuerListener(service))

  try {
    if (dataFolder !== 'memory' && !isDisplaced) {
      await saveIssuerState(dataFolder, { ...(await state), port: actualPort })
    }
  } catch (error) {
    await stop(server)
    throw error
  }

  return {
    issuer,
    audience,
    displacedIssuer: isDisplaced ? urlOf(remembered) : undefined,
    token: (request) => service.issue(request),
    stop: () => stop(server),
  }
}
