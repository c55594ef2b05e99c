import type { PolicyStatement } from '../deployment.ts'
import { conditionsHold } from './iamConditions.ts'
import { matchesPattern } from './pattern.ts'

export interface AccessRequest {
  /** `dynamodb:PutItem` */
  readonly action: string
  readonly resource: string
  /** The values of the request's condition keys, by lower-case key. */
  readonly conditionKeys: Readonly<Record<string, readonly string[]>>
}

/** An action and a resource as a statement spells them. */
export interface Permission {
  readonly action: string
  readonly resource: string
}

export type Decision =
  | { readonly allowed: true; readonly by: readonly Permission[] }
  | { readonly allowed: false; readonly because: 'explicit deny' | 'no statement allows it' }

/**
 * Evaluates a role's identity policies: an explicit deny wins, and an action that no statement allows is denied.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
export const decide = (statements: readonly PolicyStatement[], request: AccessRequest): Decision => {
  const by: Permission[] = []
  for (const statement of statements) {
    const matched = permissionsOf(statement).filter((permission) => covers(permission, request))
    if (matched.length === 0 || !conditionsHold(statement.conditions, request.conditionKeys)) continue
    if (statement.effect === 'Deny') return { allowed: false, because: 'explicit deny' }
    by.push(...matched)
  }
  return by.length > 0 ? { allowed: true, by } : { allowed: false, because: 'no statement allows it' }
}

/** Every pair of action and resource of a statement. */
export const permissionsOf = (statement: PolicyStatement): Permission[] =>
  statement.actions.flatMap((action) => statement.resources.map((resource) => ({ action, resource })))

const covers = (permission: Permission, request: AccessRequest): boolean =>
  matchesPattern(permission.action.toLowerCase(), request.action.toLowerCase()) &&
  matchesPattern(permission.resource, request.resource)
