import { App, Duration, Stack } from 'aws-cdk-lib'
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { codeOf } from '../codeOf.ts'

/** An HTTP API whose callers a function judges. */
const app = new App()
const stack = new Stack(app, 'Greetings')
const code = codeOf(import.meta.dirname)

const lambda = (name: string) =>
  new Lambda(stack, name, { runtime: Runtime.NODEJS_24_X, handler: `index.${name}`, code })
const api = new HttpApi(stack, 'Api', {
  defaultAuthorizer: new HttpLambdaAuthorizer('Guard', lambda('authorize'), {
    responseTypes: [HttpLambdaResponseType.SIMPLE],
    identitySource: ['$request.header.X-Key'],
    resultsCacheTtl: Duration.minutes(1),
  }),
})
api.addRoutes({
  path: '/greetings/{name}',
  methods: [HttpMethod.GET],
  integration: new HttpLambdaIntegration('Greet', lambda('greet')),
})

app.synth()
