import {
  type CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { stackExists } from './stackResources.ts'

type Client = Pick<CloudFormationClient, 'send'>

/** Whether the creation of a stack has failed: CloudFormation has removed all that it had, and keeps only its name. */
const hasFailedCreation = async (client: Client, StackName: string): Promise<boolean> => {
  if (!(await stackExists(client, StackName))) return false
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }))
  return stack?.StackStatus === 'ROLLBACK_COMPLETE'
}

/** Whether a stack is there, with its resources. */
export const isDeployed = async (client: Client, stackName: string): Promise<boolean> =>
  (await stackExists(client, stackName)) && !(await hasFailedCreation(client, stackName))

/**
 * Lets the CDK delete a stack whose creation has failed, which it does before it creates it anew: it protects a stack
 * before it creates the resources. Any other stack stays protected.
 */
export const unprotectFailedCreation = async (client: Client, StackName: string): Promise<void> => {
  if (!(await hasFailedCreation(client, StackName))) return
  await client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }))
}
