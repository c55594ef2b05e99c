import { resolve } from 'node:path'
import { App, CfnResource, Duration, NestedStack, Stack } from 'aws-cdk-lib'
import {
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  WebSocketApi,
  WebSocketRoute,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration, WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { UserPool } from 'aws-cdk-lib/aws-cognito'
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Architecture, Code, Function as Lambda, Runtime, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { buildSync } from 'esbuild'

/**
 * A notebook of nobody in particular, written with the CDK's own constructs as anybody would: its data and the addresses of its APIs
 * in one stack, the stages in another, functions and routes in two nested ones.
 */
const app = new App()
const data = new Stack(app, 'Notebook-data')
const service = new Stack(app, 'Notebook')
const writing = new NestedStack(service, 'writing')
const reading = new NestedStack(service, 'reading')
const bundle = resolve(import.meta.dirname, process.env['CDK_OUTDIR'] ?? '.', '..', 'bundle')

buildSync({
  entryPoints: [resolve(import.meta.dirname, 'functions.ts')],
  outfile: resolve(bundle, 'index.js'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  logLevel: 'error',
})

const notes = new Table(data, 'Notes', {
  partitionKey: { name: 'owner', type: AttributeType.STRING },
  sortKey: { name: 'id', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
  stream: StreamViewType.NEW_AND_OLD_IMAGES,
})
const files = new Bucket(data, 'Files')
const socket = new WebSocketApi(data, 'Socket', { routeSelectionExpression: '$request.body.action' })
const stageName = 'live'

const lambda = (scope: Stack, id: string): Lambda =>
  new Lambda(scope, id, {
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: `index.${id}`,
    code: Code.fromAsset(bundle),
    timeout: Duration.seconds(10),
    memorySize: 512,
    environment: {
      TABLE: notes.tableName,
      BUCKET: files.bucketName,
      // The stage depends on the nested stacks, so these cannot refer to it.
      CONNECTIONS_URL: `https://${socket.apiId}.execute-api.${scope.region}.amazonaws.com/${stageName}`,
    },
  })

const [addNote, exportNotes] = [lambda(writing, 'addNote'), lambda(writing, 'exportNotes')]
const [getNote, countNotes] = [lambda(reading, 'getNote'), lambda(reading, 'countNotes')]
const [connect, greet] = [lambda(reading, 'connect'), lambda(writing, 'greet')]

notes.grantWriteData(addNote)
notes.grantReadData(getNote)
notes.grantReadData(countNotes)
files.grantRead(getNote)
files.grantPut(exportNotes)
socket.grantManageConnections(greet)

const users = new UserPool(data, 'Users')
const client = users.addClient('Web')
const httpApi = new HttpApi(data, 'Api', {
  createDefaultStage: false,
  corsPreflight: { allowOrigins: ['*'], allowMethods: [CorsHttpMethod.ANY] },
})
const route = (scope: Stack, method: HttpMethod, path: string, handler: Lambda): void => {
  new HttpRoute(scope, 'Route', {
    httpApi,
    routeKey: HttpRouteKey.with(path, method),
    authorizer: new HttpJwtAuthorizer(scope.node.id, users.userPoolProviderUrl, {
      jwtAudience: [client.userPoolClientId],
    }),
    integration: new HttpLambdaIntegration('Call', handler),
  })
}
route(writing, HttpMethod.POST, '/notes', addNote)
route(reading, HttpMethod.GET, '/notes/{id}', getNote)

exportNotes.addEventSourceMapping('Export', {
  eventSourceArn: notes.tableStreamArn ?? '',
  startingPosition: StartingPosition.TRIM_HORIZON,
  retryAttempts: 3,
  batchSize: 10,
})
notes.grantStreamRead(exportNotes)
new Rule(reading, 'Hourly', { schedule: Schedule.rate(Duration.hours(1)), targets: [new LambdaFunction(countNotes)] })
const socketRoute = (scope: Stack, routeKey: string, handler: Lambda): void => {
  const integration = new WebSocketLambdaIntegration('Call', handler)
  new WebSocketRoute(scope, 'SocketRoute', { webSocketApi: socket, routeKey, integration })
}
socketRoute(reading, '$connect', connect)
socketRoute(writing, 'greet', greet)
for (const stage of [
  new HttpStage(service, 'Stage', { httpApi, autoDeploy: true }),
  new WebSocketStage(service, 'SocketStage', { webSocketApi: socket, stageName, autoDeploy: true }),
])
  stage.node.addDependency(writing, reading)

// A resource that the harness does not imitate, for the test that it is refused.
if (process.env['WITH_CLUSTER'] === 'true') new CfnResource(writing, 'Crowd', { type: 'AWS::ECS::Cluster' })

app.synth()
