// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of Fn::Sub
import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { readDeployment } from '../../template/readDeployment.ts'
import { leastResources, type Resources, writeAssembly } from './exampleAssembly.ts'

const ref = (Ref: string) => ({ Ref })
const functionUri = {
  'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Function.Arn}/invocations',
}
const ofApi = { RestApiId: ref('Rest') }
const permission = (path: string) => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: { 'Fn::GetAtt': ['Function', 'Arn'] },
    Principal: 'apigateway.amazonaws.com',
    SourceArn: { 'Fn::Sub': `arn:aws:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${Rest}/${path}` },
  },
})
const proxy = { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: functionUri }

const { Role, Function: Lambda } = leastResources as Required<Resources>

/** `GET /items/{id}` of the stage `v1` calls a function. */
const rest = {
  Role,
  Function: Lambda,
  Rest: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'rest', BinaryMediaTypes: ['image/PNG'] } },
  Items: {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { ...ofApi, ParentId: { 'Fn::GetAtt': ['Rest', 'RootResourceId'] }, PathPart: 'items' },
  },
  Item: { Type: 'AWS::ApiGateway::Resource', Properties: { ...ofApi, ParentId: ref('Items'), PathPart: '{id}' } },
  Get: {
    Type: 'AWS::ApiGateway::Method',
    Properties: { ...ofApi, ResourceId: ref('Item'), HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: proxy },
  },
  Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: ofApi },
  Stage: {
    Type: 'AWS::ApiGateway::Stage',
    Properties: { ...ofApi, StageName: 'v1', DeploymentId: ref('Deployment'), Variables: { a: 'b' } },
  },
  Permission: permission('v1/GET/items/*'),
} as Resources

const changed = (logicalId: string, more: object, resources = rest): Resources => {
  const { Type = '', Properties } = resources[logicalId] ?? {}
  return { ...resources, [logicalId]: { Type, Properties: { ...Properties, ...more } } }
}

const read = (resources: Resources, sections: Record<string, unknown> = {}, httpApi = 'http://127.0.0.1:3000') => {
  const folder = writeAssembly(resources, sections)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return readDeployment(folder, { issuer: 'http://127.0.0.1:1', audience: 'local', logicalUrls: { httpApi } })
}

test('a REST API is read with its paths, its stage and its limits', () => {
  const setting = (HttpMethod: string, ResourcePath: string, limit: number) => ({
    HttpMethod,
    ResourcePath,
    ThrottlingBurstLimit: limit,
    ThrottlingRateLimit: limit,
  })
  const MethodSettings = [
    setting('*', '/*', 5),
    setting('GET', '/~1items~1{id}', 2),
    setting('GET', '/', 1),
    { HttpMethod: 'PUT', ResourcePath: '/*', LoggingLevel: 'INFO' },
  ]

  const limited = changed('Get', { Integration: { ...proxy, TimeoutInMillis: 5000 } })
  const { httpApi } = read(changed('Stage', { MethodSettings }, limited))

  const id = expect.stringMatching(/^[\da-z]{10}$/)
  const [itemsId, itemId] = ['/items', '/items/{id}'].map((path) => httpApi.rest?.resourceIds[path])
  expect(httpApi).toEqual({
    logicalId: 'Rest',
    apiId: id,
    stage: 'v1',
    routes: [
      {
        routeKey: 'GET /items/{id}',
        functionLogicalId: 'Function',
        authorizer: undefined,
        scopes: [],
        timeoutMilliseconds: 5000,
      },
    ],
    cors: undefined,
    throttle: { burst: 5, ratePerSecond: 5 },
    routeThrottles: { 'GET /items/{id}': { burst: 2, ratePerSecond: 2 }, 'GET /': { burst: 1, ratePerSecond: 1 } },
    integrationTimeoutMilliseconds: 29_000,
    rest: {
      deploymentId: id,
      binaryMediaTypes: ['image/png'],
      stageVariables: { a: 'b' },
      resourceIds: { '/': id, '/items': itemsId, '/items/{id}': itemId },
      mockRoutes: [],
      gatewayResponses: {},
    },
  })
  expect(new Set(Object.values(httpApi.rest?.resourceIds ?? {})).size).toBe(3)
  expect(read(rest).httpApi.routes[0]?.timeoutMilliseconds).toBe(undefined)
})

test('addresses of the API lead to this machine, with the stage once', () => {
  const url = { 'Fn::Sub': 'https://${Rest}.execute-api.${AWS::Region}.${AWS::URLSuffix}/${Stage}/items' }

  const { outputs } = read(rest, { Outputs: { Url: { Value: url } } })

  expect(outputs).toEqual({ Streaming: { Url: 'http://127.0.0.1:3000/v1/items' } })
})

const corsTemplate = [
  '#set($origin = $input.params().header.get("Origin"))',
  '#if($origin == "")',
  '  #set($origin = $input.params().header.get("origin"))',
  '#end',
  '#if($origin == "https://b" || $origin == "https://c")',
  '  #set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)',
  '#end',
].join('\n')

const mock = (more: object = {}, response: object = {}) => ({
  ...changed('Get', {
    Integration: {
      Type: 'MOCK',
      RequestTemplates: { 'application/json': '{ statusCode: 200 }' },
      IntegrationResponses: [
        {
          StatusCode: '204',
          ResponseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'https://a'" },
          ...response,
        },
      ],
      ...more,
    },
  }),
})
const other = { StatusCode: '500', SelectionPattern: '5\\d\\d' }
const ofSuccess = { StatusCode: '202', SelectionPattern: '2\\d\\d' }
const headers = { 'content-type': 'application/json', 'access-control-allow-origin': 'https://a' }

test.each<[string, Resources, number, object | undefined]>([
  ['constants', mock(), 500, { status: 204, headers, body: '', origins: [] }],
  ['constants, for its own types only', mock({ PassthroughBehavior: 'NEVER' }), 415, { status: 204 }],
  ['constants, beside templates', mock({ PassthroughBehavior: 'WHEN_NO_TEMPLATES' }), 415, { status: 204 }],
  [
    'the origin, by the template of the CDK',
    mock({}, { ResponseTemplates: { 'application/json': corsTemplate } }),
    500,
    { body: '', origins: ['https://b', 'https://c'] },
  ],
  ['a text', mock({}, { ResponseTemplates: { 'text/plain': 'ok' } }), 500, { body: 'ok' }],
  ['the response for its status', mock({ IntegrationResponses: [other, { StatusCode: '201' }] }), 500, { status: 201 }],
  [
    'the response whose pattern is all of its status',
    mock({ IntegrationResponses: [{ ...other, SelectionPattern: '20' }, { StatusCode: '201' }, ofSuccess] }),
    500,
    { status: 202 },
  ],
  [
    'nothing without a template',
    mock({ RequestTemplates: {}, PassthroughBehavior: 'WHEN_NO_TEMPLATES' }),
    500,
    undefined,
  ],
  ['nothing without a response', mock({ IntegrationResponses: [other] }), 500, undefined],
])('a method that API Gateway answers itself gives %s', (_what, resources, otherTypesStatus, answer) => {
  const { httpApi } = read(resources)

  expect(httpApi.routes).toEqual([])
  expect(httpApi.rest?.mockRoutes).toMatchObject([{ routeKey: 'GET /items/{id}', otherTypesStatus, answer }])
})

const authorized = (properties: object): Resources => ({
  ...changed('Get', { AuthorizationType: 'CUSTOM', AuthorizerId: ref('Guard') }),
  Guard: {
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: { ...ofApi, Name: 'guard', AuthorizerUri: functionUri, ...properties },
  },
  GuardPermission: permission('authorizers/${Guard}'),
})

test.each([
  [
    { Type: 'TOKEN', IdentitySource: 'method.request.header.X', IdentityValidationExpression: '^a' },
    { event: 'TOKEN', identitySources: ['$request.header.X'], tokenPattern: '^a', cacheSeconds: 300 },
  ],
  [
    {
      Type: 'REQUEST',
      IdentitySource: 'method.request.header.X, method.request.querystring.q',
      AuthorizerResultTtlInSeconds: 0,
    },
    { event: 'REQUEST', identitySources: ['$request.header.X', '$request.querystring.q'], cacheSeconds: 0 },
  ],
])('an authorizer with %j is read', (properties, expected) => {
  const { httpApi } = read(authorized(properties))

  expect(httpApi.routes[0]?.authorizer).toMatchObject({
    logicalId: 'Guard',
    functionLogicalId: 'Function',
    ...expected,
  })
})

test('an authorizer of an HTTP API is read with its payload version', () => {
  const { httpApi } = read({
    ...leastResources,
    Route: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: { ...leastResources['Route']?.Properties, AuthorizationType: 'CUSTOM', AuthorizerId: ref('Guard') },
    },
    Guard: {
      Type: 'AWS::ApiGatewayV2::Authorizer',
      Properties: {
        ApiId: ref('Api'),
        Name: 'guard',
        AuthorizerType: 'REQUEST',
        AuthorizerUri: functionUri,
        AuthorizerPayloadFormatVersion: '2.0',
        EnableSimpleResponses: true,
        IdentitySource: ['$request.header.X'],
      },
    },
    GuardPermission: {
      ...permission(''),
      Properties: { ...permission('').Properties, SourceArn: { 'Fn::Sub': 'arn:*:${Api}/authorizers/${Guard}' } },
    },
  })

  expect(httpApi.routes[0]?.authorizer).toMatchObject({
    event: '2.0',
    identitySources: ['$request.header.X'],
    answersSimply: true,
    cacheSeconds: 0,
  })
})

const gatewayResponse = (more: object): Resources => ({
  ...rest,
  Refused: { Type: 'AWS::ApiGateway::GatewayResponse', Properties: { ...ofApi, ResponseType: 'DEFAULT_4XX', ...more } },
})

test('an answer of the gateway is read with its constants', () => {
  const template = '{"problem":$context.error.messageString}'
  const { httpApi } = read(
    gatewayResponse({
      StatusCode: '404',
      ResponseParameters: { 'gatewayresponse.header.Access-Control-Allow-Origin': "'*'" },
      ResponseTemplates: { 'application/json': template },
    }),
  )

  expect(httpApi.rest?.gatewayResponses).toEqual({
    DEFAULT_4XX: { status: 404, headers: { 'access-control-allow-origin': '*' }, template },
  })
})

test.each<[string, Resources, string | RegExp]>([
  [
    'another integration',
    changed('Get', { Integration: { Type: 'HTTP_PROXY' } }),
    /^Get.*"HTTP_PROXY" is not imitated/,
  ],
  ['an API key', changed('Get', { ApiKeyRequired: true }), /^Get.*there are no API keys here/],
  ['a user pool', authorized({ Type: 'COGNITO_USER_POOLS' }), /^Guard.*"COGNITO_USER_POOLS" is not imitated/],
  ['a signature', changed('Get', { AuthorizationType: 'AWS_IAM' }), /^Get.*"AWS_IAM" is not imitated/],
  [
    'another identity',
    authorized({ Type: 'REQUEST', IdentitySource: 'context.identity.sourceIp' }),
    /Guard: the identity source context.identity.sourceIp is not imitated/,
  ],
  [
    'a function that does not permit it',
    changed('Permission', { SourceArn: 'arn:other' }),
    /^Get: Function does not permit/,
  ],
  [
    'an authorizer that may not be asked',
    { ...authorized({ Type: 'TOKEN' }), GuardPermission: permission('v1/*') },
    /Guard: Function does not permit .*\/authorizers\//,
  ],
  [
    'variables in a template',
    mock({}, { ResponseTemplates: { 'text/plain': '$input.body' } }),
    /^Get: a template with/,
  ],
  ['another request template', mock({ RequestTemplates: { 'text/plain': '$input' } }), /^Get: the request template/],
  [
    'a mapped header',
    mock({}, { ResponseParameters: { 'method.response.header.A': 'integration.response.header.B' } }),
    /^Get: the response parameter/,
  ],
  [
    'variables of the request in an answer',
    gatewayResponse({ ResponseTemplates: { 'application/json': '$context.requestId' } }),
    /^Refused: the template \$context.requestId is not imitated/,
  ],
  ['a broken pattern of tokens', authorized({ Type: 'TOKEN', IdentityValidationExpression: '(' }), /^Guard: the valid/],
  [
    'a guarded preflight request',
    changed('Get', { AuthorizationType: 'CUSTOM' }, mock()),
    /^Get: an authorizer of a MOCK integration is not imitated/,
  ],
  ['another way to call', changed('Get', { Integration: { ...proxy, IntegrationHttpMethod: undefined } }), /by POST/],
  ['no stage', { ...rest, Stage: { ...rest['Role'], Type: 'AWS::IAM::Role' } }, /^Rest: one stage is expected/],
  [
    'limits of a part of the methods',
    changed('Stage', {
      MethodSettings: [{ HttpMethod: '*', ResourcePath: '/~1items', ThrottlingBurstLimit: 1, ThrottlingRateLimit: 1 }],
    }),
    /^Stage: limits of every method/,
  ],
  ['an HTTP API beside it', { ...leastResources, ...rest }, /Rest: a REST API beside an HTTP API is not imitated/],
  ['a second REST API', { ...rest, Second: rest['Rest'] ?? { Type: '' } }, /^Second: a second REST API/],
])('a REST API with %s is refused by its name', (_what, resources, problem) => {
  expect(() => read(resources)).toThrow(problem)
})

test('tables of the default billing mode are read, with one line about their throughput', () => {
  const table = {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
    },
  }

  const { tables, differences } = read({ ...rest, One: table, Two: table })

  expect(tables.map(({ logicalId }) => logicalId)).toEqual(['One', 'Two'])
  expect(differences).toContain('the provisioned throughput of One, Two: nothing throttles here but --faults')
})
