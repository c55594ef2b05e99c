import { connectionsUrlVariable } from '../../../shared/contract/environmentNames.ts'
import { type FunctionOptions, type FunctionsUnderTest, startFunctions } from '../../support/functionsUnderTest.ts'
import { startSocketConnections } from '../../support/socketConnections.ts'
import { type Interception, startInterception } from './interception.ts'

/** The functions, with an interception of all their calls. */
export interface InterceptedFunctions extends FunctionsUnderTest {
  readonly interception: Interception
}

/** Function modules are imported after it. */
export const startInterceptedFunctions = async (options: FunctionOptions = {}): Promise<InterceptedFunctions> => {
  const functions = await startFunctions(options)
  const { aws, sandbox } = functions
  const [providerUrl = ''] = Object.values(sandbox.urls)
  const provider = new URL(providerUrl).origin
  const connections = await startSocketConnections()
  const interception = await startInterception(aws.engines, { 'execute-api': connections.url, provider })
  aws.direct.set(new URL(interception.endpoint).host, interception.direct)
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
