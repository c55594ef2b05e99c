import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AccessDenied, type EngineHandler, type EngineRequest } from '../../aws/engineHandler.ts'

export interface ServedEngine {
  readonly endpoint: string
  /** Every `authorize` so far: `action resource`. */
  readonly authorized: readonly string[]
  stop(): Promise<void>
}

type ConditionKeys = Readonly<Record<string, readonly string[]>>

/** Decides which calls of `authorize` throw. */
export type Refuse = (action: string, resourceArn: string, conditionKeys: ConditionKeys) => boolean

const lowerCaseHeaders = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Puts one engine behind a bare HTTP server, without signatures, so that the real SDK can speak to it alone. */
export const serveEngine = async (handle: EngineHandler, refuse: Refuse = () => false): Promise<ServedEngine> => {
  const authorized: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const authorize: EngineRequest['authorize'] = (action, resourceArn, conditionKeys = {}) => {
      authorized.push(`${action} ${resourceArn}`)
      if (refuse(action, resourceArn, conditionKeys))
        throw new AccessDenied(`not authorized: ${action}`, action, resourceArn)
    }
    const request: EngineRequest = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '', `http://${incoming.headers.host}`),
      headers: lowerCaseHeaders(incoming),
      body: await buffer(incoming),
      accessKeyId: incoming.headers['x-anonymous'] === undefined ? 'AKIATEST' : undefined,
      authorize,
    }
    try {
      const { status, headers, body } = await handle(request)
      outgoing.writeHead(status, headers)
      if (typeof body === 'string' || Buffer.isBuffer(body)) outgoing.end(body)
      else await pipeline(body, outgoing).catch(() => undefined)
    } catch (error) {
      const denied = error instanceof AccessDenied
      outgoing.writeHead(denied ? 403 : 500, { 'content-type': 'application/xml' })
      outgoing.end(
        denied ? `<Error><Code>AccessDenied</Code><Message>${error.message}</Message></Error>` : String(error),
      )
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorized,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
