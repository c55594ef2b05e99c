import { createHash } from 'node:crypto'

/** The parts of a resource's names and attributes. */
export interface Identity {
  readonly logicalId: string
  /** The explicit physical name, or `<stack>-<logicalId>`. */
  readonly name: string
  readonly region: string
  readonly accountId: string
}

export interface ResourceKind {
  /** The property that may give the physical name. */
  readonly nameProperty?: string
  /** Why the resource changes nothing locally; undefined for a modelled one. */
  readonly noLocalEffect?: string
  /** The problem of a resource that is not imitated although its type is known. */
  readonly refusal?: (properties: Readonly<Record<string, unknown>>) => string | undefined
  /** The value of `Ref`, by default the physical name. */
  readonly ref?: (identity: Identity) => string
  readonly attributes?: Readonly<Record<string, (identity: Identity) => string>>
}

const name = (identity: Identity) => identity.name

/** An ARN whose resource part is made from the physical name. */
const arn = (service: string, resource: (name: string) => string) => (identity: Identity) =>
  `arn:aws:${service}:${identity.region}:${identity.accountId}:${resource(identity.name)}`

const globalArn = (service: string, resource: (name: string) => string) => (identity: Identity) =>
  `arn:aws:${service}::${identity.accountId}:${resource(identity.name)}`

const digest = (identity: Identity) => createHash('sha256').update(identity.logicalId).digest()

/** The shape of API Gateway's own ids; the same at every start, so that clients may keep an address. */
const apiId = (identity: Identity) =>
  BigInt(`0x${digest(identity).toString('hex')}`)
    .toString(36)
    .slice(0, 10)

const rootResourceId = (identity: Identity) => apiId({ ...identity, logicalId: `${identity.logicalId}/` })

const uuid = (identity: Identity) =>
  digest(identity)
    .toString('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

const userPoolId = (identity: Identity) => `${identity.region}_${apiId(identity).slice(0, 9)}`

const cognitoIssuer = (identity: Identity) => `cognito-idp.${identity.region}.amazonaws.com/${userPoolId(identity)}`

const queueUrl = (identity: Identity) =>
  `https://sqs.${identity.region}.amazonaws.com/${identity.accountId}/${identity.name}`

const tableKind: ResourceKind = {
  nameProperty: 'TableName',
  attributes: {
    Arn: arn('dynamodb', (table) => `table/${table}`),
    StreamArn: arn('dynamodb', (table) => `table/${table}/stream/1970-01-01T00:00:00.000`),
  },
}

/** At most 63 characters; the generated names of a nested stack's buckets have the same beginning. */
const bucketName = (identity: Identity) => {
  const whole = identity.name.toLowerCase()
  return whole.length <= 63 ? whole : `${whole.slice(0, 52)}-${apiId(identity)}`
}
const keyArn = (identity: Identity) => `arn:aws:kms:${identity.region}:${identity.accountId}:key/${uuid(identity)}`

const distribution = 'clients call the API itself here, and not the distribution in front of it'
const observability = 'observation only'
const identities = 'the development issuer replaces it'
const backups = 'nothing is backed up'
const silentTopics = 'nothing publishes here: there are no alarms, and a call of sns:Publish is answered with an error'

type Properties = Readonly<Record<string, unknown>>

/** Conditions on the connection, which is never encrypted here. */
const ofTransport = /^(?:aws:SecureTransport|s3:TlsVersion)$/

/**
 * The roles decide who may use a resource. So its own policy may only hold statements that give and take nothing here: of services,
 * of the account, and about encryption.
 *
 * @param isPublic whether requests without a signature reach the resource
 */
const policyRefusal = (document: unknown, isPublic = false): string | undefined => {
  const { Statement = [] } = (document ?? {}) as { readonly Statement?: Properties | readonly Properties[] }
  for (const { Effect, Principal, Condition = {} } of [Statement].flat() as readonly Properties[]) {
    const keys = Object.values(Condition as Record<string, Properties>).flatMap((tests) => Object.keys(tests))
    const isOfEverybody = ['"*"', '{"AWS":"*"}'].includes(JSON.stringify(Principal) ?? '')
    if (Effect === 'Allow' && isOfEverybody && (isPublic || keys.length === 0))
      return 'a policy that lets everybody in is not imitated'
    const isOfTransport = keys.length > 0 && keys.every((key) => ofTransport.test(key))
    if (Effect === 'Deny' && !isOfTransport) return 'a policy that denies is not imitated'
  }
  return undefined
}

const kinds = (kind: ResourceKind, ...types: readonly string[]): Readonly<Record<string, ResourceKind>> =>
  Object.fromEntries(types.map((type) => [type, kind]))

const unneeded = (noLocalEffect: string, ...types: readonly string[]) => kinds({ noLocalEffect }, ...types)

export const nestedStackType = 'AWS::CloudFormation::Stack'

/**
 * Every resource type that a template may hold. A type that is not here makes the harness refuse to start: it is either
 * modelled by a reader of this folder, or has no local effect for the reason given.
 */
export const resourceKinds: Readonly<Record<string, ResourceKind>> = {
  [nestedStackType]: {
    ref: (identity) => arn('cloudformation', (stack) => `stack/${stack}/${uuid(identity)}`)(identity),
  },
  'AWS::DynamoDB::Table': tableKind,
  'AWS::DynamoDB::GlobalTable': tableKind,
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    ref: bucketName,
    attributes: {
      Arn: (identity) => `arn:aws:s3:::${bucketName(identity)}`,
      DomainName: (identity) => `${bucketName(identity)}.s3.amazonaws.com`,
      RegionalDomainName: (identity) => `${bucketName(identity)}.s3.${identity.region}.amazonaws.com`,
    },
  },
  'AWS::Lambda::Function': {
    nameProperty: 'FunctionName',
    attributes: { Arn: arn('lambda', (lambda) => `function:${lambda}`) },
  },
  'AWS::Lambda::Permission': { ref: uuid },
  'AWS::Lambda::EventInvokeConfig': { ref: uuid },
  'AWS::Lambda::EventSourceMapping': { ref: uuid, attributes: { Id: uuid } },
  'AWS::IAM::Role': { nameProperty: 'RoleName', attributes: { Arn: globalArn('iam', (role) => `role/${role}`) } },
  'AWS::IAM::Policy': { nameProperty: 'PolicyName' },
  'AWS::ApiGatewayV2::Api': { ref: apiId, attributes: { ApiId: apiId } },
  ...kinds(
    { ref: apiId },
    'AWS::ApiGatewayV2::Route',
    'AWS::ApiGatewayV2::Integration',
    'AWS::ApiGatewayV2::RouteResponse',
    'AWS::ApiGatewayV2::IntegrationResponse',
    'AWS::ApiGateway::Method',
  ),
  'AWS::ApiGatewayV2::Stage': { nameProperty: 'StageName' },
  'AWS::ApiGatewayV2::DomainName': {
    noLocalEffect: 'the harness listens on an address of its own',
    nameProperty: 'DomainName',
    attributes: {
      RegionalDomainName: (identity) => `d-${apiId(identity)}.execute-api.${identity.region}.amazonaws.com`,
      RegionalHostedZoneId: apiId,
    },
  },
  'AWS::ApiGatewayV2::ApiMapping': { noLocalEffect: 'addresses below the domain are those of the API', ref: apiId },
  'AWS::ApiGatewayV2::Authorizer': { ref: apiId, attributes: { AuthorizerId: apiId } },
  'AWS::ApiGateway::RestApi': { ref: apiId, attributes: { RestApiId: apiId, RootResourceId: rootResourceId } },
  'AWS::ApiGateway::Resource': { ref: apiId, attributes: { ResourceId: apiId } },
  'AWS::ApiGateway::Stage': { nameProperty: 'StageName' },
  'AWS::ApiGateway::Authorizer': { ref: apiId, attributes: { AuthorizerId: apiId } },
  'AWS::ApiGateway::GatewayResponse': { ref: apiId, attributes: { Id: apiId } },
  'AWS::Events::Rule': { nameProperty: 'Name', attributes: { Arn: arn('events', (rule) => `rule/${rule}`) } },
  'AWS::Scheduler::Schedule': {
    nameProperty: 'Name',
    attributes: { Arn: arn('scheduler', (schedule) => `schedule/default/${schedule}`) },
  },
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    ref: queueUrl,
    attributes: { Arn: arn('sqs', (queue) => queue), QueueName: name, QueueUrl: queueUrl },
  },
  'AWS::KMS::Key': {
    ref: uuid,
    attributes: { Arn: keyArn, KeyId: uuid },
    refusal: ({ KeyPolicy }) => policyRefusal(KeyPolicy),
  },
  'AWS::KMS::Alias': { nameProperty: 'AliasName' },
  'AWS::SSM::Parameter': { nameProperty: 'Name' },

  'AWS::ApiGateway::Deployment': {
    noLocalEffect: 'the template is what is deployed',
    ref: apiId,
    attributes: { DeploymentId: apiId },
  },
  'AWS::ApiGatewayV2::Deployment': { noLocalEffect: 'the template is what is deployed', ref: apiId },
  'AWS::SNS::Topic': {
    noLocalEffect: silentTopics,
    nameProperty: 'TopicName',
    ref: arn('sns', (topic) => topic),
    attributes: { TopicArn: arn('sns', (topic) => topic), TopicName: name },
  },
  'AWS::SNS::Subscription': {
    noLocalEffect: silentTopics,
    refusal: ({ Protocol }) =>
      ['email', 'email-json', 'http', 'https', 'sms'].includes(String(Protocol))
        ? undefined
        : `a subscription by ${Protocol} is not imitated`,
  },
  'AWS::Logs::LogGroup': {
    noLocalEffect: 'logs go to the terminal',
    nameProperty: 'LogGroupName',
    attributes: { Arn: arn('logs', (group) => `log-group:${group}:*`) },
  },
  'AWS::CloudWatch::Alarm': {
    noLocalEffect: observability,
    nameProperty: 'AlarmName',
    attributes: { Arn: arn('cloudwatch', (alarm) => `alarm:${alarm}`) },
  },
  'AWS::CloudWatch::CompositeAlarm': { noLocalEffect: observability, nameProperty: 'AlarmName' },
  'AWS::CloudWatch::Dashboard': { noLocalEffect: observability, nameProperty: 'DashboardName' },
  'AWS::Budgets::Budget': { noLocalEffect: 'nothing costs anything locally', nameProperty: 'BudgetName' },
  'AWS::Backup::BackupPlan': { noLocalEffect: backups, attributes: { BackupPlanId: uuid } },
  'AWS::Backup::BackupSelection': { noLocalEffect: backups },
  'AWS::Cognito::UserPool': {
    noLocalEffect: identities,
    refusal: ({ LambdaConfig = {} }) =>
      Object.keys(LambdaConfig as object).length === 0 ? undefined : 'triggers of a user pool are not imitated',
    ref: userPoolId,
    attributes: {
      Arn: (identity) =>
        `arn:aws:cognito-idp:${identity.region}:${identity.accountId}:userpool/${userPoolId(identity)}`,
      ProviderName: cognitoIssuer,
      ProviderURL: (identity) => `https://${cognitoIssuer(identity)}`,
      UserPoolId: userPoolId,
    },
  },
  'AWS::Cognito::UserPoolGroup': { noLocalEffect: identities, nameProperty: 'GroupName' },
  'AWS::Cognito::UserPoolDomain': { noLocalEffect: identities, nameProperty: 'Domain' },
  'AWS::Cognito::UserPoolResourceServer': { noLocalEffect: identities, nameProperty: 'Identifier' },
  'AWS::CloudFront::Distribution': {
    noLocalEffect: distribution,
    attributes: { DomainName: (identity) => `${apiId(identity)}.cloudfront.net`, Id: apiId },
  },
  'AWS::CloudFront::OriginAccessControl': { noLocalEffect: distribution, attributes: { Id: apiId } },
  ...kinds(
    { noLocalEffect: distribution, ref: uuid, attributes: { Id: uuid } },
    'AWS::CloudFront::CachePolicy',
    'AWS::CloudFront::OriginRequestPolicy',
    'AWS::CloudFront::ResponseHeadersPolicy',
  ),
  ...unneeded(
    observability,
    'AWS::ApiGateway::Account',
    'Custom::CloudwatchLogResourcePolicy',
    'AWS::Logs::MetricFilter',
    'AWS::Logs::QueryDefinition',
    'AWS::Logs::ResourcePolicy',
  ),
  ...unneeded('only a request validator checks it, and that is refused', 'AWS::ApiGateway::Model'),
  ...unneeded(
    'throughput has no local effect',
    'AWS::ApplicationAutoScaling::ScalableTarget',
    'AWS::ApplicationAutoScaling::ScalingPolicy',
  ),
  'AWS::S3::BucketPolicy': {
    noLocalEffect: 'roles decide who reads, and connections are not encrypted',
    refusal: ({ PolicyDocument }) => policyRefusal(PolicyDocument, true),
  },
  ...unneeded('it empties a bucket when its stack is deleted', 'Custom::S3AutoDeleteObjects'),
  ...unneeded('it empties a registry when its stack is deleted', 'Custom::ECRAutoDeleteImages'),
  ...unneeded('logs go to the terminal', 'Custom::LogRetention'),
  ...unneeded('there are no networks', 'Custom::VpcRestrictDefaultSG'),
  'AWS::SQS::QueuePolicy': {
    noLocalEffect: 'roles decide who sends, and connections are not encrypted',
    refusal: ({ PolicyDocument }) => policyRefusal(PolicyDocument),
  },
  ...unneeded(silentTopics, 'AWS::SNS::TopicPolicy'),
  ...unneeded(identities, 'AWS::Cognito::UserPoolClient', 'AWS::Cognito::ManagedLoginBranding'),
  ...unneeded('statistics of the CDK', 'AWS::CDK::Metadata'),
  ...unneeded(distribution, 'AWS::CloudFront::Function'),
}
