// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of Fn::Sub
import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { readDeployment } from '../../template/readDeployment.ts'
import { changed, leastResources, type Resources, writeAssembly } from './exampleAssembly.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const read = (resources: Resources, ...ignore: readonly string[]) => {
  const folder = writeAssembly(resources)
  folders.push(folder)
  return readDeployment(folder, { issuer: 'http://127.0.0.1:1', audience: 'local' }, undefined, ignore)
}

const refusalsOf = (resources: Resources, ...ignore: readonly string[]): readonly string[] => {
  try {
    read(resources, ...ignore)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

const at = (path: string, Type: string, Properties: Record<string, unknown> = {}) => ({
  Type,
  Properties,
  Metadata: { 'aws:cdk:path': path },
})
const topic = at('Shop/Orders/Resource', 'AWS::SNS::Topic')
const machine = at('Shop/Flow/Resource', 'AWS::StepFunctions::StateMachine', {
  DefinitionString: { Ref: 'Function' },
})
const functionUri = {
  'Fn::Sub': 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Function.Arn}/invocations',
}
const startsFlow = changed('Function', { Environment: { Variables: { FLOW: { Ref: 'Flow' } } } })

test('all that is refused is named at once, with the reason and the construct’s path, and without its consequences', () => {
  const resources = {
    ...changed('Function', {
      Code: { ZipFile: 'def handler(event, context): pass' },
      Runtime: 'python3.13',
      Layers: [{ Ref: 'Layer' }],
    }),
    Layer: at('Shop/Tools/Resource', 'AWS::Lambda::LayerVersion'),
    Flow: machine,
    ToQueue: at('Shop/Queue/Orders/Resource', 'AWS::SNS::Subscription', { Protocol: 'sqs' }),
    Seed: at('Shop/Seed/Default', 'Custom::Seed'),
    Cluster: at('Shop/Crowd', 'AWS::ECS::Cluster'),
  }

  expect(refusalsOf(resources)).toEqual([
    'Layer: the resource type AWS::Lambda::LayerVersion is not imitated: bundle the content of layers into the functions’ assets (Shop/Tools)',
    'Flow: the resource type AWS::StepFunctions::StateMachine is not imitated: Step Functions run nothing here; `invoke` runs one function (Shop/Flow)',
    'ToQueue: a subscription by sqs is not imitated: SNS delivers to no function and no queue here (Shop/Queue/Orders)',
    'Seed: the resource type Custom::Seed is not imitated: the function of a custom resource runs at a deployment only (Shop/Seed)',
    'Cluster: the resource type AWS::ECS::Cluster is not imitated (Shop/Crowd)',
    'Function.Runtime: "python3.13" is not imitated: functions run on Node.js only (Streaming/getAlert)',
    'Function.Code: ZipFile is not imitated: inline code has to move to a file, for Code.fromAsset (Streaming/getAlert)',
    'Function: the property Layers of AWS::Lambda::Function is not imitated: bundle the content of layers into the function’s asset (Streaming/getAlert)',
  ])
})

test('a route is not refused beside its authorizer, regression: its authorizer was called missing too', () => {
  const resources: Resources = {
    ...changed('Route', { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Judge' } }),
    Judge: {
      Type: 'AWS::ApiGatewayV2::Authorizer',
      Properties: {
        ApiId: { Ref: 'Api' },
        Name: 'judge',
        AuthorizerType: 'REQUEST',
        AuthorizerPayloadFormatVersion: '2.0',
        IdentitySource: ['$context.identity.sourceIp'],
        AuthorizerUri: functionUri,
      },
    },
    Judging: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: { 'Fn::GetAtt': ['Function', 'Arn'] },
        Principal: 'apigateway.amazonaws.com',
      },
    },
  }

  expect(refusalsOf(resources)).toEqual(['Judge: the identity source $context.identity.sourceIp is not imitated'])
})

test('an authorizer of a WebSocket API is refused as such, regression: a property that it cannot have was missing', () => {
  const live: Resources = {
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'live', ProtocolType: 'WEBSOCKET' } },
    Judge: {
      Type: 'AWS::ApiGatewayV2::Authorizer',
      Properties: { ApiId: { Ref: 'Api' }, Name: 'judge', AuthorizerType: 'REQUEST', AuthorizerUri: functionUri },
    },
    ...Object.fromEntries(
      Object.entries(
        changed('Route', { RouteKey: '$connect', AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Judge' } }),
      ).filter(([name]) => name !== 'Api' && name !== 'Permission'),
    ),
  }
  const Permission = { ...leastResources['Permission'] } as Required<Resources[string]>
  const open = { ...Permission, Properties: { ...Permission.Properties, SourceArn: undefined } }

  expect(refusalsOf({ ...live, Permission: open })).toEqual(['Route: an authorizer of a WebSocket API is not imitated'])
})

test('a property that is missing is called missing', () => {
  expect(refusalsOf(changed('Api', { ProtocolType: undefined }))).toContain(
    'Api.ProtocolType: it is missing, and only HTTP, WEBSOCKET is imitated',
  )
})

test('a function that is a container image is refused for that alone', () => {
  const image = { Code: { ImageUri: 'shop:1' }, PackageType: 'Image', Runtime: undefined, Handler: undefined }

  expect(refusalsOf(changed('Function', image))).toEqual([
    'Function.Code: ImageUri is not imitated: there are no container images here (Streaming/getAlert)',
    'Function.PackageType: "Image" is not imitated, only Zip: there are no container images here (Streaming/getAlert)',
  ])
})

test.each([
  ['a type', 'AWS::StepFunctions::StateMachine'],
  ['a logical id', 'Flow'],
  ['a construct path', 'Shop/Flow'],
])('a resource is ignored by %s, and what refers to it is named', (_, name) => {
  const { functions, httpApi, notes } = read({ ...startsFlow, Flow: machine }, name)

  expect(functions.map(({ environment }) => environment)).toEqual([{ FLOW: 'absent:Flow' }])
  expect(httpApi.routes).toHaveLength(1)
  expect(notes).toEqual(['AWS::StepFunctions::StateMachine Shop/Flow: it is referred to by Streaming/getAlert'])
})

test('what does not work without an ignored resource is left out with it, and named', () => {
  const { functions, httpApi, notes } = read(leastResources, 'Function')

  expect([functions, httpApi.routes]).toEqual([[], []])
  expect(notes).toEqual([
    'AWS::Lambda::Function Streaming/getAlert: it is referred to by Integration; Permission',
    'left out too: Route',
  ])
})

test('an ignored resource excuses no mistake of another one', () => {
  const resources = { ...leastResources, Flow: machine, Crowd: at('Shop/Crowd', 'AWS::ECS::Cluster') }

  expect(refusalsOf(resources, 'Flow')).toEqual([
    'Crowd: the resource type AWS::ECS::Cluster is not imitated (Shop/Crowd)',
  ])
})

test('a name that ignores nothing is refused', () => {
  expect(refusalsOf({ ...leastResources, Orders: topic }, 'AWS::SNS::Topik')).toEqual([
    '--ignore AWS::SNS::Topik: the app has no such resource',
  ])
})

test.each(['Custom::LogRetention', 'AWS::CloudWatch::Alarm'])('%s has no local effect, whatever it says', (Type) => {
  const Properties = { AnythingAtAll: { 'Fn::GetAtt': ['Function', 'Whatever'] } }
  expect(refusalsOf({ ...leastResources, Extra: at('Shop/Extra/Resource', Type, Properties) })).toEqual([])
})
