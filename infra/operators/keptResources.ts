import { type AwsCall, AwsFailure } from './awsCall.ts'
import type { TemplateResource } from './stackResources.ts'

/** By logical id the names and ids by which `cdk import` finds a resource: the file of its `--resource-mapping`. */
export type ResourceMapping = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Tagged {
  readonly ResourceARN: string
  readonly Tags: readonly { readonly Key: string; readonly Value: string }[]
}

/** A resource that CloudFormation has made, by the tags that it gives itself. */
interface Kept {
  readonly logicalId: string
  readonly stackId: string
  readonly id: string
}

/** The identifier of each kind of resource that has tags. */
const identifiers: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::KMS::Key': 'KeyId',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Cognito::UserPool': 'UserPoolId',
  'AWS::ApiGatewayV2::Api': 'ApiId',
  'AWS::ApiGatewayV2::DomainName': 'DomainName',
}

const keptFrom = ({ ResourceARN, Tags }: Tagged): Kept => {
  const tag = (key: string) => Tags.find(({ Key }) => Key === `aws:cloudformation:${key}`)?.Value ?? ''
  // The last part of `…:table/name`, `…:::bucket`, `…::/apis/id`.
  return { logicalId: tag('logical-id'), stackId: tag('stack-id'), id: /[^:/]+$/.exec(ResourceARN)?.[0] ?? '' }
}

/** The id of the stack of this name, if there is one now: its resources are not left over. */
const livingStack = async (call: AwsCall, StackName: string): Promise<string | undefined> => {
  const answer = await call('cloudformation', 'describe-stacks', { StackName }).catch((error: Error) => {
    if (error.message.includes('does not exist')) return undefined
    throw error
  })
  const [stack] = (answer?.['Stacks'] ?? []) as readonly { readonly StackId: string }[]
  return stack?.StackId
}

/** @throws Error when several deleted stacks of this name have left something, with the id of each */
const leftBy = (kept: readonly Kept[], stackId: string | undefined): readonly Kept[] => {
  const generations = [...new Set(kept.map((each) => each.stackId))]
  const ofGeneration = (id: string | undefined) => kept.filter((each) => each.stackId === id)
  if (stackId !== undefined || generations.length === 1) return ofGeneration(stackId ?? generations[0])
  const choices = generations.map((id) => `--of ${id} (${ofGeneration(id).length} resources)`)
  if (choices.length > 1) throw new Error(`Several stacks have left data. Choose one: ${choices.join(', ')}`)
  return []
}

type Answer = Record<string, unknown>

/** Resolves to undefined where AWS answers that there is no such thing. */
const ifThere = (answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AwsFailure && /NotFound|NoSuch/.test(error.code ?? '')) return undefined
    throw error
  })

const referenceIn = (properties: TemplateResource['Properties'], name: string): string =>
  (properties?.[name] as { readonly Ref?: string } | undefined)?.Ref ?? ''

/** The identifiers of a resource that has no tags and belongs to one that has. */
const dependentOf = async (
  call: AwsCall,
  [logicalId, { Type, Properties }]: readonly [string, TemplateResource],
  idOf: (logicalId: string) => string | undefined,
): Promise<Readonly<Record<string, string>> | undefined> => {
  const [Bucket, UserPoolId] = [idOf(referenceIn(Properties, 'Bucket')), idOf(referenceIn(Properties, 'UserPoolId'))]
  if (Type === 'AWS::S3::BucketPolicy' && Bucket !== undefined)
    return (await ifThere(call('s3api', 'get-bucket-policy', { Bucket }))) && { Bucket }
  if (UserPoolId === undefined) return undefined
  if (Type === 'AWS::Cognito::UserPoolGroup') {
    const GroupName = String(Properties?.['GroupName'])
    return (await ifThere(call('cognito-idp', 'get-group', { UserPoolId, GroupName }))) && { UserPoolId, GroupName }
  }
  if (Type === 'AWS::Cognito::UserPoolClient') {
    const { UserPoolClients = [] } = await call('cognito-idp', 'list-user-pool-clients', { UserPoolId })
    const clients = UserPoolClients as readonly { readonly ClientId: string; readonly ClientName: string }[]
    const ClientId = clients.find(({ ClientName }) => ClientName.startsWith(`${logicalId}-`))?.ClientId
    return ClientId === undefined ? undefined : { UserPoolId, ClientId }
  }
  if (Type !== 'AWS::Cognito::UserPoolDomain') return undefined
  const { UserPool } = await call('cognito-idp', 'describe-user-pool', { UserPoolId })
  const { Domain } = UserPool as { readonly Domain?: string }
  return Domain === undefined ? undefined : { UserPoolId, Domain }
}

export interface Wanted {
  /** The deployment, by the tag that its resources have. */
  readonly deployment: string
  readonly stackName: string
  readonly template: Readonly<Record<string, TemplateResource>>
  /** The id of the deleted stack that has left them; needed when there were several. */
  readonly of?: string | undefined
}

/** Finds the resources of a template that deleted stacks of the deployment have left. Only reads. */
export const keptResources = async (
  call: AwsCall,
  { deployment, stackName, template, of }: Wanted,
): Promise<ResourceMapping> => {
  const TagFilters = [{ Key: 'deployment', Values: [deployment] }]
  const [{ ResourceTagMappingList = [] }, living] = await Promise.all([
    call('resourcegroupstaggingapi', 'get-resources', { TagFilters }),
    livingStack(call, stackName),
  ])
  const kept = (ResourceTagMappingList as readonly Tagged[])
    .map(keptFrom)
    .filter(({ logicalId, stackId }) => stackId !== living && identifiers[template[logicalId]?.Type ?? ''])
  const ids = new Map(leftBy(kept, of).map(({ logicalId, id }) => [logicalId, id]))
  const mapping: Record<string, Readonly<Record<string, string>>> = {}
  for (const [logicalId, resource] of Object.entries(template)) {
    const [name, id] = [identifiers[resource.Type], ids.get(logicalId)]
    const found =
      name === undefined || id === undefined
        ? await dependentOf(call, [logicalId, resource], (parent) => ids.get(parent))
        : { [name]: id }
    if (found !== undefined) mapping[logicalId] = found
  }
  return mapping
}
