import type { Construct } from 'constructs'
import { accessOf, type Operation } from '../shared/contract/operation.ts'
import { type FunctionSurroundings, ServiceFunction } from './serviceFunction.ts'

export interface OperationFunctionProps extends FunctionSurroundings {
  /** The token's claim that holds the recipient's id. */
  readonly recipientClaim: string
}

/** The function of one operation of the interface. */
export class OperationFunction extends ServiceFunction {
  constructor(scope: Construct, operation: Operation, props: OperationFunctionProps) {
    const { id, providers, timeout, memory, auth } = operation
    const claim: Record<string, string> =
      auth === 'none' || props.recipientClaim === 'sub' ? {} : { RECIPIENT_CLAIM: props.recipientClaim }
    super(scope, { id, access: accessOf(operation), providers, timeout, memory }, { ...props, environment: claim })
  }
}
