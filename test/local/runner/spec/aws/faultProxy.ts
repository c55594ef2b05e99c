import { createFaultInjector } from '../../aws/faultInjection.ts'
import type { FaultPlan } from '../../aws/faults.ts'
import { createForwarder } from '../../aws/forwarder.ts'
import { startLocalServer } from '../../aws/localServer.ts'
import { operationName, unsignedService } from '../../aws/operationName.ts'
import { signatureOf } from '../../aws/signatureV4.ts'

export interface FaultProxy {
  readonly endpoint: string
  setFaults(plan: FaultPlan): void
  stop(): Promise<void>
}

/**
 * Faults around a plain engine, without a deployment or permissions: for tests of functions and repositories.
 *
 * @param options.target the engine's address
 */
export const startFaultProxy = async (options: {
  readonly target: string
  readonly faults?: FaultPlan
}): Promise<FaultProxy> => {
  const forwarder = createForwarder(options.target)
  const faults = createFaultInjector(options.faults)
  const server = await startLocalServer(async (request) => {
    const service = signatureOf(request)?.service ?? unsignedService(request)
    const action = operationName(service, request)
    const call = { service, action, functionId: undefined, body: request.body }
    const { outcome } = await faults.send(call, (body) => forwarder.forward({ ...request, body }))
    return outcome
  })
  return {
    endpoint: server.endpoint,
    setFaults: faults.setPlan,
    stop: async () => {
      await server.stop()
      forwarder.close()
    },
  }
}
