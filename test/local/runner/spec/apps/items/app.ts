import { App, Stack } from 'aws-cdk-lib'
import { Cors, LambdaIntegration, ResponseType, RestApi, TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway'
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { codeOf } from '../codeOf.ts'

/** Create, read, update and delete by a REST API that pages of two origins may call. */
const app = new App()
const stack = new Stack(app, 'Items')
const code = codeOf(import.meta.dirname)

const items = new Table(stack, 'Table', {
  partitionKey: { name: 'id', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
})
const lambda = (name: string, environment = {}) =>
  new Lambda(stack, name, { runtime: Runtime.NODEJS_24_X, handler: `index.${name}`, code, environment })
const ofTable = (name: string) => lambda(name, { TABLE: items.tableName })
const [listItems, putItem, getItem, removeItem] = ['listItems', 'putItem', 'getItem', 'removeItem'].map(ofTable) as [
  Lambda,
  Lambda,
  Lambda,
  Lambda,
]
items.grantReadData(listItems)
items.grantWriteData(putItem)
items.grantReadData(getItem)
items.grantWriteData(removeItem)

const api = new RestApi(stack, 'Api', {
  deployOptions: { stageName: 'v1', variables: { greeting: 'hello' } },
  binaryMediaTypes: ['image/png'],
  defaultCorsPreflightOptions: {
    allowOrigins: ['https://one.example', 'https://two.example'],
    allowMethods: Cors.ALL_METHODS,
  },
})
api.addGatewayResponse('Refused', {
  type: ResponseType.DEFAULT_4XX,
  responseHeaders: { 'Access-Control-Allow-Origin': "'*'" },
})
const authorizer = new TokenAuthorizer(stack, 'Owner', {
  handler: lambda('authorize'),
  validationRegex: '^token ',
})
const collection = api.root.addResource('items')
collection.addMethod('GET', new LambdaIntegration(listItems))
const item = collection.addResource('{id}')
item.addMethod('GET', new LambdaIntegration(getItem))
item.addMethod('PUT', new LambdaIntegration(putItem), { authorizer })
item.addMethod('DELETE', new LambdaIntegration(removeItem), { authorizer })
api.root.addResource('echo').addProxy({ defaultIntegration: new LambdaIntegration(lambda('echo')) })

app.synth()
