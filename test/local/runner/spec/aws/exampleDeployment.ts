import type { Deployment, FunctionResource, PolicyStatement, RoleResource } from '../../deployment.ts'
import type { TableDefinition } from '../../engines/dynamodbTables.ts'

const account = 'us-east-1:123456789012'

/** A table with one index, as a template might declare it. */
export const announcers: TableDefinition = {
  name: 'Announcers',
  partitionKey: 'recipientId',
  sortKey: 'id',
  attributeTypes: { recipientId: 'S', id: 'S', trigger: 'S' },
  indexes: [
    {
      name: 'byTrigger',
      kind: 'global',
      partitionKey: 'trigger',
      sortKey: undefined,
      projection: { type: 'ALL', attributes: [] },
    },
  ],
  timeToLiveAttribute: undefined,
  streamViewType: undefined,
}
export const announcersArn = `arn:aws:dynamodb:${account}:table/Announcers`

export const allow = (
  actions: readonly string[],
  resources: readonly string[],
  conditions: PolicyStatement['conditions'] = {},
): PolicyStatement => ({ effect: 'Allow', actions, resources, conditions })

/** A deployment of one function, `addAnnouncer`, with the given permissions. */
export const deploymentAllowing = (...statements: readonly PolicyStatement[]): Deployment => ({
  notes: [],
  differences: [],
  withoutEffect: [],
  stackName: 'Streaming',
  region: 'us-east-1',
  accountId: '123456789012',
  tables: [{ logicalId: 'AnnouncersTable', arn: announcersArn, ...announcers }],
  buckets: [],
  functions: [addAnnouncer],
  roles: [{ ...role, statements }],
  httpApi: {
    logicalId: 'Api',
    apiId: 'api',
    stage: '$default',
    routes: [],
    cors: undefined,
    throttle: undefined,
    routeThrottles: {},
    integrationTimeoutMilliseconds: 30_000,
    rest: undefined,
  },
  webSocketApi: undefined,
  eventSourceMappings: [],
  schedules: [],
  queueMappings: [],
  queues: [],
  keys: [],
  parameters: [],
  outputs: {},
})

const addAnnouncer: FunctionResource = {
  logicalId: 'addAnnouncerFunction',
  id: 'addAnnouncer',
  name: 'Streaming-addAnnouncer',
  arn: `arn:aws:lambda:${account}:function:Streaming-addAnnouncer`,
  runtime: 'nodejs24.x',
  handler: 'index.handler',
  codeFolder: '/nowhere',
  timeoutSeconds: 3,
  memoryMegabytes: 128,
  environment: {},
  roleLogicalId: 'addAnnouncerRole',
  reservedConcurrency: undefined,
  logGroup: '/aws/lambda/example',
}

const role: RoleResource = {
  logicalId: 'addAnnouncerRole',
  arn: 'arn:aws:iam::123456789012:role/Streaming-addAnnouncerRole',
  services: ['lambda.amazonaws.com'],
  statements: [],
}
