import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { listenNear } from '../loopback.ts'
import { issuerListener } from './issuerServer.ts'
import { loadIssuerState, newIssuerState, saveIssuerState } from './issuerState.ts'
import { type IssuedTokens, type RequestedToken, tokenService } from './tokenService.ts'

export interface IssuerOptions {
  /** The client id that tokens are issued to. */
  readonly audience: string
  /** Another client id, whose refresh tokens rotate; none when it is left out. */
  readonly rotatingClient?: string
  /** The folder that keeps keys and port over a restart; `memory` keeps none. */
  readonly dataFolder: string | 'memory'
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

export interface Issuer {
  /** The issuer's URL, which is the claim `iss` of its tokens. */
  readonly issuer: string
  readonly audience: string
  /** Issues tokens without HTTP. */
  token(request: RequestedToken): Promise<IssuedTokens>
  stop(): Promise<void>
}

const stop = async (server: Server): Promise<void> => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/**
 * Starts a development OIDC issuer at the loopback address, of the same shape as a Cognito user pool, at the port of the last start with
 * its data folder, or else a free one. It listens while new keys are made. When a remembered port is taken, it uses a free one for this run
 * only, and refuses earlier tokens.
 */
export const startIssuer = async (options: IssuerOptions): Promise<Issuer> => {
  const { audience, rotatingClient, dataFolder, now = Date.now } = options
  const stored = dataFolder === 'memory' ? undefined : await loadIssuerState(dataFolder)
  const state = stored ? Promise.resolve(stored) : newIssuerState()

  const server = createServer()
  const remembered = stored?.port ?? 0
  const port = await listenNear(server, remembered)
  const isDisplaced = remembered !== 0 && port !== remembered
  const issuer = `http://127.0.0.1:${port}`
  const service = tokenService({ issuer, audience, rotatingClient, state, now })
  server.on('request', issuerListener(service))

  try {
    if (dataFolder !== 'memory' && !isDisplaced) {
      await saveIssuerState(dataFolder, { ...(await state), port })
    }
  } catch (error) {
    await stop(server)
    throw error
  }

  return {
    issuer,
    audience,
    token: (request) => service.issue(request),
    stop: () => stop(server),
  }
}
