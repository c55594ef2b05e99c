import { decide } from '../aws/iam.ts'
import { PolicyDocument, statementsOf } from '../aws/policyDocument.ts'
import type { LambdaAuthorizerResource } from '../deployment.ts'
import type { InvocationResult, InvokeFunction } from '../lambda/invocation.ts'
import { invokedInTime } from './gatewayAnswer.ts'
import type { GatewayRequest } from './gatewayRequest.ts'
import { identityAt } from './identitySource.ts'

/** The authorizer's findings about the caller. */
export interface LambdaAuthorization {
  readonly principalId: string | undefined
  readonly context: Readonly<Record<string, unknown>>
}

export type LambdaVerdict =
  | { readonly kind: 'allowed'; readonly authorization: LambdaAuthorization }
  /** The identity is missing, or the function refuses it with the error `Unauthorized`. */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'denied'; readonly isExplicit: boolean }
  | { readonly kind: 'failed' }

export interface AuthorizerCall {
  readonly authorizer: LambdaAuthorizerResource
  readonly request: GatewayRequest
  /** The ARN of the method or route, for which the policy must allow `execute-api:Invoke`. */
  readonly arn: string
  /** Makes the event from the values of the identity sources. */
  readonly eventOf: (identities: readonly string[]) => unknown
}

/** Answers that are kept at most. */
const mostAnswers = 1000

const unauthorized: LambdaVerdict = { kind: 'unauthorized' }
const failed: LambdaVerdict = { kind: 'failed' }

/**
 * The function that asks a Lambda authorizer about a request, or takes the answer that it gave before for the same identity. A kept policy is
 * applied to the method that is called now.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export const lambdaAuthorizer = (
  invoke: InvokeFunction,
  now: () => number,
  limitMilliseconds: number,
): ((call: AuthorizerCall) => Promise<LambdaVerdict>) => {
  const kept = new Map<string, { readonly payload: unknown; readonly until: number }>()

  return async ({ authorizer, request, arn, eventOf }) => {
    const { logicalId, functionLogicalId, identitySources, tokenPattern, cacheSeconds } = authorizer
    const found = identitySources.map((source) => identityAt(source, request))
    const identities = found.filter((identity) => identity !== undefined)
    if (identities.length < found.length) return unauthorized
    if (tokenPattern !== undefined && !new RegExp(tokenPattern).test(identities[0] ?? '')) return unauthorized
    const key = JSON.stringify([logicalId, ...identities])
    const before = kept.get(key)
    if (before !== undefined && before.until > now()) return verdictFrom(before.payload, authorizer, arn)
    const result = await invokedInTime(invoke, functionLogicalId, eventOf(identities), limitMilliseconds)
    if (result === 'late' || result.kind !== 'success') return isUnauthorized(result) ? unauthorized : failed
    const verdict = verdictFrom(result.payload, authorizer, arn)
    if (verdict.kind === 'failed' || cacheSeconds === 0 || identities.length === 0) return verdict
    if (kept.size >= mostAnswers) kept.clear()
    kept.set(key, { payload: result.payload, until: now() + cacheSeconds * 1000 })
    return verdict
  }
}

const isUnauthorized = (result: InvocationResult | 'late'): boolean =>
  result !== 'late' && result.kind === 'error' && result.errorMessage === 'Unauthorized'

const verdictFrom = (
  payload: unknown,
  { answersSimply, event }: LambdaAuthorizerResource,
  arn: string,
): LambdaVerdict => {
  if (typeof payload !== 'object' || payload === null) return failed
  const { isAuthorized, principalId, policyDocument, context } = payload as Readonly<Record<string, unknown>>
  const isOfRestApi = event === 'TOKEN' || event === 'REQUEST'
  const known = contextFrom(context, isOfRestApi)
  if (known === undefined) return failed
  const authorization = { principalId: typeof principalId === 'string' ? principalId : undefined, context: known }
  if (answersSimply && typeof isAuthorized !== 'boolean') return failed
  if (answersSimply) return isAuthorized ? { kind: 'allowed', authorization } : { kind: 'denied', isExplicit: false }
  const { success, data } = PolicyDocument.safeParse(policyDocument)
  const statements = success ? statementsOf(data) : []
  // Conditions of such policies are not imitated.
  if (!success || statements.some(({ conditions }) => Object.keys(conditions).length > 0)) return failed
  const decision = decide(statements, { action: 'execute-api:Invoke', resource: arn, conditionKeys: {} })
  if (decision.allowed) return { kind: 'allowed', authorization }
  return { kind: 'denied', isExplicit: decision.because === 'explicit deny' }
}

/** A REST API takes scalars only, and hands them on as texts; undefined for another context. */
const contextFrom = (context: unknown, isOfRestApi: boolean): Record<string, unknown> | undefined => {
  if (context === undefined || context === null) return {}
  if (typeof context !== 'object' || Array.isArray(context)) return undefined
  if (!isOfRestApi) return { ...context }
  const entries = Object.entries(context).filter(([, value]) => value !== null)
  if (entries.some(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))) return undefined
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
