import { isDeepStrictEqual } from 'node:util'
import { type CloudFormationClient, GetStackPolicyCommand, SetStackPolicyCommand } from '@aws-sdk/client-cloudformation'
import { fixedProperties } from '../compatibility/storedSchema.ts'
import { templateResources } from './stackResources.ts'

type Client = Pick<CloudFormationClient, 'send'>

/** The types of the data stack that hold data or addresses. */
const keptTypes = Object.keys(fixedProperties)

const everything = { Effect: 'Allow', Principal: '*', Action: 'Update:*', Resource: '*' } as const
const denied = { Effect: 'Deny', Principal: '*', Action: ['Update:Replace', 'Update:Delete'] } as const

/** Nothing that holds data or addresses is replaced or removed, in whatever way the stack is updated. */
const closed = {
  Statement: [everything, { ...denied, Resource: '*', Condition: { StringEquals: { ResourceType: keptTypes } } }],
}

/** Whether the policy of a stack is the one that keeps everything. */
export const keepsEverything = (body: string): boolean => isDeepStrictEqual(JSON.parse(body), closed)

/** A policy knows no exceptions, so each resource that stays is named. */
const openFor = async (client: Client, stackName: string, contracted: readonly string[]) => {
  const resources = await templateResources(client, stackName)
  const staying = Object.entries(resources).flatMap(([id, { Type }]) =>
    keptTypes.includes(Type) && !contracted.includes(id) ? [`LogicalResourceId/${id}`] : [],
  )
  return { Statement: [everything, ...(staying.length === 0 ? [] : [{ ...denied, Resource: staying }])] }
}

/**
 * Sets the stack policy of a data stack, which CloudFormation applies to every update of it. It cannot be removed, and
 * does not stop a deletion of the stack: termination protection does.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/protect-stack-resources.html
 *
 * @param contracted logical ids that may be removed until the next call
 * @returns whether another policy was there
 */
export const setStackPolicy = async (
  client: Client,
  stackName: string,
  contracted: readonly string[] = [],
): Promise<'set' | 'there'> => {
  const wanted = contracted.length === 0 ? closed : await openFor(client, stackName, contracted)
  const { StackPolicyBody = '{}' } = await client.send(new GetStackPolicyCommand({ StackName: stackName }))
  if (isDeepStrictEqual(JSON.parse(StackPolicyBody), wanted)) return 'there'
  await client.send(new SetStackPolicyCommand({ StackName: stackName, StackPolicyBody: JSON.stringify(wanted) }))
  return 'set'
}
