import type { Construct } from 'constructs'
import { accessOf, type Operation } from '../shared/contract/operation.ts'
import { webSocketUrlVariable } from '../shared/contract/resources.ts'
import { type FunctionSurroundings, ServiceFunction } from './serviceFunction.ts'

export interface OperationFunctionProps extends FunctionSurroundings {
  /** The token's claim that holds the recipient's id. */
  readonly recipientClaim: string
  /** Concurrent invocations that are reserved for each function that receives webhooks. */
  readonly webhookConcurrency?: number | undefined
}

const environmentOf = (
  { auth, webSocketUrl }: Operation,
  { recipientClaim, resources }: OperationFunctionProps,
): Record<string, string> => ({
  ...(auth !== 'none' && recipientClaim !== 'sub' && { RECIPIENT_CLAIM: recipientClaim }),
  ...(webSocketUrl && { [webSocketUrlVariable]: resources.connections.webSocketUrl }),
})

/** The function of one operation of the interface. */
export class OperationFunction extends ServiceFunction {
  constructor(scope: Construct, operation: Operation, props: OperationFunctionProps) {
    const { id, area, providers, publicUrl, timeoutSeconds, memoryMb } = operation
    const definition = { id, area, access: accessOf(operation), providers, publicUrl, timeoutSeconds, memoryMb }
    const reservedConcurrency = operation.rawBody ? props.webhookConcurrency : undefined
    super(scope, definition, { ...props, environment: environmentOf(operation, props), reservedConcurrency })
  }
}
