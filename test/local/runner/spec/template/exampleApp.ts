// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of Fn::Sub
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leastResources, type Resources } from './exampleAssembly.ts'

interface ExampleTemplate extends Record<string, unknown> {
  readonly Resources: Resources
}

interface ExampleStack {
  readonly template: ExampleTemplate
  readonly environment?: string
  readonly dependencies?: readonly string[]
  /** Construct path → logical id. */
  readonly paths?: Readonly<Record<string, string>>
}

export interface ExampleApp {
  readonly stacks: Readonly<Record<string, ExampleStack>>
  /** File → template of a nested stack. */
  readonly nested?: Readonly<Record<string, ExampleTemplate>>
}

/** Writes an assembly of several stacks as `cdk synth` would, and returns its folder. */
export const writeApp = ({ stacks, nested = {} }: ExampleApp): string => {
  const folder = mkdtempSync(join(tmpdir(), 'app-'))
  const write = (file: string, content: unknown) => writeFileSync(join(folder, file), JSON.stringify(content))
  const asset = (path: string, packaging: string, objectKey: string) => ({
    source: { path, packaging },
    destinations: { here: { bucketName: 'assets', objectKey } },
  })
  mkdirSync(join(folder, 'asset.cafe'))
  const artifacts = Object.entries(stacks).map(([name, { environment, dependencies = [], template, paths = {} }]) => {
    write(`${name}.template.json`, template)
    const metadata = Object.entries(paths).map(([path, data]) => [`/${path}`, [{ type: 'aws:cdk:logicalId', data }]])
    const stack = {
      type: 'aws:cloudformation:stack',
      environment: environment ?? 'aws://unknown-account/unknown-region',
      properties: { templateFile: `${name}.template.json` },
      metadata: Object.fromEntries(metadata),
      dependencies: ['App.assets', ...dependencies],
    }
    return [name, stack] as const
  })
  const templates = Object.entries(nested).map(([file, template]) => {
    write(file, template)
    return [file, asset(file, 'file', `nested/${file}`)] as const
  })
  write('App.assets.json', {
    files: { cafe: asset('asset.cafe', 'zip', 'cafe.zip'), ...Object.fromEntries(templates) },
  })
  const assets = { type: 'cdk:asset-manifest', properties: { file: 'App.assets.json' } }
  write('manifest.json', { artifacts: { 'App.assets': assets, ...Object.fromEntries(artifacts) } })
  return folder
}

export const nestedStack = (file: string, Parameters: object = {}): Resources[string] => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: {
    TemplateURL: { 'Fn::Sub': `https://s3.\${AWS::Region}.\${AWS::URLSuffix}/assets/nested/${file}` },
    Parameters,
  },
})

const imported = (name: string) => ({ 'Fn::ImportValue': { 'Fn::Sub': `Shop-data:${name}` } })
const exported = (name: string, Value: unknown) => ({ Value, Export: { Name: `Shop-data:${name}` } })
const getAtt = (logicalId: string, name: string) => ({ 'Fn::GetAtt': [logicalId, name] })

const { Role, Function: Lambda, Permission } = leastResources as Required<Resources>

/** One function behind the route that the parent gives, with every kind of reference in its environment. */
const area: ExampleTemplate = {
  Parameters: {
    RouteKey: { Type: 'String' },
    Jwt: { Type: 'String' },
    Names: { Type: 'CommaDelimitedList', Default: 'none, more' },
    Neighbour: { Type: 'String', Default: 'nobody' },
  },
  Resources: {
    Role: { ...Role, Type: 'AWS::IAM::Role' },
    Function: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        ...Lambda?.Properties,
        Environment: {
          Variables: {
            TABLE: imported('Table'),
            STACK: { Ref: 'AWS::StackName' },
            URL: { 'Fn::Join': ['', ['https://', imported('Domain'), '/v1']] },
            NEIGHBOUR: { Ref: 'Neighbour' },
            LAST: { 'Fn::Select': [1, { Ref: 'Names' }] },
          },
        },
      },
    },
    Integration: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        ApiId: imported('Api'),
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: getAtt('Function', 'Arn'),
        PayloadFormatVersion: '2.0',
      },
    },
    Route: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId: imported('Api'),
        RouteKey: { Ref: 'RouteKey' },
        AuthorizationType: 'JWT',
        AuthorizerId: { Ref: 'Jwt' },
        Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Integration' }]] },
      },
    },
    Permission: {
      ...Permission,
      Type: 'AWS::Lambda::Permission',
      Properties: { ...Permission?.Properties, SourceArn: undefined },
    },
  },
  Outputs: { Arn: { Value: getAtt('Function', 'Arn') } },
}

/** A data stack with a table, an API and a domain; a service with the rest of the API, whose routes are in two nested stacks. */
export const shop = {
  stacks: {
    'Shop-data': {
      template: {
        Resources: {
          Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'shop', ProtocolType: 'HTTP' } },
          Domain: { Type: 'AWS::ApiGatewayV2::DomainName', Properties: { DomainName: 'api.example.com' } },
          Orders: {
            Type: 'AWS::DynamoDB::Table',
            Properties: {
              KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
              AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
              BillingMode: 'PAY_PER_REQUEST',
            },
          },
        },
        Outputs: {
          Table: exported('Table', { Ref: 'Orders' }),
          Api: exported('Api', { Ref: 'Api' }),
          Domain: exported('Domain', { Ref: 'Domain' }),
        },
      },
    },
    Shop: {
      dependencies: ['Shop-data'],
      paths: {
        'Shop/read.NestedStack/read.NestedStackResource': 'Read',
        'Shop/write.NestedStack/write.NestedStackResource': 'Write',
        'Shop/read/getOrder/Resource': 'Function',
        'Shop/write/addOrder/Resource': 'Function',
      },
      template: {
        Resources: {
          Jwt: {
            Type: 'AWS::ApiGatewayV2::Authorizer',
            Properties: {
              ApiId: imported('Api'),
              AuthorizerType: 'JWT',
              Name: 'jwt',
              IdentitySource: ['$request.header.Authorization'],
              JwtConfiguration: { Issuer: 'https://id.example.com', Audience: ['tool'] },
            },
          },
          Read: nestedStack('area.json', { RouteKey: 'GET /orders', Jwt: { Ref: 'Jwt' }, Names: ['a', 'b'] }),
          Write: nestedStack('area.json', {
            RouteKey: 'POST /orders',
            Jwt: { Ref: 'Jwt' },
            Names: 'c, d',
            Neighbour: getAtt('Read', 'Outputs.Arn'),
          }),
          Stage: {
            Type: 'AWS::ApiGatewayV2::Stage',
            DependsOn: ['Read', 'Write'],
            Properties: { ApiId: imported('Api'), StageName: '$default', AutoDeploy: true },
          },
          Mapping: {
            Type: 'AWS::ApiGatewayV2::ApiMapping',
            Properties: { ApiId: imported('Api'), DomainName: imported('Domain'), Stage: { Ref: 'Stage' } },
          },
        } as Resources,
        Outputs: { Written: { Value: { 'Fn::Sub': '${Write.Outputs.Arn}' } } },
      },
    },
  },
  nested: { 'area.json': area },
} satisfies ExampleApp

/** The service with some of its resources replaced. */
export const shopWith = (resources: Resources, nested: ExampleApp['nested'] = {}): ExampleApp => {
  const { Shop } = shop.stacks
  const template = { ...Shop.template, Resources: { ...Shop.template.Resources, ...resources } }
  return { stacks: { ...shop.stacks, Shop: { ...Shop, template } }, nested: { ...shop.nested, ...nested } }
}
