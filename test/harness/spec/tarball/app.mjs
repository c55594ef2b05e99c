import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'

/** A stranger's smallest app: one function that counts visits, with the SDK that Lambda's runtime brings. */
const app = new App()
const stack = new Stack(app, 'Visits')
const table = new Table(stack, 'Table', {
  partitionKey: { name: 'page', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
})
const countVisit = new Lambda(stack, 'countVisit', {
  runtime: Runtime.NODEJS_24_X,
  handler: 'index.handler',
  code: Code.fromAsset(join(import.meta.dirname, 'visits')),
  memorySize: 512,
  environment: { TABLE: table.tableName },
})
table.grantWriteData(countVisit)
const integration = new HttpLambdaIntegration('Visits', countVisit)
new HttpApi(stack, 'Api').addRoutes({ path: '/visits/{page}', methods: [HttpMethod.POST], integration })
app.synth()
