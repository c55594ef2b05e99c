import * as z from 'zod/mini'
import { defaultAsynchronous, type FunctionResource, type QueueResource, type RoleResource } from '../deployment.ts'
import { checkRole } from './invokePermissions.ts'
import { integer } from './parse.ts'
import type { Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

const Destination = z.optional(z.strictObject({ Destination: z.string() }))
const Config = z.strictObject({
  FunctionName: z.string(),
  Qualifier: z.literal('$LATEST'),
  MaximumRetryAttempts: z.optional(integer),
  MaximumEventAgeInSeconds: z.optional(integer),
  DestinationConfig: z.optional(z.strictObject({ OnFailure: Destination, OnSuccess: Destination })),
})

/** A function, and where its failed events go if they go anywhere. */
type Target = FunctionResource & { readonly deadLetterTargetArn: string | undefined }

/** Completes the functions with the settings of their asynchronous invocations. */
export const withAsynchronous = (
  stacks: Stacks,
  functions: readonly Target[],
  queues: readonly QueueResource[],
  roles: readonly RoleResource[],
): FunctionResource[] => {
  const configs = stacks.all('AWS::Lambda::EventInvokeConfig', Config)
  return stacks.each(functions, ({ deadLetterTargetArn, ...target }) => {
    /** The queue, to which Lambda sends with the role of the function. */
    const queueAt = (place: string, arn: string | undefined): string | undefined => {
      if (arn === undefined) return undefined
      const queue = queues.find((candidate) => candidate.arn === arn)
      if (queue === undefined) throw new TemplateError(place, `the destination ${arn} is not imitated, only queues`)
      const role = roles.find(({ logicalId }) => logicalId === target.roleLogicalId)
      checkRole(place, role, [{ action: 'sqs:SendMessage', resource: arn }])
      return queue.logicalId
    }
    const deadLetterQueueLogicalId = queueAt(target.logicalId, deadLetterTargetArn)
    const isOfTarget = (name: string) => name === target.name || name === target.arn
    const [ofTarget] = configs.filter(({ properties }) => isOfTarget(properties.FunctionName))
    if (ofTarget === undefined && deadLetterQueueLogicalId === undefined) return target
    const { MaximumRetryAttempts, MaximumEventAgeInSeconds, DestinationConfig } = ofTarget?.properties ?? {}
    const place = ofTarget?.logicalId ?? target.logicalId
    return {
      ...target,
      asynchronous: {
        maximumRetryAttempts: MaximumRetryAttempts ?? defaultAsynchronous.maximumRetryAttempts,
        maximumAgeSeconds: MaximumEventAgeInSeconds ?? defaultAsynchronous.maximumAgeSeconds,
        deadLetterQueueLogicalId,
        onFailureQueueLogicalId: queueAt(place, DestinationConfig?.OnFailure?.Destination),
        onSuccessQueueLogicalId: queueAt(place, DestinationConfig?.OnSuccess?.Destination),
      },
    }
  })
}
