import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectionsUrlVariable } from '../../shared/contract/resources.ts'
import { type FunctionsUnderTest, startFunctions } from '../support/functionsUnderTest.ts'
import { type Interception, startInterception } from './interception.ts'

/** The functions with an interception between them and everything that they call. */
export interface InterceptedFunctions extends FunctionsUnderTest {
  readonly interception: Interception
}

/** The management interface of WebSocket connections, all of which are there. */
const startConnections = async () => {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Import function modules only after it. */
export const startInterceptedFunctions = async (): Promise<InterceptedFunctions> => {
  const functions = await startFunctions()
  const { aws, sandbox } = functions
  const [providerUrl = ''] = Object.values(sandbox.urls)
  const provider = new URL(providerUrl).origin
  const connections = await startConnections()
  const interception = await startInterception({ ...aws.endpoints, 'execute-api': connections.url, provider })
  const awsVariables = Object.keys(aws.endpoints).map((service) => `AWS_ENDPOINT_URL_${service.toUpperCase()}`)
  Object.assign(
    process.env,
    { [connectionsUrlVariable]: `${interception.endpoint}/live` },
    Object.fromEntries(awsVariables.map((name) => [name, interception.endpoint])),
    Object.fromEntries(
      Object.entries(sandbox.urls).map(([name, url]) => [name, url.replace(provider, interception.endpoint)]),
    ),
  )
  return {
    ...functions,
    interception,
    stop: async () => {
      await interception.stop()
      connections.stop()
      await functions.stop()
    },
  }
}
