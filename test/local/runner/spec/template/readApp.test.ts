import { rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { constructPathsFrom } from '../../template/constructPaths.ts'
import { readDeployment } from '../../template/readDeployment.ts'
import { type ExampleApp, nestedStack, shop, shopWith, writeApp } from './exampleApp.ts'
import { leastResources } from './exampleAssembly.ts'

const folders: string[] = []
const read = (app: ExampleApp, stackName?: string) => {
  const folder = writeApp(app)
  folders.push(folder)
  const logicalUrls = { httpApi: 'http://127.0.0.1:3000' }
  return readDeployment(folder, { issuer: 'http://127.0.0.1:1/issuer', audience: 'local', logicalUrls }, stackName)
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

it('serves an API whose stages and routes are in other stacks and in nested ones', () => {
  const { stackName, httpApi, tables } = read(shop)

  const authorizer = {
    issuer: 'https://id.example.com',
    audiences: ['tool'],
    identitySources: ['$request.header.Authorization'],
  }
  expect(stackName).toBe('Shop')
  expect(tables.map(({ logicalId, name }) => [logicalId, name])).toEqual([['Shop-data/Orders', 'Shop-data-Orders']])
  expect(httpApi).toMatchObject({ logicalId: 'Shop-data/Api', stage: '$default' })
  expect(httpApi.routes).toEqual([
    { routeKey: 'GET /orders', functionLogicalId: 'Shop/read/Function', authorizer, scopes: [] },
    { routeKey: 'POST /orders', functionLogicalId: 'Shop/write/Function', authorizer, scopes: [] },
  ])
})

it('resolves imports, parameters, outputs and names of each stack', () => {
  const { functions, outputs } = read(shop)

  const arn = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`
  const common = { TABLE: 'Shop-data-Orders', URL: 'http://127.0.0.1:3000/v1' }
  expect(functions.map(({ id, environment }) => [id, environment])).toEqual([
    ['getOrder', { ...common, STACK: 'Shop-Read', NEIGHBOUR: 'nobody', LAST: 'b' }],
    ['addOrder', { ...common, STACK: 'Shop-Write', NEIGHBOUR: arn('Shop-Read-Function'), LAST: 'd' }],
  ])
  expect(outputs['Shop']).toEqual({ Written: arn('Shop-Write-Function') })
})

it('takes the function of its own nested stack where two of them have the same template', () => {
  const { functions, roles } = read(shop)

  expect(functions.map(({ roleLogicalId }) => roleLogicalId)).toEqual(['Shop/read/Role', 'Shop/write/Role'])
  expect(new Set(roles.map(({ arn }) => arn)).size).toBe(2)
})

it('finds the construct paths of a nested stack within another', () => {
  const logicalId = (data: string) => [{ type: 'aws:cdk:logicalId', data }]

  const paths = constructPathsFrom({
    '/Shop/a.NestedStack/a.NestedStackResource': logicalId('A'),
    '/Shop/a/b.NestedStack/b.NestedStackResource': logicalId('B'),
    '/Shop/a/b/Table/Resource': logicalId('Table'),
  })

  expect(paths.get('Shop/a/b')).toEqual(new Map([['Table', 'Shop/a/b/Table/Resource']]))
})

it('leaves out a nested stack whose condition does not hold', () => {
  const { Shop } = shop.stacks
  const Write = { ...Shop.template.Resources['Write'], Type: 'AWS::CloudFormation::Stack', Condition: 'IsWritten' }
  const Conditions = { IsWritten: { 'Fn::Equals': [{ Ref: 'AWS::StackName' }, 'Other'] } }
  const template = { Resources: { ...Shop.template.Resources, Write }, Conditions }

  const { functions } = read({ ...shop, stacks: { ...shop.stacks, Shop: { ...Shop, template } } })

  expect(functions.map(({ id }) => id)).toEqual(['getOrder'])
})

it('runs the app of the named stack where an assembly has several', () => {
  const apps = { ...shop, stacks: { Other: { template: { Resources: leastResources } }, ...shop.stacks } }

  expect(() => read(apps)).toThrow(
    'manifest.json: it has several apps: choose one by a stack of it with --stack (Other, Shop-data, Shop)',
  )
  expect(() => read(apps, 'Shap')).toThrow('manifest.json: it has no stack Shap, only Other, Shop-data, Shop')
  expect(read(apps, 'Shop-data').functions.map(({ id }) => id)).toEqual(['getOrder', 'addOrder'])
})

it('refuses an app whose stacks are deployed to two regions', () => {
  const { 'Shop-data': data, Shop } = shop.stacks
  const at = (region: string) => `aws://unknown-account/${region}`
  const stacks = {
    'Shop-data': { ...data, environment: at('eu-west-1') },
    Shop: { ...Shop, environment: at('us-east-1') },
  }

  expect(() => read({ ...shop, stacks })).toThrow(/^manifest\.json: stacks of one app in .*eu-west-1 and .*us-east-1 /)
})

const least = { Resources: { Topic: { Type: 'AWS::SNS::Topic' } } }

it.each([
  [
    'an import that nothing exports',
    { Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: { 'Fn::ImportValue': 'gone' } } } },
    'Shop/Queue.QueueName: it imports gone, which no stack here exports',
  ],
  [
    'a template that is no asset',
    { More: nestedStack('gone.json') },
    /^Shop\/More: its template .*gone\.json is not among/,
  ],
  [
    'a value for an unknown parameter',
    { More: nestedStack('least.json', { A: 'b' }) },
    'Shop/More: its template has no parameter A',
  ],
  [
    'a parameter without a value',
    { More: nestedStack('echo.json') },
    'Shop/More/Queue.QueueName: the parameter A has a value',
  ],
  [
    'an output that is not there',
    {
      More: nestedStack('least.json'),
      Read: nestedStack('area.json', { RouteKey: { 'Fn::GetAtt': ['More', 'Outputs.X'] } }),
    },
    'Shop/Read.Parameters.RouteKey: there is no Shop/More/Outputs.X',
  ],
  [
    'an output that depends on itself',
    { More: nestedStack('echo.json', { A: { 'Fn::GetAtt': ['More', 'Outputs.A'] } }) },
    'Shop/More/Outputs.A: it depends on itself',
  ],
  [
    'an unknown resource of a nested stack',
    { More: nestedStack('odd.json') },
    'Shop/More/Odd: the resource type A::B::C is not imitated',
  ],
])('refuses %s, naming its stack', (_, resources, problem) => {
  const echo = {
    Parameters: { A: { Type: 'String' } },
    Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: { Ref: 'A' } } } },
    Outputs: { A: { Value: { Ref: 'A' } } },
  }
  const nested = { 'least.json': least, 'echo.json': echo, 'odd.json': { Resources: { Odd: { Type: 'A::B::C' } } } }

  expect(() => read(shopWith(resources, nested))).toThrow(problem)
})
