import { resolve } from 'node:path'
import { App, Duration, Stack } from 'aws-cdk-lib'
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { UserPool } from 'aws-cdk-lib/aws-cognito'
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { buildSync } from 'esbuild'

/** The small app with which local APIs are compared: one function behind a route with a JWT authorizer. */
const app = new App()
const stack = new Stack(app, 'Peer')
const bundle = resolve('.bundle')
buildSync({
  entryPoints: [resolve('read.ts')],
  outfile: resolve(bundle, 'index.cjs'),
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'error',
})

const table = new Table(stack, 'Table', {
  tableName: 'peer-items',
  partitionKey: { name: 'id', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
})
const read = new Lambda(stack, 'read', {
  runtime: Runtime.NODEJS_24_X,
  handler: 'index.handler',
  code: Code.fromAsset(bundle),
  memorySize: 512,
  timeout: Duration.seconds(10),
  environment: { TABLE: table.tableName },
})
table.grantReadData(read)
const users = new UserPool(stack, 'Users')
const client = users.addClient('Web')
new HttpApi(stack, 'Api').addRoutes({
  path: '/items/{id}',
  methods: [HttpMethod.GET],
  integration: new HttpLambdaIntegration('Read', read),
  authorizer: new HttpJwtAuthorizer('Users', users.userPoolProviderUrl, { jwtAudience: [client.userPoolClientId] }),
})
app.synth()
