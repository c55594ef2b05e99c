import {
  type CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation'

export interface StackResource {
  readonly type: string
  readonly logicalId: string
  /** The name or id that AWS knows the resource by. */
  readonly physicalId: string
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

/** The resources of a deployed stack, from the stack's own list. */
export const stackResources = async (
  client: Pick<CloudFormationClient, 'send'>,
  stackName: string,
): Promise<readonly StackResource[]> => {
  const resources: StackResource[] = []
  let NextToken: string | undefined
  do {
    const page = await explained(
      client.send(
        new ListStackResourcesCommand({ StackName: stackName, ...(NextToken !== undefined && { NextToken }) }),
      ),
    )
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? [])
      if (ResourceType !== undefined && LogicalResourceId !== undefined && PhysicalResourceId !== undefined)
        resources.push({ type: ResourceType, logicalId: LogicalResourceId, physicalId: PhysicalResourceId })
    NextToken = page.NextToken
  } while (NextToken !== undefined)
  return resources
}

export interface TemplateResource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
}

/** The resources of a deployed stack by logical id, as its template declares them. */
export const templateResources = async (
  client: Pick<CloudFormationClient, 'send'>,
  stackName: string,
): Promise<Readonly<Record<string, TemplateResource>>> => {
  const { TemplateBody = '{}' } = await explained(
    client.send(new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' })),
  )
  const { Resources = {} } = JSON.parse(TemplateBody) as { Resources?: Readonly<Record<string, TemplateResource>> }
  return Resources
}

/** The outputs of a deployed stack by their names. */
export const stackOutputs = async (
  client: Pick<CloudFormationClient, 'send'>,
  stackName: string,
): Promise<Readonly<Record<string, string>>> => {
  const { Stacks } = await explained(client.send(new DescribeStacksCommand({ StackName: stackName })))
  const outputs = Stacks?.[0]?.Outputs ?? []
  return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
}

/** Whether there is such a stack. */
export const stackExists = async (client: Pick<CloudFormationClient, 'send'>, stackName: string): Promise<boolean> => {
  try {
    await stackOutputs(client, stackName)
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return false
    throw error
  }
}
