import type { Construct } from 'constructs'
import type { SocketRoute } from '../shared/areas/realtime/contract.ts'
import { socketFolder } from './bundling/functionEntries.ts'
import type { Identity } from './identity.ts'
import { type FunctionSurroundings, ServiceFunction } from './serviceFunction.ts'

export interface SocketFunctionProps extends FunctionSurroundings {
  readonly identity: Identity
  /** The token's claim that holds the recipient's id. */
  readonly recipientClaim: string
}

/** The function of one route of the WebSocket API, whose gateway verifies no tokens. */
export class SocketFunction extends ServiceFunction {
  constructor(scope: Construct, { id, access, verifiesTokens }: SocketRoute, props: SocketFunctionProps) {
    const { identity, recipientClaim } = props
    const environment = {
      ISSUER: identity.issuer,
      AUDIENCE: identity.audience.join(','),
      RECIPIENT_CLAIM: recipientClaim,
      ...(identity.scope !== undefined && { SCOPE: identity.scope }),
    }
    super(scope, { id, logs: socketFolder, access }, { ...props, ...(verifiesTokens && { environment }) })
  }
}
