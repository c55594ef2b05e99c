// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of Fn::Sub
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readDeployment } from '../../template/readDeployment.ts'
import type { Substitutions } from '../../template/references.ts'
import { resourceKinds } from '../../template/resourceKinds.ts'
import { changed, leastResources, type Resources, writeAssembly } from './exampleAssembly.ts'

const folders: string[] = []
const read = (resources: Resources, sections = {}, substitutions: Partial<Substitutions> = {}) => {
  const folder = writeAssembly(resources, sections)
  folders.push(folder)
  return readDeployment(folder, { issuer: 'http://127.0.0.1:1/issuer', audience: 'local', ...substitutions })
}
const tableProperties = {
  KeySchema: [
    { AttributeName: 'recipientId', KeyType: 'HASH' },
    { AttributeName: 'id', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'recipientId', AttributeType: 'S' },
    { AttributeName: 'id', AttributeType: 'S' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
}
const { StreamSpecification: _stream, ...globalTable } = tableProperties
const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' })
const tableArn = 'arn:aws:dynamodb:us-east-1:123456789012:table/Streaming-Table'
const table: Resources[string] = { Type: 'AWS::DynamoDB::Table', Properties: tableProperties }
const policy = (...statements: object[]): Resources[string] => ({
  Type: 'AWS::IAM::Policy',
  Properties: { PolicyName: 'p', PolicyDocument: { Statement: statements }, Roles: [{ Ref: 'Role' }] },
})
const mapping: Resources[string] = {
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    FunctionName: { Ref: 'Function' },
    EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    StartingPosition: 'TRIM_HORIZON',
    MaximumRetryAttempts: 3,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Queue', 'Arn'] } } },
  },
}
/** A queue with dead letters, whose messages the function gets. */
const ofQueue = (queue: object = {}, more: object = {}): Resources => ({
  Dead: { Type: 'AWS::SQS::Queue' },
  Queue: {
    Type: 'AWS::SQS::Queue',
    Properties: {
      DelaySeconds: 5,
      VisibilityTimeout: 60,
      ...queue,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 3 },
    },
  },
  Policy: policy({
    Effect: 'Allow',
    Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] },
    Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  }),
  Mapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      FunctionName: { Ref: 'Function' },
      EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
      ...more,
    },
  },
})
const schedule: Resources[string] = {
  Type: 'AWS::Events::Rule',
  Properties: {
    ScheduleExpression: 'rate(1 minute)',
    Targets: [{ Arn: { 'Fn::GetAtt': ['Function', 'Arn'] }, Id: '0', Input: '{"b":2}' }],
  },
}
/** The gateway invokes the function by a role in place of a permission. */
const invokedByRole = (service: string, ...statements: object[]): Resources => {
  const { Permission: _permission, ...resources } = changed('Integration', {
    CredentialsArn: { 'Fn::GetAtt': ['GatewayRole', 'Arn'] },
  })
  const properties = {
    AssumeRolePolicyDocument: {
      Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } }],
    },
    Policies: [{ PolicyName: 'invoke', PolicyDocument: { Statement: statements } }],
  }
  return { ...resources, GatewayRole: { Type: 'AWS::IAM::Role', Properties: properties } }
}
const invoking = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: { 'Fn::GetAtt': ['Function', 'Arn'] } }
const scheduled = (properties: object = {}, ...statements: object[]): Resources => ({
  ...leastResources,
  Policy: policy(...statements),
  Timer: {
    Type: 'AWS::Scheduler::Schedule',
    Properties: {
      ScheduleExpression: 'rate(5 minutes)',
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: { 'Fn::GetAtt': ['Function', 'Arn'] },
        RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
        Input: '{"a":1}',
      },
      ...properties,
    },
  },
})

const authorizer: Resources[string] = {
  Type: 'AWS::ApiGatewayV2::Authorizer',
  Properties: {
    ApiId: { Ref: 'Api' },
    AuthorizerType: 'JWT',
    Name: 'jwt',
    IdentitySource: ['$request.header.Authorization'],
    JwtConfiguration: {
      Issuer: { 'Fn::GetAtt': ['Users', 'ProviderURL'] },
      Audience: [{ Ref: 'Client' }],
    },
  },
}
const authorized = {
  ...changed('Route', {
    AuthorizationType: 'JWT',
    AuthorizerId: { Ref: 'Authorizer' },
    AuthorizationScopes: ['alerts/read'],
  }),
  Users: { Type: 'AWS::Cognito::UserPool' },
  Client: { Type: 'AWS::Cognito::UserPoolClient', Properties: { UserPoolId: { Ref: 'Users' } } },
}

describe('readDeployment', () => {
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  it('reads a function with its id, its code folder and the defaults of Lambda', () => {
    const { functions, httpApi } = read(changed('Function', { Environment: { Variables: { LIMIT: 5 } } }))

    expect(functions).toEqual([
      {
        logicalId: 'Function',
        id: 'getAlert',
        name: 'Streaming-Function',
        arn: 'arn:aws:lambda:us-east-1:123456789012:function:Streaming-Function',
        runtime: 'nodejs24.x',
        handler: 'index.handler',
        codeFolder: `${folders[0]}/asset.cafe`,
        timeoutSeconds: 3,
        memoryMegabytes: 128,
        environment: { LIMIT: '5' },
        roleLogicalId: 'Role',
        reservedConcurrency: undefined,
        logGroup: '/aws/lambda/Streaming-Function',
      },
    ])
    expect(httpApi.routes).toEqual([
      { routeKey: 'GET /alerts/{id}', functionLogicalId: 'Function', authorizer: undefined, scopes: [] },
    ])
  })

  it('reads a table with its indexes, stream and time to live', () => {
    const { tables } = read({
      ...leastResources,
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: {
          ...tableProperties,
          TableName: { 'Fn::Sub': '${AWS::StackName}-alerts' },
          TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
          LocalSecondaryIndexes: [
            { IndexName: 'byId', KeySchema: tableProperties.KeySchema, Projection: { ProjectionType: 'KEYS_ONLY' } },
          ],
          Replicas: [{ Region: { Ref: 'AWS::Region' }, DeletionProtectionEnabled: true }],
        },
      },
    })

    expect(tables).toEqual([
      {
        logicalId: 'Table',
        name: 'Streaming-alerts',
        arn: 'arn:aws:dynamodb:us-east-1:123456789012:table/Streaming-alerts',
        partitionKey: 'recipientId',
        sortKey: 'id',
        attributeTypes: { recipientId: 'S', id: 'S' },
        indexes: [
          {
            name: 'byId',
            kind: 'local',
            partitionKey: 'recipientId',
            sortKey: 'id',
            projection: { type: 'KEYS_ONLY', attributes: [] },
          },
        ],
        timeToLiveAttribute: 'expiresAt',
        streamViewType: 'NEW_AND_OLD_IMAGES',
      },
    ])
  })

  it('gathers the statements of inline and attached policies', () => {
    const { roles } = read({
      ...changed('Role', {
        Policies: [
          {
            PolicyName: 'inline',
            PolicyDocument: { Statement: { Effect: 'Deny', Action: 's3:*', Resource: '*' } },
          },
        ],
      }),
      Policy: policy({
        Effect: 'Allow',
        Action: ['dynamodb:GetItem'],
        Resource: { 'Fn::GetAtt': ['Table', 'Arn'] },
        Condition: { Bool: { 'aws:SecureTransport': true } },
      }),
      Table: table,
    })

    expect(roles[0]?.statements).toEqual([
      { effect: 'Deny', actions: ['s3:*'], resources: ['*'], conditions: {} },
      {
        effect: 'Allow',
        actions: ['dynamodb:GetItem'],
        resources: ['arn:aws:dynamodb:us-east-1:123456789012:table/Streaming-Table'],
        conditions: { Bool: { 'aws:SecureTransport': ['true'] } },
      },
    ])
  })

  it('puts the development issuer in place of a user pool', () => {
    const { httpApi } = read({ ...authorized, Authorizer: authorizer })

    expect(httpApi.routes[0]).toMatchObject({
      authorizer: {
        issuer: 'http://127.0.0.1:1/issuer',
        audiences: ['local'],
        identitySources: ['$request.header.Authorization'],
      },
      scopes: ['alerts/read'],
    })
  })

  it('keeps an issuer that the template configures', () => {
    const JwtConfiguration = { Issuer: 'https://id.example.com', Audience: ['tool'] }
    const own = { ...authorizer, Properties: { ...authorizer.Properties, JwtConfiguration } }

    const { httpApi } = read({ ...authorized, Authorizer: own })

    expect(httpApi.routes[0]?.authorizer).toMatchObject({ issuer: 'https://id.example.com', audiences: ['tool'] })
  })

  describe('a route that API Gateway answers itself', () => {
    const ApiId = { Ref: 'Live' }
    const live: Resources = {
      ...leastResources,
      Live: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'live', ProtocolType: 'WEBSOCKET' } },
      LiveStage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId, StageName: 'live' } },
      Mock: {
        Type: 'AWS::ApiGatewayV2::Integration',
        Properties: {
          ApiId,
          IntegrationType: 'MOCK',
          RequestTemplates: { 200: '{"statusCode": 200}' },
          TemplateSelectionExpression: '200',
        },
      },
      MockAnswer: {
        Type: 'AWS::ApiGatewayV2::IntegrationResponse',
        Properties: {
          ApiId,
          IntegrationId: { Ref: 'Mock' },
          IntegrationResponseKey: '$default',
          ResponseTemplates: { 200: '{"type":"pong"}' },
          TemplateSelectionExpression: '200',
        },
      },
      Ping: {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: {
          ApiId,
          RouteKey: 'ping',
          Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Mock' }]] },
          RouteResponseSelectionExpression: '$default',
        },
      },
      PingAnswer: {
        Type: 'AWS::ApiGatewayV2::RouteResponse',
        Properties: { ApiId, RouteId: { Ref: 'Ping' }, RouteResponseKey: '$default' },
      },
    }
    const withProperties = (logicalId: string, more: object): Resources => {
      const { Type = '', Properties } = live[logicalId] ?? {}
      return { ...live, [logicalId]: { Type, Properties: { ...Properties, ...more } } }
    }

    it('has its answer, or none without a route response', () => {
      const { PingAnswer: _answer, ...oneWay } = withProperties('Ping', { RouteResponseSelectionExpression: undefined })

      expect(read(live).webSocketApi).toMatchObject({
        routeSelectionExpression: '$request.body.action',
        routes: [],
        mockRoutes: [{ routeKey: 'ping', answer: '{"type":"pong"}' }],
      })
      expect(read(oneWay).webSocketApi?.mockRoutes).toEqual([{ routeKey: 'ping', answer: undefined }])
    })

    it.each<[string, Resources, string]>([
      ['another status', withProperties('Mock', { RequestTemplates: { 200: '{"statusCode":404}' } }), 'Mock'],
      ['a selection by a variable', withProperties('Mock', { TemplateSelectionExpression: '$request.x' }), 'Mock'],
      ['no template', withProperties('MockAnswer', { TemplateSelectionExpression: '300' }), 'MockAnswer'],
      ['variables', withProperties('MockAnswer', { ResponseTemplates: { 200: '$input.body' } }), 'MockAnswer'],
      ['a response for some statuses', withProperties('MockAnswer', { IntegrationResponseKey: '/2/' }), 'MockAnswer'],
      ['half a route response', withProperties('Ping', { RouteResponseSelectionExpression: undefined }), 'Ping'],
      [
        'a route response of a function',
        withProperties('Mock', {
          IntegrationType: 'AWS_PROXY',
          IntegrationUri: { 'Fn::GetAtt': ['Function', 'Arn'] },
        }),
        'Ping',
      ],
    ])('is refused with %s', (_what, resources, place) => {
      expect(() => read(resources)).toThrow(new RegExp(`^${place}\\b.*not imitated|^${place}: .*needs`))
    })
  })

  it('puts local addresses in place of custom domains, the issuer in place of a sign-in page, of the WebSocket API with its stage, and not of a disabled endpoint', () => {
    const domain = (DomainName: string) => ({ Type: 'AWS::ApiGatewayV2::DomainName', Properties: { DomainName } })
    const mappingOf = (name: string, api: string, stage: string) => ({
      Type: 'AWS::ApiGatewayV2::ApiMapping',
      Properties: { ApiId: { Ref: api }, DomainName: { Ref: name }, Stage: { Ref: stage } },
    })
    const resources = changed('Function', {
      Environment: {
        Variables: {
          API: { 'Fn::Sub': 'https://${Domain}/openapi.json' },
          ENDPOINT: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] },
          LIVE: { 'Fn::Join': ['', ['wss://', { Ref: 'LiveDomain' }]] },
          POST: { 'Fn::Join': ['', ['https://', { Ref: 'LiveDomain' }]] },
          DISABLED: { 'Fn::Sub': 'https://${Live}.execute-api.${AWS::Region}.${AWS::URLSuffix}' },
          SIGN_IN: { 'Fn::Sub': 'https://${SignIn}.auth.${AWS::Region}.amazoncognito.com/oauth2/token' },
          POOL: { 'Fn::GetAtt': ['Users', 'ProviderName'] },
        },
      },
    })

    const { functions } = read(
      {
        ...resources,
        Live: {
          Type: 'AWS::ApiGatewayV2::Api',
          Properties: { Name: 'live', ProtocolType: 'WEBSOCKET', DisableExecuteApiEndpoint: true },
        },
        LiveStage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Live' }, StageName: 'live' } },
        Users: { Type: 'AWS::Cognito::UserPool' },
        SignIn: { Type: 'AWS::Cognito::UserPoolDomain', Properties: { Domain: 'tools' } },
        Domain: domain('api.example.com'),
        LiveDomain: domain('live.api.example.com'),
        Mapping: mappingOf('Domain', 'Api', 'Stage'),
        LiveMapping: mappingOf('LiveDomain', 'Live', 'LiveStage'),
      },
      {},
      {
        logicalUrls: {
          httpApi: 'http://127.0.0.1:3000',
          webSocketApi: 'ws://127.0.0.1:3001',
          webSocketManagement: 'http://127.0.0.1:3001',
        },
      },
    )

    expect(functions[0]?.environment).toEqual({
      API: 'http://127.0.0.1:3000/openapi.json',
      ENDPOINT: 'http://127.0.0.1:3000',
      LIVE: 'ws://127.0.0.1:3001/live',
      POST: 'http://127.0.0.1:3001/live',
      DISABLED: expect.stringMatching(/^https:\/\/\w+\.execute-api\.us-east-1\.amazonaws\.com$/),
      SIGN_IN: 'http://127.0.0.1:1/issuer/oauth2/token',
      POOL: '127.0.0.1:1/issuer',
    })
  })

  it('reads the mapping of a queue, and where its messages go that fail', () => {
    const deployment = read({ ...leastResources, ...ofQueue() })

    expect(deployment.queueMappings).toEqual([
      {
        logicalId: 'Mapping',
        functionLogicalId: 'Function',
        queueLogicalId: 'Queue',
        batchSize: 10,
        batchingWindowSeconds: 0,
        reportsBatchItemFailures: true,
        maximumConcurrency: 2,
      },
    ])
    expect(deployment.queues).toEqual([
      expect.objectContaining({ logicalId: 'Dead', delaySeconds: 0, visibilityTimeoutSeconds: 30, redrive: undefined }),
      expect.objectContaining({
        logicalId: 'Queue',
        delaySeconds: 5,
        visibilityTimeoutSeconds: 60,
        redrive: { queueLogicalId: 'Dead', maxReceiveCount: 3 },
      }),
    ])
    expect(deployment.eventSourceMappings).toEqual([])
  })

  it('reads mappings and schedules with the queue of their failures', () => {
    const stream = {
      Effect: 'Allow',
      Action: ['dynamodb:DescribeStream', 'dynamodb:Get*'],
      Resource: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    }
    const send = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] } }
    const mapped = { ...leastResources, Table: table, Queue: { Type: 'AWS::SQS::Queue' }, Mapping: mapping }

    const [limited] = read({
      ...mapped,
      Policy: policy(stream, send),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          ...mapping?.Properties,
          BatchSize: 7,
          MaximumBatchingWindowInSeconds: 2,
          MaximumRecordAgeInSeconds: 60,
          BisectBatchOnFunctionError: true,
          ParallelizationFactor: 4,
          FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
          FunctionResponseTypes: undefined,
        },
      },
    }).eventSourceMappings
    const deployment = read({
      ...mapped,
      Policy: policy(stream, send),
      Rule: schedule,
      RulePermission: {
        Type: 'AWS::Lambda::Permission',
        Properties: {
          Action: 'lambda:InvokeFunction',
          FunctionName: { Ref: 'Function' },
          Principal: 'events.amazonaws.com',
          SourceArn: { 'Fn::GetAtt': ['Rule', 'Arn'] },
        },
      },
    })

    expect(limited).toMatchObject({
      batchSize: 7,
      batchingWindowSeconds: 2,
      maximumRecordAgeSeconds: 60,
      bisectOnError: true,
      reportsBatchItemFailures: false,
      parallelizationFactor: 4,
      filters: ['{"eventName":["INSERT"]}'],
    })
    expect(() => read({ ...mapped, Policy: policy(stream) })).toThrow('does not allow sqs:SendMessage on')
    expect(deployment.eventSourceMappings).toEqual([
      {
        logicalId: 'Mapping',
        functionLogicalId: 'Function',
        tableLogicalId: 'Table',
        batchSize: 100,
        batchingWindowSeconds: 0,
        startingPosition: 'TRIM_HORIZON',
        maximumRetryAttempts: 3,
        maximumRecordAgeSeconds: -1,
        bisectOnError: false,
        reportsBatchItemFailures: true,
        parallelizationFactor: 1,
        filters: [],
        deadLetterQueueLogicalId: 'Queue',
      },
    ])
    expect(deployment.schedules).toEqual([
      {
        logicalId: 'Rule',
        kind: 'rule',
        arn: 'arn:aws:events:us-east-1:123456789012:rule/Streaming-Rule',
        functionLogicalId: 'Function',
        expression: 'rate(1 minute)',
        input: '{"b":2}',
      },
    ])
  })

  it('takes a role of the gateway for a permission to invoke', () => {
    const { httpApi } = read(invokedByRole('apigateway.amazonaws.com', invoking))

    expect(httpApi.routes.map(({ functionLogicalId }) => functionLogicalId)).toEqual(['Function'])
  })

  describe('a parameter', () => {
    const withParameter = (parameter: object) => {
      const Environment = { Variables: { P: { 'Fn::Join': ['|', { 'Fn::Split': ['|', { Ref: 'P' }] }] } } }
      const listed = { Variables: { P: { 'Fn::Join': ['|', { Ref: 'P' }] } } }
      const isList = /List/.test(JSON.stringify(parameter))
      const resources = changed('Function', { Environment: isList ? listed : Environment })
      return read(resources, { Parameters: { P: parameter } }).functions[0]?.environment['P']
    }

    it.each([
      [{ Type: 'String', Default: 'a,b' }, 'a,b'],
      [{ Type: 'Number', Default: 5 }, '5'],
      [{ Type: 'CommaDelimitedList', Default: 'a, b ,c' }, 'a|b|c'],
      [{ Type: 'List<Number>', Default: '1,2' }, '1|2'],
    ])('%j has its default', (parameter, value) => {
      expect(withParameter(parameter)).toBe(value)
    })

    it.each([
      [{ Type: 'String' }],
      [{ Type: 'AWS::SSM::Parameter::Value<String>', Default: '/name' }],
      [{ Type: 'AWS::SSM::Parameter::Value<List<String>>', Default: '/name' }],
    ])('%j has a value only at a deployment', (parameter) => {
      expect(() => withParameter(parameter)).toThrow('the parameter P has a value only at a deployment')
    })
  })

  it('replaces an address of the gateway with all that follows it, and no name that begins like it', () => {
    const domain = { Type: 'AWS::ApiGatewayV2::DomainName', Properties: { DomainName: 'api.example.com' } }
    const Properties = { ApiId: { Ref: 'Api' }, DomainName: { Ref: 'Domain' }, Stage: { Ref: 'Stage' } }
    const texts = {
      own: 'https://api.example.com',
      path: 'https://api.example.com/a?b',
      list: 'https://api.example.com,https://api.example.com.',
      longer: 'https://api.example.community',
      below: 'https://api.example.com.au/a',
      hyphen: 'https://api.example.com-x',
      other: 'https://apixexample.com',
    }
    const Variables = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { 'Fn::Sub': text }]))

    const { functions } = read(
      {
        ...changed('Function', { Environment: { Variables } }),
        Domain: domain,
        Mapping: { Type: 'AWS::ApiGatewayV2::ApiMapping', Properties },
      },
      {},
      { logicalUrls: { httpApi: 'http://h$&' } },
    )

    const { longer, below, hyphen, other } = texts
    const local = { own: 'http://h$&', path: 'http://h$&/a?b', list: 'http://h$&,http://h$&.' }
    expect(functions[0]?.environment).toEqual({ ...local, longer, below, hyphen, other })
  })

  it('reads throttling and CORS of the HTTP API', () => {
    const { httpApi } = read({
      ...changed('Stage', {
        DefaultRouteSettings: { ThrottlingBurstLimit: 5, ThrottlingRateLimit: '2.5' },
        RouteSettings: {
          'GET /a': { ThrottlingBurstLimit: '1', ThrottlingRateLimit: 1 },
          'GET /b': { LoggingLevel: 'OFF' },
        },
      }),
      Api: {
        Type: 'AWS::ApiGatewayV2::Api',
        Properties: {
          Name: 'api',
          ProtocolType: 'HTTP',
          CorsConfiguration: { AllowOrigins: ['o'], AllowHeaders: ['h'], ExposeHeaders: ['e'], MaxAge: '60' },
        },
      },
    })

    expect(httpApi).toMatchObject({
      throttle: { burst: 5, ratePerSecond: 2.5 },
      routeThrottles: { 'GET /a': { burst: 1, ratePerSecond: 1 } },
      cors: {
        origins: ['o'],
        methods: [],
        headers: ['h'],
        exposeHeaders: ['e'],
        maxAgeSeconds: 60,
        credentials: false,
      },
      integrationTimeoutMilliseconds: 30_000,
    })
    expect(httpApi.routeThrottles).not.toHaveProperty('GET /b')
    const CorsConfiguration = { AllowMethods: ['GET'], AllowCredentials: 'true' }
    expect(read(changed('Api', { CorsConfiguration })).httpApi.cors).toMatchObject({
      methods: ['GET'],
      credentials: true,
    })
    expect(read(changed('Integration', { TimeoutInMillis: '5000' })).httpApi.routes[0]?.timeoutMilliseconds).toBe(5000)
  })

  it('reads a schedule of EventBridge Scheduler, whose role must allow to invoke', () => {
    const { schedules } = read(scheduled({}, invoking))

    const expected = {
      logicalId: 'Timer',
      kind: 'scheduler',
      arn: 'arn:aws:scheduler:us-east-1:123456789012:schedule/default/Streaming-Timer',
      functionLogicalId: 'Function',
      expression: 'rate(5 minutes)',
      input: '{"a":1}',
    }
    expect(schedules).toEqual([expected])
    expect(() => read(scheduled())).toThrow('Timer: the role Role does not allow lambda:InvokeFunction on')
  })

  it('leaves out triggers that are switched off', () => {
    const off = (resources: Resources, logicalId: string, state: object): Resources => {
      const { Type = '', Properties } = resources[logicalId] ?? {}
      return { ...leastResources, ...resources, [logicalId]: { Type, Properties: { ...Properties, ...state } } }
    }
    const stream = { ...leastResources, Table: table, Queue: { Type: 'AWS::SQS::Queue' }, Mapping: mapping }

    expect(read(off(stream, 'Mapping', { Enabled: 'false' })).eventSourceMappings).toEqual([])
    expect(read(off(ofQueue(), 'Mapping', { Enabled: false })).queueMappings).toEqual([])
    expect(read(off({ Rule: schedule }, 'Rule', { State: 'DISABLED' })).schedules).toEqual([])
    expect(read(off(scheduled(), 'Timer', { State: 'DISABLED' })).schedules).toEqual([])
  })

  it('reads keys with their aliases, parameters, indexes and a time to live that is switched off', () => {
    const alias = (AliasName: string, TargetKeyId: object) => ({
      Type: 'AWS::KMS::Alias',
      Properties: { AliasName, TargetKeyId },
    })
    const Projection = { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a'] }
    const index = { IndexName: 'byId', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }], Projection }

    const { keys, parameters, tables } = read({
      ...leastResources,
      Codes: { Type: 'AWS::KMS::Key', Properties: { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' } },
      Secrets: { Type: 'AWS::KMS::Key' },
      One: alias('alias/one', { Ref: 'Codes' }),
      Two: alias('alias/two', { 'Fn::GetAtt': ['Codes', 'Arn'] }),
      Name: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Name: '/n', Value: 'v' } },
      Table: {
        ...table,
        Properties: {
          ...tableProperties,
          GlobalSecondaryIndexes: [index],
          TimeToLiveSpecification: { AttributeName: 'x', Enabled: 'false' },
        },
      },
    })

    expect(keys).toMatchObject([
      { logicalId: 'Codes', spec: 'HMAC_256', aliases: ['alias/one', 'alias/two'] },
      { logicalId: 'Secrets', spec: 'SYMMETRIC_DEFAULT', aliases: [] },
    ])
    expect(parameters).toEqual([{ logicalId: 'Name', name: '/n', value: 'v' }])
    expect(tables[0]).toMatchObject({
      timeToLiveAttribute: undefined,
      indexes: [{ kind: 'global', sortKey: undefined, projection: { type: 'INCLUDE', attributes: ['a'] } }],
    })
  })

  it('takes policies of the role itself alone, and managed ones that allow nothing here', () => {
    const ManagedPolicyArns = ['service-role/AWSLambdaBasicExecutionRole', 'AWSXRayDaemonWriteAccess'].map(
      (name) => `arn:aws:iam::aws:policy/${name}`,
    )
    const other = policy({ Effect: 'Allow', Action: 's3:*', Resource: '*' })

    const { roles } = read({
      ...changed('Role', { ManagedPolicyArns }),
      Other: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } },
      Policy: { ...other, Properties: { ...other?.Properties, Roles: [{ Ref: 'Other' }] } } as Resources[string],
    })

    expect(roles.map(({ logicalId, statements }) => [logicalId, statements.length])).toEqual([
      ['Role', 0],
      ['Other', 1],
    ])
  })

  it.each<[string, Resources, string]>([
    [
      'an unknown resource type',
      { ...leastResources, Cache: { Type: 'AWS::ElastiCache::CacheCluster' } },
      'Cache: the resource type AWS::ElastiCache::CacheCluster is not imitated',
    ],
    [
      'an unknown property',
      changed('Function', { VpcConfig: {} }),
      'Function: the property VpcConfig of AWS::Lambda::Function is not imitated',
    ],
    [
      'an unknown nested property',
      changed('Api', { CorsConfiguration: { AllowAll: true } }),
      'Api.CorsConfiguration: AllowAll is not imitated',
    ],
    [
      'an unknown value',
      changed('Route', { AuthorizationType: 'AWS_IAM' }),
      'Route.AuthorizationType: "AWS_IAM" is not imitated, only NONE, JWT',
    ],
    [
      'a missing property',
      changed('Function', { Handler: { Ref: 'AWS::NoValue' } }),
      'Function.Handler: it is missing',
    ],
    [
      'an unknown intrinsic function',
      changed('Function', { Timeout: { 'Fn::GetStackOutput': 'x' } }),
      'Function.Timeout: the intrinsic function Fn::GetStackOutput is not imitated',
    ],
    [
      'an unknown intrinsic function where nothing has effect',
      { ...leastResources, Logs: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: { 'Fn::Base64': 'x' } } } },
      'Logs.LogGroupName: the intrinsic function Fn::Base64 is not imitated',
    ],
    [
      'an unknown attribute',
      changed('Function', { Handler: { 'Fn::GetAtt': ['Api', 'Hue'] } }),
      'Function.Handler: the attribute Hue of Api',
    ],
    [
      'a reference to nothing',
      changed('Function', { Handler: { Ref: 'Ghost' } }),
      'Function.Handler: it refers to Ghost',
    ],
    [
      'a role that is not there',
      changed('Function', { Role: 'arn:aws:iam::1:role/x' }),
      'Function: its role arn:aws:iam::1:role/x is not in the template',
    ],
    [
      'code that is not there',
      changed('Function', { Code: { S3Bucket: 'b', S3Key: 'gone.zip' } }),
      'Function: its code gone.zip is not among the assets',
    ],
    [
      'a managed policy',
      changed('Role', { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] }),
      'Role.ManagedPolicyArns.0: "arn:aws:iam::aws:policy/AdministratorAccess" is not imitated: give the role',
    ],
    ...[
      'arn:aws:iam::123456789012:policy/AWSXRayDaemonWriteAccess',
      'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess2',
    ].map((arn): [string, Resources, string] => [
      arn,
      changed('Role', { ManagedPolicyArns: [arn] }),
      `"${arn}" is not imitated`,
    ]),
    [
      'a table of another region',
      {
        ...leastResources,
        Table: {
          Type: 'AWS::DynamoDB::GlobalTable',
          Properties: { ...globalTable, Replicas: [{ Region: 'eu-west-9' }] },
        },
      },
      'Table: a replica in eu-west-9 is not imitated',
    ],
    [
      'a key of two attributes',
      {
        ...leastResources,
        Table: { ...table, Properties: { ...tableProperties, KeySchema: [hash('a'), hash('b')] } } as Resources[string],
      },
      'Table: keys of several attributes are not imitated',
    ],
    [
      'dead letters elsewhere',
      {
        ...leastResources,
        Queue: {
          Type: 'AWS::SQS::Queue',
          Properties: { RedrivePolicy: { deadLetterTargetArn: 'arn:aws:sqs:r:1:Dead', maxReceiveCount: 1 } },
        },
      },
      'Queue: the dead-letter queue arn:aws:sqs:r:1:Dead is not imitated',
    ],
    [
      'the stream of a table that begins like its own',
      {
        ...leastResources,
        Table: table,
        Mapping: {
          ...mapping,
          Properties: {
            ...mapping?.Properties,
            DestinationConfig: undefined,
            EventSourceArn: `${tableArn}2/stream/1970-01-01T00:00:00.000`,
          },
        } as Resources[string],
      },
      'Mapping: the event source',
    ],
    [
      'a batch of messages without its window',
      { ...leastResources, ...ofQueue({}, { BatchSize: 11 }) },
      'Mapping: Lambda takes',
    ],
    ['a time zone', scheduled({ ScheduleExpressionTimezone: 'Europe/Helsinki' }), 'Timer.ScheduleExpressionTimezone'],
    ['a number that is none', changed('Function', { Timeout: '5s' }), 'Function.Timeout'],
    ['a number that is not whole', changed('Function', { Timeout: 5.5 }), 'Function.Timeout'],
    [
      'a second HTTP API',
      { ...leastResources, Api2: leastResources['Api'] ?? { Type: '' } },
      'a second HTTP API is not imitated',
    ],
    [
      'a mapping of an API below a path',
      {
        ...leastResources,
        Mapping: {
          Type: 'AWS::ApiGatewayV2::ApiMapping',
          Properties: { ApiId: { Ref: 'Api' }, DomainName: 'a.example', Stage: { Ref: 'Stage' }, ApiMappingKey: 'v1' },
        },
      },
      'Mapping: the property ApiMappingKey is not imitated',
    ],
    [
      'a WebSocket API whose routes have an authorizer',
      {
        ...authorized,
        Authorizer: authorizer,
        Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'live', ProtocolType: 'WEBSOCKET' } },
      },
      'Route: an authorizer of a WebSocket API is not imitated',
    ],
    [
      'a target that begins like a function',
      changed('Integration', { IntegrationUri: { 'Fn::Sub': '${Function.Arn}:alias' } }),
      'Route: the target',
    ],
    [
      'a condition that is not there',
      changed('Function', { Handler: { 'Fn::If': ['toString', 'a', 'b'] } }),
      'the condition toString',
    ],
    [
      'a statement by exclusion',
      { ...leastResources, Policy: policy({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }) },
      'Policy.PolicyDocument.Statement',
    ],
    [
      'an API that its function does not admit',
      changed('Permission', {
        SourceArn: { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/POST/*' },
      }),
      'Route: Function does not permit apigateway.amazonaws.com to invoke it',
    ],
    ...[{ Principal: 'events.amazonaws.com' }, { Action: 'lambda:GetFunction' }, { FunctionName: 'Other' }].map(
      (other): [string, Resources, string] => [
        `a permission with another ${Object.keys(other)}`,
        changed('Permission', other),
        'Route: Function does not permit apigateway.amazonaws.com to invoke it for arn:aws:execute-api:',
      ],
    ),
    [
      'a role of the gateway that may not invoke the function',
      invokedByRole('apigateway.amazonaws.com', { ...invoking, Action: 'lambda:GetFunction' }),
      'Route: the role GatewayRole does not allow lambda:InvokeFunction on',
    ],
    [
      'a role that the gateway may not assume',
      invokedByRole('lambda.amazonaws.com', invoking),
      'Route: the role GatewayRole does not let apigateway.amazonaws.com assume it',
    ],
    [
      'a role of the gateway that is not there',
      changed('Integration', { CredentialsArn: 'arn:aws:iam::1:role/x' }),
      'Route: the role arn:aws:iam::1:role/x is not in the template',
    ],
    [
      'a rule that its function does not admit',
      { ...leastResources, Rule: schedule },
      'Rule: Function does not permit events.amazonaws.com to invoke it',
    ],
    [
      'a mapping whose role may not read the stream',
      { ...leastResources, Table: table, Queue: { Type: 'AWS::SQS::Queue' }, Mapping: mapping },
      'Mapping: the role Role does not allow dynamodb:DescribeStream on',
    ],
    ['a FIFO queue', { ...leastResources, ...ofQueue({ FifoQueue: true }) }, 'Queue: the property FifoQueue'],
    [
      'a queue whose messages come again while they are processed',
      { ...leastResources, ...ofQueue({ VisibilityTimeout: 2 }) },
      'Mapping: the visibility timeout of Queue is less than its function’s timeout',
    ],
    [
      'a filter of messages',
      { ...leastResources, ...ofQueue({}, { FilterCriteria: { Filters: [] } }) },
      'Mapping: the property FilterCriteria',
    ],
    [
      'a mapping whose role may not receive',
      { ...leastResources, ...ofQueue(), Policy: policy() },
      'Mapping: the role Role does not allow sqs:ReceiveMessage on',
    ],
    [
      'an authorizer that is not there',
      changed('Route', { AuthorizationType: 'JWT', AuthorizerId: 'gone' }),
      'Route: the authorizer gone is not in the template',
    ],
    [
      'payload format 1.0',
      changed('Integration', { PayloadFormatVersion: '1.0' }),
      'Integration: the payload format 1.0 is not imitated',
    ],
    [
      'a second stage',
      { ...leastResources, Other: leastResources['Stage'] ?? { Type: '' } },
      'Api: one stage is expected, there are 2',
    ],
  ])('refuses %s, naming the place', (_, resources, problem) => {
    expect(() => read(resources)).toThrow(problem)
  })

  const modelled = Object.entries(resourceKinds).filter(([, { noLocalEffect }]) => noLocalEffect === undefined)
  it.each(modelled.map(([type]) => type))('refuses an unknown property of %s: every modelled type is read', (Type) => {
    const resources = { Odd: { Type, Properties: { Hue: 'green', ProtocolType: 'HTTP' } }, ...leastResources }

    expect(() => read(resources)).toThrow(`Odd: the property Hue of ${Type} is not imitated`)
  })

  it('refuses a section that it does not know', () => {
    expect(() => read(leastResources, { Transform: 'AWS::Serverless' })).toThrow('Transform is not imitated')
  })

  it('takes visibility timeouts as long as the function runs, and batches with a window', () => {
    const more = { BatchSize: 11, MaximumBatchingWindowInSeconds: 1 }
    const { queueMappings } = read({ ...leastResources, ...ofQueue({ VisibilityTimeout: 3 }, more) })

    expect(queueMappings).toMatchObject([{ batchSize: 11, batchingWindowSeconds: 1 }])
  })

  it('has the name of the stack, the account and the region of its environment, and no output whose condition does not hold', () => {
    const sections = {
      Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
      Outputs: {
        Home: { Value: { 'Fn::Sub': '${AWS::Region}/${AWS::AccountId}' } },
        Gone: { Value: 'x', Condition: 'Never' },
      },
    }
    const folder = writeAssembly(leastResources, sections)
    folders.push(folder)
    const file = join(folder, 'manifest.json')
    const known = readFileSync(file, 'utf8').replace('unknown-account/unknown-region', '210987654321/eu-west-1')
    writeFileSync(file, known.replace('"templateFile"', '"stackName":"Live","templateFile"'))

    const { outputs, stackName } = readDeployment(folder, { issuer: '', audience: '' })

    expect([stackName, outputs]).toEqual(['Live', { Live: { Home: 'eu-west-1/210987654321' } }])
  })
})
