import type { RoleResource } from '../deployment.ts'
import { checkInvokePermission, checkInvokingRole, readInvokePermissions } from './invokePermissions.ts'
import type { NamedResource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

/** A function that the gateway calls: behind an integration, or as an authorizer. */
interface GatewayCall {
  readonly logicalId: string
  /** The function's ARN, or the address through which API Gateway invokes it. */
  readonly uri: string | undefined
  /** The role that the gateway assumes in place of a permission of the function. */
  readonly roleArn: string | undefined
  /** API, stage, method and path, or API and authorizer. */
  readonly path: string
}

/** @throws TemplateError when there is no such function, or when the gateway may not call it */
export type GatewayTargets = (call: GatewayCall) => NamedResource

export const gatewayTargets = (stacks: Stacks, roles: readonly RoleResource[]): GatewayTargets => {
  const functions = stacks.named('AWS::Lambda::Function')
  const permissions = readInvokePermissions(stacks)
  return ({ logicalId, uri = '', roleArn, path }) => {
    const target = functions.find(
      ({ arn }) => uri === arn || uri.endsWith(`:lambda:path/2015-03-31/functions/${arn}/invocations`),
    )
    if (!target) throw new TemplateError(logicalId, `the target ${uri} is not a function of the template`)
    const sourceArn = `arn:aws:execute-api:${stacks.region}:${stacks.accountId}:${path}`
    const invocation = { logicalId, principal: 'apigateway.amazonaws.com', sourceArn, target } as const
    if (roleArn === undefined) checkInvokePermission(permissions, invocation)
    else checkInvokingRole(roleArn, roles, invocation)
    return target
  }
}
