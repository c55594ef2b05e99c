// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of Fn::Sub
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Resources = Record<string, { Type: string; Properties?: Record<string, unknown>; Condition?: string }>

const getAtt = (logicalId: string, name: string) => ({ 'Fn::GetAtt': [logicalId, name] })
const ref = (name: string) => ({ Ref: name })

/** The least that the harness runs: one route to one function with its role. */
export const leastResources: Resources = {
  Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
  Stage: {
    Type: 'AWS::ApiGatewayV2::Stage',
    Properties: { ApiId: ref('Api'), StageName: '$default', AutoDeploy: true },
  },
  Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } },
  Function: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: 'cafe.zip' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: getAtt('Role', 'Arn'),
    },
  },
  Integration: {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ApiId: ref('Api'),
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: getAtt('Function', 'Arn'),
      PayloadFormatVersion: '2.0',
    },
  },
  Route: {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: ref('Api'),
      RouteKey: 'GET /alerts/{id}',
      Target: { 'Fn::Join': ['/', ['integrations', ref('Integration')]] },
    },
  },
  Permission: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: getAtt('Function', 'Arn'),
      Principal: 'apigateway.amazonaws.com',
      SourceArn: { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/*/alerts/*' },
    },
  },
}

/** The least resources with some properties of one changed; a property that is undefined is left out. */
export const changed = (logicalId: string, properties: Record<string, unknown>): Resources => {
  const entry = leastResources[logicalId]
  if (!entry) throw new Error(`no resource ${logicalId}`)
  return { ...leastResources, [logicalId]: { ...entry, Properties: { ...entry.Properties, ...properties } } }
}

/** Writes an assembly as `cdk synth` would, and returns its folder. */
export const writeAssembly = (resources: Resources, sections: Record<string, unknown> = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  const write = (file: string, content: unknown) => writeFileSync(join(folder, file), JSON.stringify(content))
  mkdirSync(join(folder, 'asset.cafe'))
  write('manifest.json', {
    artifacts: {
      'Streaming.assets': { type: 'cdk:asset-manifest', properties: { file: 'Streaming.assets.json' } },
      Streaming: {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/unknown-region',
        properties: { templateFile: 'Streaming.template.json' },
        additionalMetadataFile: 'Streaming.metadata.json',
      },
      Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
    },
  })
  write('Streaming.assets.json', {
    files: {
      cafe: {
        source: { path: 'asset.cafe', packaging: 'zip' },
        destinations: { here: { bucketName: 'assets', objectKey: 'cafe.zip' } },
      },
      beef: {
        source: { path: 'Streaming.template.json', packaging: 'file' },
        destinations: { here: { bucketName: 'assets', objectKey: 'beef.json' } },
      },
    },
  })
  write('Streaming.metadata.json', {
    '/Streaming/getAlert/Resource': [{ type: 'aws:cdk:logicalId', data: 'Function' }],
  })
  write('Streaming.template.json', { Resources: resources, ...sections })
  return folder
}
