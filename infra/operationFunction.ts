import type { Construct } from 'constructs'
import {
  bucketVariable,
  clientIdVariable,
  issuerVariable,
  messengerAliasVariable,
  originDigestsVariable,
  ownSystemVariable,
  selfSignUpVariable,
  signInUrlVariable,
  tokenScopeVariable,
  webSocketUrlVariable,
} from '../shared/contract/environmentNames.ts'
import { accessOf, type Operation } from '../shared/contract/operation.ts'
import type { Identity } from './identity.ts'
import { type FunctionSurroundings, ServiceFunction } from './serviceFunction.ts'
import type { Settings } from './settings.ts'

export interface OperationFunctionProps
  extends FunctionSurroundings,
    Partial<Pick<Settings, 'issuer' | 'adminClaim' | 'adminScope' | 'originDigests'>> {
  /** The token's claim that holds the recipient's id. */
  readonly recipientClaim: string
  /** The system name that stands for the payments of all gateways in filters. */
  readonly ownSystem: string
  /** The second name of the messenger in paths. */
  readonly messengerAlias?: string | undefined
  readonly identity: Identity
  /** Concurrent invocations that are reserved for each function that receives webhooks. */
  readonly webhookConcurrency?: number | undefined
}

/** Marks the administrators of another issuer; those of the stack's own user pool are a group. */
const adminVariables = ({
  issuer,
  adminClaim = 'groups',
  adminScope,
}: OperationFunctionProps): Record<string, string> => {
  if (issuer === undefined) return {}
  return adminScope === undefined ? { ADMIN_CLAIM: adminClaim } : { ADMIN_SCOPE: adminScope }
}

const signInVariables = ({ issuer, signIn, scope }: Identity): Record<string, string> => ({
  [issuerVariable]: issuer,
  [signInUrlVariable]: signIn.url,
  [clientIdVariable]: signIn.clientId,
  ...(signIn.selfSignUp && { [selfSignUpVariable]: 'true' }),
  ...(scope !== undefined && { [tokenScopeVariable]: scope }),
})

const environmentOf = (
  { auth, webSocketUrl, signIn, uploadsUrl, ownSystem, messengerAlias }: Operation,
  props: OperationFunctionProps,
): Record<string, string> => ({
  ...(auth !== 'none' && props.recipientClaim !== 'sub' && { RECIPIENT_CLAIM: props.recipientClaim }),
  ...(auth !== 'none' && adminVariables(props)),
  ...(props.originDigests && { [originDigestsVariable]: props.originDigests.join() }),
  ...(webSocketUrl && { [webSocketUrlVariable]: props.resources.connections.webSocketUrl }),
  ...(signIn && signInVariables(props.identity)),
  ...(uploadsUrl && { [bucketVariable('uploads')]: props.resources.buckets.uploads.bucketName }),
  ...(ownSystem && { [ownSystemVariable]: props.ownSystem }),
  ...(messengerAlias && props.messengerAlias !== undefined && { [messengerAliasVariable]: props.messengerAlias }),
})

/** The function of one operation of the interface. */
export class OperationFunction extends ServiceFunction {
  constructor(scope: Construct, operation: Operation, props: OperationFunctionProps) {
    const { id, area, providers, publicUrl, timeoutSeconds, memoryMb } = operation
    const definition = {
      id,
      logs: area,
      access: accessOf(operation),
      providers,
      publicUrl,
      timeoutSeconds,
      memoryMb,
    }
    const reservedConcurrency = operation.rawBody ? props.webhookConcurrency : undefined
    super(scope, definition, { ...props, environment: environmentOf(operation, props), reservedConcurrency })
  }
}
