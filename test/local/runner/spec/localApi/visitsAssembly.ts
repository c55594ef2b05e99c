import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { changed, leastResources, type Resources, writeAssembly } from '../template/exampleAssembly.ts'

const sdk = createRequire(import.meta.url).resolve('@aws-sdk/client-dynamodb')

/** Counts visits in a table: a function as small as one that uses the store can be. */
export const visitsSource = `
  const { DynamoDBClient, UpdateItemCommand } = require(${JSON.stringify(sdk)})
  const client = new DynamoDBClient({ maxAttempts: 3 })
  exports.handler = async ({ requestContext, queryStringParameters = {} }) => {
    if (queryStringParameters.sleep) await new Promise((resolve) => setTimeout(resolve, Number(queryStringParameters.sleep)))
    if (queryStringParameters.fail) throw new Error('asked to fail')
    const { Attributes } = await client.send(new UpdateItemCommand({
      TableName: process.env.VISITS_TABLE,
      Key: { recipientId: { S: requestContext.authorizer.jwt.claims.sub } },
      UpdateExpression: 'ADD visits :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
      ReturnValues: 'ALL_NEW',
    }))
    return { visits: Number(Attributes.visits.N), apiUrl: process.env.API_URL, providerUrl: process.env.PROVIDER_URL }
  }`

const table: Resources[string] = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    KeySchema: [{ AttributeName: 'recipientId', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'recipientId', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  },
}

const signIn: Resources = {
  Users: { Type: 'AWS::Cognito::UserPool', Properties: {} },
  Client: { Type: 'AWS::Cognito::UserPoolClient', Properties: { UserPoolId: { Ref: 'Users' } } },
  Authorizer: {
    Type: 'AWS::ApiGatewayV2::Authorizer',
    Properties: {
      ApiId: { Ref: 'Api' },
      AuthorizerType: 'JWT',
      Name: 'jwt',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Issuer: { 'Fn::GetAtt': ['Users', 'ProviderURL'] }, Audience: [{ Ref: 'Client' }] },
    },
  },
}

const propertiesOf = (logicalId: string) => leastResources[logicalId]?.Properties ?? {}

const visits = (actions: readonly string[]): Resources => ({
  ...signIn,
  Visits: table,
  Policy: {
    Type: 'AWS::IAM::Policy',
    Properties: {
      PolicyName: 'visits',
      Roles: [{ Ref: 'Role' }],
      PolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: actions, Resource: { 'Fn::GetAtt': ['Visits', 'Arn'] } }],
      },
    },
  },
  Function: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      ...propertiesOf('Function'),
      Timeout: 5,
      MemorySize: 512,
      Environment: {
        Variables: {
          VISITS_TABLE: { Ref: 'Visits' },
          API_URL: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] },
          PROVIDER_URL: 'https://provider.example',
        },
      },
    },
  },
  ...changedRoute({ AuthorizationType: 'JWT', AuthorizerId: { Ref: 'Authorizer' } }),
})

const changedRoute = (properties: Record<string, unknown>): Resources => {
  const { Route } = changed('Route', properties)
  return Route === undefined ? {} : { Route }
}

export interface VisitsAssemblyOptions {
  /** What the function's role grants on the table. */
  readonly actions?: readonly string[]
  /** Added to the template. */
  readonly resources?: Resources
  readonly source?: string
}

/** Writes an assembly of one protected route, `GET /alerts/{id}`, whose function is called `getAlert`; returns its folder. */
export const visitsAssembly = (options: VisitsAssemblyOptions = {}): string => {
  const { actions = ['dynamodb:UpdateItem', 'dynamodb:GetItem'], resources = {}, source = visitsSource } = options
  const folder = writeAssembly({ ...leastResources, ...visits(actions), ...resources })
  writeFileSync(join(folder, 'asset.cafe', 'index.cjs'), source)
  return folder
}
