import { describe, expect, test } from 'vitest'
import { accessOf } from '../../../shared/contract/operation.ts'
import { type ProviderDefinition, type ProviderName, providers } from '../../../shared/contract/providers.ts'
import { type Access, buckets, type KeyName, type TableName } from '../../../shared/contract/resources.ts'
import type { Worker } from '../../../shared/contract/worker.ts'
import { operations } from '../../../shared/operations.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { workers } from '../../../shared/workers.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import type { Json, Resource } from './template.ts'

const template = await defaultTemplate()

interface Expected {
  readonly id: string
  /** The nested stack in which it is, whose functions share a log group. */
  readonly logs: string
  readonly access: Access
  readonly providers?: readonly ProviderName[]
  readonly timeoutSeconds?: number
  readonly memoryMb?: number
  readonly worker?: Worker
}

const functions: readonly Expected[] = [
  ...operations.map((operation) => ({ ...operation, access: accessOf(operation), logs: operation.area })),
  ...workers.map((worker) => ({ ...worker, logs: 'workers', worker })),
  ...socketRoutes.map((route) => ({ ...route, logs: 'realtime' })),
]

interface Statement {
  readonly Action: string | readonly string[]
  readonly Resource: Json
  readonly Effect: string
  readonly Condition?: Json
}

const lambdaOf = (id: string): Resource =>
  template.resources.find(({ Type, Properties, id: logicalId }) => {
    const { Role } = Properties
    return Type === 'AWS::Lambda::Function' && new RegExp(`^${id}[0-9A-F]{8}$`).test(logicalId) && Role !== undefined
  }) ?? expect.fail(`no function ${id}`)

const documentsOf = (role: Resource): readonly Statement[] =>
  (
    role.Properties['Policies'] as unknown as readonly { PolicyDocument: { Statement: readonly Statement[] } }[]
  ).flatMap(({ PolicyDocument }) => PolicyDocument.Statement)

const logicalId = (type: string, start: string): string => template.one(type, start).id
const attribute = (id: string, name: string): Json => ({ 'Fn::GetAtt': [id, name] })

/** `action resource condition` for every action that the role allows. */
const allowed = (statements: readonly Statement[]): string[] =>
  statements
    .flatMap(({ Action, Resource, Effect, Condition = null }) =>
      [Action]
        .flat()
        .flatMap((action) =>
          (Array.isArray(Resource) ? Resource : [Resource]).map(
            (resource) => `${Effect} ${action} ${JSON.stringify(resource)} ${JSON.stringify(Condition)}`,
          ),
        ),
    )
    .sort()

const resourceOf = (entry: string): Json => {
  const [kind, name] = entry.split(':') as [string, string?]
  if (kind === 'bucket' && name !== undefined) {
    const { prefix } = buckets[name as keyof typeof buckets]
    return { 'Fn::Join': ['', [attribute(logicalId('AWS::S3::Bucket', name), 'Arn'), `/${prefix}*`]] }
  }
  if (kind === 'queue') return attribute(logicalId('AWS::SQS::Queue', `${name}Queue`), 'Arn')
  if (kind === 'key') return attribute(logicalId('AWS::KMS::Key', name?.split('.')[0] as KeyName), 'Arn')
  const [table, index] = entry.split('.') as [TableName, string?]
  const arn = attribute(logicalId('AWS::DynamoDB::Table', `${table}Table`), 'Arn')
  return index === undefined ? arn : { 'Fn::Join': ['', [arn, `/index/${index}`]] }
}

const methods: Readonly<Record<string, string>> = { PostToConnection: 'POST', DeleteConnection: 'DELETE' }

/** The actions of WebSocket connections are one permission; the method tells them apart. */
const connections = (actions: readonly string[]): Statement => {
  const resources = actions.map((action) => ({
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        ':execute-api:',
        { Ref: 'AWS::Region' },
        ':',
        { Ref: 'AWS::AccountId' },
        ':',
        { Ref: 'LiveApi' },
        `/live/${methods[action]}/@connections/*`,
      ],
    ],
  }))
  const [Resource = '', ...others] = resources
  return {
    Effect: 'Allow',
    Action: 'execute-api:ManageConnections',
    Resource: others.length === 0 ? Resource : resources,
  }
}

const services: Readonly<Record<string, string>> = { bucket: 's3', key: 'kms', queue: 'sqs' }
const serviceOf = (entry: string): string => services[entry.split(':')[0] ?? ''] ?? 'dynamodb'

const expectedOfAccess = (access: Access): readonly Statement[] =>
  Object.entries(access).map(([entry, actions]) =>
    entry === 'socket:connections'
      ? connections(actions)
      : {
          Effect: 'Allow',
          Action: actions.map((action) => `${serviceOf(entry)}:${action}`),
          Resource: resourceOf(entry),
          ...(entry.startsWith('key:secrets.') && {
            Condition: { StringLike: { 'kms:EncryptionContext:field': `${entry.replace('key:secrets.', '')}.*` } },
          }),
        },
  )

const expectedOfProviders = (names: readonly ProviderName[]): readonly Statement[] =>
  names.flatMap((name) => {
    const definition: ProviderDefinition = providers[name]
    const { parameters, parameterFolders = [], optionalParameters = [], listedFolders = [] } = definition
    const read = [...parameters, ...optionalParameters, ...parameterFolders.map((folder) => `${folder}/*`)]
    return [...read, ...listedFolders].map((parameter) => ({
      Effect: 'Allow',
      Action: read.includes(parameter) ? 'ssm:GetParameters' : 'ssm:GetParametersByPath',
      Resource: {
        'Fn::Join': [
          '',
          [
            'arn:',
            { Ref: 'AWS::Partition' },
            ':ssm:',
            { Ref: 'AWS::Region' },
            ':',
            { Ref: 'AWS::AccountId' },
            `:parameter/streaming-support/${parameter}`,
          ],
        ],
      },
    }))
  })

const expectedOfWorker = ({ source }: Worker): readonly Statement[] => [
  'queue' in source
    ? {
        Effect: 'Allow',
        Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
        Resource: resourceOf(`queue:${source.queue}`),
      }
    : {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: attribute(logicalId('AWS::SQS::Queue', 'DeadLetters'), 'Arn'),
      },
  ...('stream' in source
    ? [
        {
          Effect: 'Allow',
          Action: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
            (action) => `dynamodb:${action}`,
          ),
          Resource: attribute(logicalId('AWS::DynamoDB::Table', `${source.stream}Table`), 'StreamArn'),
        },
      ]
    : []),
]

test('functions and roles are the registries’, routes the operations’, log groups the areas’', () => {
  expect(template.all('AWS::Lambda::Function')).toHaveLength(functions.length)
  const areas = [...new Set(functions.map(({ logs }) => logs))]
  expect(template.all('AWS::IAM::Role')).toHaveLength(
    functions.length + areas.filter((area) => area !== 'workers').length,
  )
  const groups = template.all('AWS::Logs::LogGroup').map(({ id }) => id.replace(/Logs?[0-9A-F]{8}$/, ''))
  expect(groups.sort()).toEqual(['Access', ...areas].sort())
  const routeKeys = template.all('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties['RouteKey'])
  expect(routeKeys.sort()).toEqual(
    [
      ...operations.map(({ method, path }) => `${method} ${path}`),
      ...socketRoutes.map(({ routeKey }) => routeKey),
      'ping',
    ].sort(),
  )
  expect(template.all('AWS::IAM::Policy')).toEqual([])
})

describe.each(functions)(
  '$id',
  ({ id, logs: kind, access, worker, providers: named = [], timeoutSeconds = 10, memoryMb = 512 }) => {
    const lambda = lambdaOf(id)
    const role = template.one('AWS::IAM::Role', `${id}Role`)
    const logs = template.one('AWS::Logs::LogGroup', `${kind}Logs`)

    test('a function’s policy is exactly its access', () => {
      const log: Statement = {
        Effect: 'Allow',
        Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: attribute(logs.id, 'Arn'),
      }
      expect(allowed(documentsOf(role))).toEqual(
        allowed([
          ...expectedOfAccess(access),
          ...expectedOfProviders(named),
          ...(worker === undefined ? [] : expectedOfWorker(worker)),
          log,
        ]),
      )
      expect(role.Properties['ManagedPolicyArns']).toBeUndefined()
    })

    test('a function is in its area’s stack, with the declared runtime, its own role and its area’s log', () => {
      expect([lambda.stack, role.stack, logs.stack]).toEqual([kind, kind, kind])
      expect(lambda.Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        Timeout: timeoutSeconds,
        MemorySize: memoryMb,
        Role: attribute(role.id, 'Arn'),
        LoggingConfig: {
          LogFormat: 'JSON',
          SystemLogLevel: 'WARN',
          ApplicationLogLevel: 'INFO',
          LogGroup: { Ref: logs.id },
        },
      })
      expect(logs.Properties['RetentionInDays']).toBe(30)
    })
  },
)

test('no policy of a role has a wildcard action or resource, but prefixes of objects, connections and bots', () => {
  const statements = template.all('AWS::IAM::Role').flatMap(documentsOf)
  expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([])
  const resources = statements.map(({ Resource }) =>
    JSON.stringify(Resource).replace(
      /\/(prints|uploads|live\/(POST|DELETE)\/@connections|(telegram|max)\/bots)\/\*/g,
      '',
    ),
  )
  expect(resources.filter((resource) => resource.includes('*'))).toEqual([])
})
