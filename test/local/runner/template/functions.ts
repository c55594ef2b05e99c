import * as z from 'zod/mini'
import type { FunctionResource, QueueResource, RoleResource } from '../deployment.ts'
import { reservedVariables } from '../lambda/environment.ts'
import { integer, noEffect, text } from './parse.ts'
import type { NamedResource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'
import { withAsynchronous } from './withAsynchronous.ts'

const Lambda = z.strictObject({
  FunctionName: z.optional(z.string()),
  Runtime: z.string().check(z.regex(/^nodejs/)),
  Handler: z.string(),
  Code: z.strictObject({ S3Bucket: z.string(), S3Key: z.string() }),
  Role: z.string(),
  Timeout: z.optional(integer),
  MemorySize: z.optional(integer),
  Environment: z.optional(z.strictObject({ Variables: z.record(z.string(), text) })),
  ReservedConcurrentExecutions: z.optional(integer),
  PackageType: z.optional(z.literal('Zip')),
  DeadLetterConfig: z.optional(z.strictObject({ TargetArn: z.optional(z.string()) })),
  ...noEffect('functions run on the processor of this machine', 'Architectures'),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('/tmp is that of this machine, and as large', 'EphemeralStorage'),
  ...noEffect('encryption at rest', 'KmsKeyArn'),
  LoggingConfig: z.optional(
    z.strictObject({
      LogGroup: z.optional(z.string()),
      ...noEffect('lines go to the terminal as they are written', 'ApplicationLogLevel', 'LogFormat', 'SystemLogLevel'),
    }),
  ),
  ...noEffect('a function that calls itself through a queue is not stopped here', 'RecursiveLoop'),
  ...noEffect('functions run on the version of Node.js that is installed here', 'RuntimeManagementConfig'),
  ...noEffect('observation only', 'Tags', 'TracingConfig'),
})

/** The CDK marks those before it as no longer supported: Lambda creates no such function. */
const leastMajor = 20

const checkRuntime = (logicalId: string, runtime: string): void => {
  const [, major] = /^nodejs(\d+)\.x$/.exec(runtime) ?? []
  if (Number(major) >= leastMajor) return
  throw new TemplateError(`${logicalId}.Runtime`, `Lambda creates no function of ${runtime} any more`)
}

/** Child constructs without a name of their own: the id of `listAnnouncers/Function/Resource` is `listAnnouncers`. */
const anonymous = new Set(['Resource', 'Default', 'Function', 'Handler'])

export const readFunctions = (
  stacks: Stacks,
  queues: readonly QueueResource[],
  roles: readonly RoleResource[],
): FunctionResource[] => {
  const functions = stacks.each(stacks.all('AWS::Lambda::Function', Lambda), (resource) => {
    const { logicalId, name, arn, properties } = resource
    checkRuntime(logicalId, properties.Runtime)
    const environment = properties.Environment?.Variables ?? {}
    const reserved = Object.keys(environment).find((variable) => reservedVariables.has(variable))
    if (reserved !== undefined) throw new TemplateError(`${logicalId}.Environment`, `Lambda reserves ${reserved}`)
    const role = roles.find((candidate) => candidate.arn === properties.Role)
    if (!role) throw new TemplateError(logicalId, `its role ${properties.Role} is not in the template`)
    const codeFolder = stacks.assetFolders.get(properties.Code.S3Key)
    if (!codeFolder) throw new TemplateError(logicalId, `its code ${properties.Code.S3Key} is not among the assets`)
    return {
      logicalId,
      id: idOf(resource),
      name,
      arn,
      runtime: properties.Runtime,
      handler: properties.Handler,
      codeFolder,
      timeoutSeconds: properties.Timeout ?? 3,
      memoryMegabytes: properties.MemorySize ?? 128,
      environment,
      roleLogicalId: role.logicalId,
      reservedConcurrency: properties.ReservedConcurrentExecutions,
      logGroup: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`,
      deadLetterTargetArn: properties.DeadLetterConfig?.TargetArn,
    }
  })
  return withAsynchronous(stacks, functions, queues, roles)
}

const idOf = ({ logicalId, constructPath }: NamedResource): string => {
  const id = constructPath?.split('/').findLast((part) => !anonymous.has(part))
  if (id === undefined) throw new TemplateError(logicalId, 'its construct path is not in the assembly')
  return id
}
