import type { GatewayHandler, RequestHandlerOptions } from './gatewayAnswer.ts'
import { requestHandler } from './requestHandler.ts'
import { restRequestHandler } from './restRequestHandler.ts'

/** The gateway of the deployment's HTTP API or REST API. */
export const gatewayHandler = (options: RequestHandlerOptions): GatewayHandler => {
  const { rest } = options.deployment.httpApi
  return rest ? restRequestHandler(options, rest) : requestHandler(options)
}
