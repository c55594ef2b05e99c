/** A value of a template. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

type Properties = Readonly<Record<string, Json>>

/** The part of a template that is read: the data stack's, synthesized or deployed. */
export interface DataTemplate {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: Properties }>>
  readonly Outputs?: Readonly<Record<string, unknown>>
}

/** Of a resource: each property that an update cannot change, and of a table also what an update may add. */
export interface KeptResource {
  readonly type: string
  readonly fixed: Properties
  /** By the index's name: its keys, and the attributes that it holds. */
  readonly globalIndexes?: Readonly<Record<string, string>>
  readonly timeToLive?: string
  readonly stream?: string
}

/** All of a data stack that outlives its updates. */
export interface StoredSchema {
  /** By logical id. */
  readonly resources: Readonly<Record<string, KeptResource>>
  /** The logical ids of the outputs that the service imports. */
  readonly exports: readonly string[]
}

/**
 * The properties whose change CloudFormation answers by a replacement, or refuses. Keys and indexes of tables are read
 * apart. KMS says so at https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-kms-key.html,
 * and Cognito changes no pool's way to sign in.
 */
export const fixedProperties: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'ImportSourceSpecification'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace', 'ObjectLockEnabled'],
  'AWS::Cognito::UserPool': ['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration', 'Schema'],
  'AWS::Cognito::UserPoolClient': ['UserPoolId', 'GenerateSecret'],
  'AWS::Cognito::UserPoolGroup': ['UserPoolId', 'GroupName'],
  'AWS::Cognito::UserPoolDomain': ['UserPoolId', 'Domain'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGatewayV2::DomainName': ['DomainName'],
}

interface Index {
  readonly IndexName: string
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[]
  readonly Projection: { readonly ProjectionType: string; readonly NonKeyAttributes?: readonly string[] }
}

interface TableProperties {
  readonly KeySchema: Index['KeySchema']
  readonly AttributeDefinitions: readonly { readonly AttributeName: string; readonly AttributeType: string }[]
  readonly LocalSecondaryIndexes?: readonly Index[]
  readonly GlobalSecondaryIndexes?: readonly Index[]
  readonly TimeToLiveSpecification?: { readonly AttributeName: string }
  readonly StreamSpecification?: { readonly StreamViewType: string }
}

const tableShape = (properties: Properties): Omit<KeptResource, 'type'> => {
  const table = properties as unknown as TableProperties
  const types = new Map(
    table.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
  )
  const keysOf = (keys: Index['KeySchema']): string =>
    keys.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName} ${types.get(AttributeName)}`).join(', ')
  const indexesOf = (indexes: readonly Index[] = []): Readonly<Record<string, string>> =>
    Object.fromEntries(
      indexes.map(({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }) => [
        IndexName,
        [keysOf(KeySchema), ProjectionType, ...NonKeyAttributes].join(', '),
      ]),
    )
  const timeToLive = table.TimeToLiveSpecification?.AttributeName
  const stream = table.StreamSpecification?.StreamViewType
  return {
    fixed: {
      ...chosen(properties, fixedProperties['AWS::DynamoDB::Table']),
      keys: keysOf(table.KeySchema),
      localIndexes: indexesOf(table.LocalSecondaryIndexes),
    },
    globalIndexes: indexesOf(table.GlobalSecondaryIndexes),
    ...(timeToLive !== undefined && { timeToLive }),
    ...(stream !== undefined && { stream }),
  }
}

const chosen = (properties: Properties, names: readonly string[] = []): Properties =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = properties[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The schema of a data stack, from its template. Resources of other types hold nothing and may be replaced. */
export const storedSchemaOf = ({ Resources, Outputs = {} }: DataTemplate): StoredSchema => ({
  resources: Object.fromEntries(
    Object.entries(Resources).flatMap(([id, { Type: type, Properties: properties = {} }]) => {
      const names = fixedProperties[type]
      if (names === undefined) return []
      const shape = type === 'AWS::DynamoDB::Table' ? tableShape(properties) : { fixed: chosen(properties, names) }
      return [[id, { type, ...shape }]]
    }),
  ),
  exports: Object.keys(Outputs)
    .filter((id) => id.startsWith('ExportsOutput'))
    .toSorted(),
})
