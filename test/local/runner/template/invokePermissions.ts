import * as z from 'zod/mini'
import { decide } from '../aws/iam.ts'
import { matchesPattern } from '../aws/pattern.ts'
import type { RoleResource } from '../deployment.ts'
import { noEffect } from './parse.ts'
import type { NamedResource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

const Permission = z.strictObject({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.optional(z.string()),
  ...noEffect('there is one account', 'SourceAccount'),
})

/** A trigger and the function that it invokes. */
export interface Invocation {
  /** The logical id of the route, rule or schedule. */
  readonly logicalId: string
  readonly principal: 'apigateway.amazonaws.com' | 'events.amazonaws.com'
  readonly sourceArn: string
  readonly target: Pick<NamedResource, 'logicalId' | 'name' | 'arn'>
}

export type InvokePermission = z.infer<typeof Permission>

export const readInvokePermissions = (stacks: Stacks): InvokePermission[] =>
  stacks.all('AWS::Lambda::Permission', Permission).map(({ properties }) => properties)

/**
 * AWS deploys a trigger that its function does not permit, and then answers each request with 500 or drops each event. Here that is
 * refused at the start.
 *
 * @throws TemplateError
 * @see https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html
 */
export const checkInvokePermission = (permissions: readonly InvokePermission[], invocation: Invocation): void => {
  const { logicalId, principal, sourceArn, target } = invocation
  const admitted = permissions.some(
    ({ Action, FunctionName, Principal, SourceArn }) =>
      (FunctionName === target.arn || FunctionName === target.name) &&
      matchesPattern(Action, 'lambda:InvokeFunction') &&
      Principal === principal &&
      (SourceArn === undefined || matchesPattern(SourceArn, sourceArn)),
  )
  if (admitted) return
  throw new TemplateError(logicalId, `${target.logicalId} does not permit ${principal} to invoke it for ${sourceArn}`)
}

/**
 * Checks the role that the gateway assumes in place of a permission. AWS answers each request with 500 if the role does not allow it.
 *
 * @throws TemplateError
 */
export const checkInvokingRole = (roleArn: string, roles: readonly RoleResource[], invocation: Invocation): void => {
  const { logicalId, principal, target } = invocation
  const role = roles.find(({ arn }) => arn === roleArn)
  if (!role) throw new TemplateError(logicalId, `the role ${roleArn} is not in the template`)
  checkRole(logicalId, role, [{ action: 'lambda:InvokeFunction', resource: target.arn }])
  if (!role.services.includes(principal))
    throw new TemplateError(logicalId, `the role ${role.logicalId} does not let ${principal} assume it`)
}

/**
 * Checks a role as AWS does before it creates a mapping or a schedule with it.
 *
 * @throws TemplateError
 */
export const checkRole = (
  logicalId: string,
  role: RoleResource | undefined,
  needs: readonly { readonly action: string; readonly resource: string }[],
): void => {
  for (const need of needs) {
    const decision = decide(role?.statements ?? [], { ...need, conditionKeys: {} })
    if (!decision.allowed) {
      throw new TemplateError(
        logicalId,
        `the role ${role?.logicalId} does not allow ${need.action} on ${need.resource}`,
      )
    }
  }
}
