import {
  type CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation'
import { dataStackName } from '../settings.ts'

type Client = Pick<CloudFormationClient, 'send'>

type Properties = Readonly<Record<string, unknown>>

export interface StackResource {
  readonly type: string
  readonly logicalId: string
  /** The name or id that AWS knows the resource by. */
  readonly physicalId: string
  /** The properties as the template declares them. */
  readonly declared: Properties
}

export interface TemplateResource {
  readonly Type: string
  readonly Properties?: Properties
}

/** @throws Error that names the next step when there are no credentials */
const explained = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Error && error.name === 'CredentialsProviderError')) throw error
    throw new Error('No valid credentials of AWS: aws configure, aws sso login or AWS_PROFILE', { cause: error })
  }
}

const listed = async (client: Client, StackName: string): Promise<readonly StackResourceSummary[]> => {
  const summaries: StackResourceSummary[] = []
  let NextToken: string | undefined
  do {
    const command = new ListStackResourcesCommand({ StackName, ...(NextToken !== undefined && { NextToken }) })
    const page = await explained(client.send(command))
    summaries.push(...(page.StackResourceSummaries ?? []))
    NextToken = page.NextToken
  } while (NextToken !== undefined)
  return summaries
}

/** The resources of a deployed stack by logical id, as its template declares them. */
export const templateResources = async (
  client: Client,
  stackName: string,
): Promise<Readonly<Record<string, TemplateResource>>> => {
  const { TemplateBody = '{}' } = await explained(
    client.send(new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' })),
  )
  const { Resources = {} } = JSON.parse(TemplateBody) as { Resources?: Readonly<Record<string, TemplateResource>> }
  return Resources
}

/** The resources of a deployed stack and of the stacks that are nested in it, from their own lists. */
export const stackResources = async (client: Client, stackName: string): Promise<readonly StackResource[]> => {
  const template = await templateResources(client, stackName)
  const resources: StackResource[] = []
  for (const summary of await listed(client, stackName)) {
    const { ResourceType: type, LogicalResourceId: logicalId, PhysicalResourceId: physicalId } = summary
    if (type === undefined || logicalId === undefined || physicalId === undefined) continue
    resources.push({ type, logicalId, physicalId, declared: template[logicalId]?.Properties ?? {} })
    // A nested stack's physical id is its ARN, which CloudFormation takes for a name.
    if (type === 'AWS::CloudFormation::Stack') resources.push(...(await stackResources(client, physicalId)))
  }
  return resources
}

/** The outputs of a deployed stack by their names. */
export const stackOutputs = async (client: Client, stackName: string): Promise<Readonly<Record<string, string>>> => {
  const { Stacks } = await explained(client.send(new DescribeStacksCommand({ StackName: stackName })))
  const outputs = Stacks?.[0]?.Outputs ?? []
  return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
}

/** The outputs of both stacks of a deployment. */
export const deploymentOutputs = async (
  client: Client,
  stackName: string,
): Promise<Readonly<Record<string, string>>> => ({
  ...(await stackOutputs(client, dataStackName(stackName))),
  ...(await stackOutputs(client, stackName)),
})

/** Whether there is such a stack. */
export const stackExists = async (client: Client, stackName: string): Promise<boolean> => {
  try {
    await stackOutputs(client, stackName)
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return false
    throw error
  }
}
