import * as z from 'zod/mini'
import type { FunctionResource } from '../deployment.ts'
import { integer, noEffect, text } from './parse.ts'
import type { NamedResource, Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

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
  ...noEffect('the bundles hold no machine code', 'Architectures'),
  ...noEffect('locally an asynchronous invocation has one attempt, and its failure is logged', 'DeadLetterConfig'),
  ...noEffect('a text for people', 'Description'),
  ...noEffect('functions write no files', 'EphemeralStorage'),
  ...noEffect('encryption at rest', 'KmsKeyArn'),
  ...noEffect('logs go to the terminal', 'LoggingConfig'),
  ...noEffect('the harness lets no function call itself', 'RecursiveLoop'),
  ...noEffect('the harness runs on its own Node', 'RuntimeManagementConfig'),
  ...noEffect('observation only', 'Tags', 'TracingConfig'),
})

/** Child constructs without a name of their own: the id of `listAnnouncers/Function/Resource` is `listAnnouncers`. */
const anonymous = new Set(['Resource', 'Default', 'Function', 'Handler'])

export const readFunctions = (stacks: Stacks): FunctionResource[] => {
  const roles = stacks.named('AWS::IAM::Role')
  return stacks.each(stacks.all('AWS::Lambda::Function', Lambda), (resource) => {
    const { logicalId, name, arn, properties } = resource
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
      environment: properties.Environment?.Variables ?? {},
      roleLogicalId: role.logicalId,
      reservedConcurrency: properties.ReservedConcurrentExecutions,
    }
  })
}

const idOf = ({ logicalId, constructPath }: NamedResource): string => {
  const id = constructPath?.split('/').findLast((part) => !anonymous.has(part))
  if (id === undefined) throw new TemplateError(logicalId, 'its construct path is not in the assembly')
  return id
}
