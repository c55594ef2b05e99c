import { App, Stack } from 'aws-cdk-lib'
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { codeOf } from '../codeOf.ts'

/** A chat room: a WebSocket API and nothing else, with its connections in a table of the default billing mode. */
const app = new App()
const stack = new Stack(app, 'Chat')
const code = codeOf(import.meta.dirname)

const connections = new Table(stack, 'Connections', {
  partitionKey: { name: 'id', type: AttributeType.STRING },
  readCapacity: 5,
  writeCapacity: 5,
})
connections.autoScaleWriteCapacity({ minCapacity: 5, maxCapacity: 50 }).scaleOnUtilization({
  targetUtilizationPercent: 70,
})
const lambda = (name: string) => {
  const environment = { TABLE: connections.tableName }
  const created = new Lambda(stack, name, { runtime: Runtime.NODEJS_24_X, handler: `index.${name}`, code, environment })
  connections.grantReadWriteData(created)
  return created
}
const [connect, disconnect, say] = [lambda('connect'), lambda('disconnect'), lambda('say')]
const api = new WebSocketApi(stack, 'Api', {
  connectRouteOptions: { integration: new WebSocketLambdaIntegration('Connect', connect) },
  disconnectRouteOptions: { integration: new WebSocketLambdaIntegration('Disconnect', disconnect) },
})
api.addRoute('say', { integration: new WebSocketLambdaIntegration('Say', say) })
api.grantManageConnections(say)
new WebSocketStage(stack, 'Stage', { webSocketApi: api, stageName: 'room', autoDeploy: true })

app.synth()
