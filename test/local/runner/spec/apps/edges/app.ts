import { App, Stack } from 'aws-cdk-lib'
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { codeOf } from '../codeOf.ts'

/** What local runners accept and serve otherwise than AWS: other services, callbacks, destinations, uploads of pages. */
const app = new App()
const stack = new Stack(app, 'Edges')
const code = codeOf(import.meta.dirname)

const topic = new Topic(stack, 'Topic')
const bucket = new Bucket(stack, 'Uploads', {
  enforceSSL: true,
  cors: [{ allowedMethods: [HttpMethods.PUT], allowedOrigins: ['https://app.example'], allowedHeaders: ['*'] }],
})
const api = new HttpApi(stack, 'Api')
const route = (name: string, runtime: Runtime, environment: Record<string, string> = {}) => {
  const destination = new SqsDestination(new Queue(stack, `Failed-${name}`))
  const handler = `index.${name}`
  const lambda = new Lambda(stack, name, {
    runtime,
    handler,
    code,
    environment,
    retryAttempts: 0,
    onFailure: destination,
  })
  api.addRoutes({ path: `/${name}`, integration: new HttpLambdaIntegration(`${name}Integration`, lambda) })
  return lambda
}
topic.grantPublish(route('publish', Runtime.NODEJS_24_X, { TOPIC: topic.topicArn }))
route('callBack', Runtime.NODEJS_22_X)
bucket.grantReadWrite(route('link', Runtime.NODEJS_24_X, { BUCKET: bucket.bucketName }))

app.synth()
