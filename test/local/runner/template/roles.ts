import * as z from 'zod/mini'
import { oneOrMore, PolicyDocument, statementsOf } from '../aws/policyDocument.ts'
import type { RoleResource } from '../deployment.ts'
import { noEffect } from './parse.ts'
import type { Stacks } from './stacks.ts'

/** Managed policies that allow nothing of the imitated services, only logs, traces and backups. */
const managedPolicies =
  /:iam::aws:policy\/(service-role\/(AWSLambdaBasicExecutionRole|AmazonAPIGatewayPushToCloudWatchLogs|AWSBackupServiceRolePolicyForBackup)|AWSXRayDaemonWriteAccess|AWSXrayWriteOnlyAccess)$/

/** Only service principals are read, because services invoke functions with a role. */
const principals = z.optional(z.union([z.string(), z.looseObject({ Service: z.optional(oneOrMore) })]))
const Role = z.strictObject({
  RoleName: z.optional(z.string()),
  Path: z.optional(z.literal('/')),
  ManagedPolicyArns: z.optional(z.array(z.string().check(z.regex(managedPolicies)))),
  Policies: z.optional(z.array(z.strictObject({ PolicyName: z.string(), PolicyDocument }))),
  AssumeRolePolicyDocument: z.looseObject({ Statement: z.optional(z.array(z.looseObject({ Principal: principals }))) }),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('credentials last for the run', 'MaxSessionDuration'),
  ...noEffect('observation only', 'Tags'),
})
const Policy = z.strictObject({ PolicyName: z.string(), PolicyDocument, Roles: z.array(z.string()) })

/** Every role with the statements of its inline and of its attached policies. */
export const readRoles = (stacks: Stacks): RoleResource[] => {
  const policies = stacks.all('AWS::IAM::Policy', Policy)
  return stacks.all('AWS::IAM::Role', Role).map(({ logicalId, name, arn, properties }) => {
    const attached = policies.filter((policy) => policy.properties.Roles.includes(name))
    const documents = [
      ...(properties.Policies ?? []).map((inline) => inline.PolicyDocument),
      ...attached.map((policy) => policy.properties.PolicyDocument),
    ]
    const services = servicesOf(properties.AssumeRolePolicyDocument)
    return { logicalId, arn, services, statements: documents.flatMap(statementsOf) }
  })
}

const servicesOf = ({ Statement: statements = [] }: z.infer<typeof Role>['AssumeRolePolicyDocument']): string[] =>
  statements.flatMap(({ Principal }) => (typeof Principal === 'object' ? (Principal.Service ?? []) : []))
