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

/** The resources of a deployed stack, from the stack's own list. */
export const stackResources = async (
  client: Pick<CloudFormationClient, 'send'>,
  stackName: string,
): Promise<readonly StackResource[]> => {
  const resources: StackResource[] = []
  let NextToken: string | undefined
  do {
    const page = await client.send(
      new ListStackResourcesCommand({ StackName: stackName, ...(NextToken !== undefined && { NextToken }) }),
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
  const { TemplateBody = '{}' } = await client.send(
    new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' }),
  )
  const { Resources = {} } = JSON.parse(TemplateBody) as { Resources?: Readonly<Record<string, TemplateResource>> }
  return Resources
}

/** The outputs of a deployed stack by their names. */
export const stackOutputs = async (
  client: Pick<CloudFormationClient, 'send'>,
  stackName: string,
): Promise<Readonly<Record<string, string>>> => {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName }))
  const outputs = Stacks?.[0]?.Outputs ?? []
  return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
}
