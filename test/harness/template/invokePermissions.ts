import * as z from 'zod/mini'
import { matchesPattern } from '../aws/pattern.ts'
import { noEffect } from './parse.ts'
import type { NamedResource, Stack } from './stack.ts'
import { TemplateError } from './templateError.ts'

const Permission = z.strictObject({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.optional(z.string()),
  SourceAccount: noEffect('there is one account'),
})

export type InvokePermission = z.infer<typeof Permission>

export function readInvokePermissions(stack: Stack): InvokePermission[] {
  return stack.all('AWS::Lambda::Permission', Permission).map(({ properties }) => properties)
}

/**
 * AWS deploys a route whose function does not admit the API, and answers each of its calls with 500; here it is found at the start.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function checkInvokePermission(check: {
  readonly stack: Stack
  readonly permissions: readonly InvokePermission[]
  readonly apiId: string
  readonly routeLogicalId: string
  readonly routeKey: string
  readonly target: NamedResource
}): void {
  const { stack, permissions, apiId, routeKey, target } = check
  const source = `arn:aws:execute-api:${stack.region}:${stack.accountId}:${apiId}/${sourcePath(routeKey)}`
  const admitted = permissions.some(
    ({ Action, FunctionName, Principal, SourceArn }) =>
      (FunctionName === target.arn || FunctionName === target.name) &&
      matchesPattern(Action, 'lambda:InvokeFunction') &&
      Principal === 'apigateway.amazonaws.com' &&
      (SourceArn === undefined || matchesPattern(SourceArn, source)),
  )
  if (admitted) return
  throw new TemplateError(
    check.routeLogicalId,
    `${target.logicalId} does not permit the API to invoke it for ${routeKey}`,
  )
}

/** Stage, method and path of a call; stage and method of `$connect` and the like stand as one. */
function sourcePath(routeKey: string): string {
  const [method, path] = routeKey.split(' ')
  return path === undefined ? `stage/${method}` : `stage/${method}${path}`
}
