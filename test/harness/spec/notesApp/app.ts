import { resolve } from 'node:path'
import { App, CfnResource, Duration, Stack } from 'aws-cdk-lib'
import { CorsHttpMethod, HttpApi, HttpMethod, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration, WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { UserPool } from 'aws-cdk-lib/aws-cognito'
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { Architecture, Code, Function as Lambda, Runtime, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { buildSync } from 'esbuild'

/** A notebook of nobody in particular, written with the CDK's own constructs as anybody would. */
const app = new App()
const stack = new Stack(app, 'Notebook')
const bundle = resolve(import.meta.dirname, process.env['CDK_OUTDIR'] ?? '.', '..', 'bundle')

buildSync({
  entryPoints: [resolve(import.meta.dirname, 'functions.ts')],
  outfile: resolve(bundle, 'index.js'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  logLevel: 'error',
})

const notes = new Table(stack, 'Notes', {
  partitionKey: { name: 'owner', type: AttributeType.STRING },
  sortKey: { name: 'id', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
  stream: StreamViewType.NEW_AND_OLD_IMAGES,
})
const files = new Bucket(stack, 'Files')
const socket = new WebSocketApi(stack, 'Socket', { routeSelectionExpression: '$request.body.action' })
const stage = new WebSocketStage(stack, 'SocketStage', { webSocketApi: socket, stageName: 'live', autoDeploy: true })

const lambda = (id: string): Lambda =>
  new Lambda(stack, id, {
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: `index.${id}`,
    code: Code.fromAsset(bundle),
    timeout: Duration.seconds(10),
    memorySize: 512,
    environment: { TABLE: notes.tableName, BUCKET: files.bucketName, CONNECTIONS_URL: stage.callbackUrl },
  })

const [addNote, getNote, exportNotes] = [lambda('addNote'), lambda('getNote'), lambda('exportNotes')]
const [countNotes, connect, greet] = [lambda('countNotes'), lambda('connect'), lambda('greet')]

notes.grantWriteData(addNote)
notes.grantReadData(getNote)
notes.grantReadData(countNotes)
files.grantRead(getNote)
files.grantPut(exportNotes)
stage.grantManagementApiAccess(greet)

const users = new UserPool(stack, 'Users')
const client = users.addClient('Web')
const authorizer = new HttpJwtAuthorizer('Jwt', users.userPoolProviderUrl, { jwtAudience: [client.userPoolClientId] })
const api = new HttpApi(stack, 'Api', { corsPreflight: { allowOrigins: ['*'], allowMethods: [CorsHttpMethod.ANY] } })
const route = (method: HttpMethod, path: string, handler: Lambda): void => {
  api.addRoutes({
    path,
    methods: [method],
    authorizer,
    integration: new HttpLambdaIntegration(`${handler.node.id}Call`, handler),
  })
}
route(HttpMethod.POST, '/notes', addNote)
route(HttpMethod.GET, '/notes/{id}', getNote)

exportNotes.addEventSourceMapping('Export', {
  eventSourceArn: notes.tableStreamArn ?? '',
  startingPosition: StartingPosition.TRIM_HORIZON,
  retryAttempts: 3,
  batchSize: 10,
})
notes.grantStreamRead(exportNotes)
new Rule(stack, 'Hourly', { schedule: Schedule.rate(Duration.hours(1)), targets: [new LambdaFunction(countNotes)] })
socket.addRoute('$connect', { integration: new WebSocketLambdaIntegration('Connect', connect) })
socket.addRoute('greet', { integration: new WebSocketLambdaIntegration('Greet', greet) })

// A resource that the harness does not imitate, for the test that it is refused.
if (process.env['WITH_CLUSTER'] === 'true') new CfnResource(stack, 'Crowd', { type: 'AWS::ECS::Cluster' })

app.synth()
