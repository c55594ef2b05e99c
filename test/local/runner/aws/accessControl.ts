import type { Deployment, FunctionResource, RoleResource } from '../deployment.ts'
import { AccessDenied } from './engineHandler.ts'
import { decide, permissionsOf } from './iam.ts'
import { unknownCondition } from './iamConditions.ts'

/** A permission that a role grants and that its function did not need in this run. */
export interface UnusedPermission {
  readonly functionId: string
  readonly action: string
  readonly resource: string
}

export interface AccessControl {
  /** @throws AccessDenied in AWS's own words */
  authorize(
    caller: FunctionResource,
    action: string,
    resource: string,
    conditionKeys?: Readonly<Record<string, readonly string[]>>,
  ): void
  unusedPermissions(): UnusedPermission[]
}

/** The services that the endpoint imitates. Permissions of other services cannot be checked for use. */
export const imitatedServices: ReadonlySet<string> = new Set(['dynamodb', 's3', 'kms', 'ssm', 'sqs', 'execute-api'])
/** Actions that Lambda's event source mappings perform with the function's role. */
const usedByMappings = new Set([
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
])

/**
 * Holds every function to its role in the template.
 *
 * @throws Error at once when a role has a condition that is not imitated
 */
export const createAccessControl = (deployment: Deployment): AccessControl => {
  const roles = new Map(deployment.roles.map((role) => [role.logicalId, role]))
  const used = new Set<string>()
  const deadLetterArns = deadLetterArnsOf(deployment)
  for (const role of roles.values()) checkConditions(role)
  return {
    authorize: (caller, action, resource, conditionKeys = {}) => {
      const role = roles.get(caller.roleLogicalId)
      const keys = { ...globalKeys(deployment, role), ...lowerCaseKeys(conditionKeys) }
      const decision = decide(role?.statements ?? [], { action, resource, conditionKeys: keys })
      if (!decision.allowed)
        throw new AccessDenied(denial(deployment, caller, action, resource, decision.because), action, resource)
      for (const permission of decision.by) used.add(keyOf(caller.id, permission.action, permission.resource))
    },
    unusedPermissions: () =>
      deployment.functions
        .flatMap((owner) => grantsOf(owner, roles.get(owner.roleLogicalId), deadLetterArns))
        .filter(({ functionId, action, resource }) => !used.has(keyOf(functionId, action, resource))),
  }
}

const checkConditions = (role: RoleResource): void => {
  for (const { conditions, resources } of role.statements) {
    const variable = resources.find((resource) => resource.includes('${'))
    const problem = variable ? `the policy variable of ${variable} is not imitated` : unknownCondition(conditions)
    if (problem !== undefined) throw new Error(`${role.logicalId}: ${problem}`)
  }
}

/** Lambda sends there with the function's role when it gives up. */
const deadLetterArnsOf = ({ queues, functions, eventSourceMappings }: Deployment): ReadonlySet<string> => {
  const destinations = new Set([
    ...eventSourceMappings.map(({ deadLetterQueueLogicalId }) => deadLetterQueueLogicalId),
    ...functions.flatMap(({ asynchronous }) => [
      asynchronous?.deadLetterQueueLogicalId,
      asynchronous?.onFailureQueueLogicalId,
      asynchronous?.onSuccessQueueLogicalId,
    ]),
  ])
  return new Set(queues.flatMap(({ logicalId, arn }) => (destinations.has(logicalId) ? [arn] : [])))
}

const grantsOf = (
  owner: FunctionResource,
  role: RoleResource | undefined,
  deadLetterArns: ReadonlySet<string>,
): UnusedPermission[] => {
  const statements = role?.statements.filter(({ effect }) => effect === 'Allow') ?? []
  return statements
    .flatMap(permissionsOf)
    .filter(({ action }) => imitatedServices.has(action.split(':')[0] ?? '') && !usedByMappings.has(action))
    .filter(({ action, resource }) => action !== 'sqs:SendMessage' || !deadLetterArns.has(resource))
    .map(({ action, resource }) => ({ functionId: owner.id, action, resource }))
}

const globalKeys = (deployment: Deployment, role: RoleResource | undefined): Record<string, readonly string[]> => ({
  'aws:securetransport': ['true'],
  'aws:requestedregion': [deployment.region],
  'aws:principalaccount': [deployment.accountId],
  'aws:resourceaccount': [deployment.accountId],
  'aws:principalarn': [role?.arn ?? ''],
})

const lowerCaseKeys = (keys: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(keys).map(([key, values]) => [key.toLowerCase(), values]))

const denial = (
  deployment: Deployment,
  caller: FunctionResource,
  action: string,
  resource: string,
  because: string,
): string => {
  const role = deployment.roles.find(({ logicalId }) => logicalId === caller.roleLogicalId)
  const roleName = role?.arn.split('/').at(-1) ?? caller.roleLogicalId
  const user = `arn:aws:sts::${deployment.accountId}:assumed-role/${roleName}/${caller.name}`
  const reason =
    because === 'explicit deny'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${action} action`
  return `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`
}

const keyOf = (functionId: string, action: string, resource: string): string => `${functionId} ${action} ${resource}`
