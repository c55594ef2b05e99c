import { Aws, RemovalPolicy } from 'aws-cdk-lib'
import { CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { hasHighRate, type Operation } from '../shared/contract/operation.ts'
import type { Address } from './addresses.ts'
import { mapDomain } from './customDomain.ts'
import { routeKeyOf } from './httpApi.ts'

export interface HttpStageProps {
  /** The requests per second of each route without a rate of its own. */
  readonly rateLimit: number
  readonly webhookRateLimit: number
  /** The requests of each route that may come at once. */
  readonly burstLimit: number
  readonly logRetention: RetentionDays
}

/**
 * A line has 130 bytes, and together with the function's own line less than 0.4 KB. It is the only trace of requests
 * that reach no function: refused tokens, unknown routes, throttling. API Gateway does not escape `error`, so it comes
 * last.
 */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  ip: '$context.identity.sourceIp',
  ms: '$context.responseLatency',
  error: '$context.authorizer.error',
})

/** The prefix keeps the group out of the log resource policy, which has 5,120 characters for all other log groups. */
const addAccessLog = (scope: Construct, retention: RetentionDays): LogGroup =>
  new LogGroup(scope, 'AccessLog', {
    logGroupName: `/aws/vendedlogs/${Aws.STACK_NAME}/access`,
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  })

/** The log group's ARN without `:*`, as API Gateway stores it: the other form would be reported as drift for ever. */
const arnWithoutStreams = ({ logGroupName }: LogGroup): string =>
  `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:${logGroupName}`

/**
 * The settings of the routes that strangers reach without a token, and that have to take money meanwhile: those of
 * webhooks, and the one by which donors begin payments. No other route has settings: API Gateway keeps their keys when
 * an update leaves them out, and refuses the stage's next update once a route of that name is gone
 * (aws/serverless-application-model#1939). Senders and pages of others keep these addresses, so the keys never change.
 */
const highRateSettings = (
  operations: readonly Operation[],
  { webhookRateLimit, burstLimit }: HttpStageProps,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    operations
      .filter(hasHighRate)
      .map((operation) => [
        routeKeyOf(operation),
        { ThrottlingRateLimit: webhookRateLimit, ThrottlingBurstLimit: burstLimit },
      ]),
  )

/** The stage that serves the routes of the HTTP API, with throttling, access log and custom domain. */
export const addHttpStage = (
  scope: Construct,
  { apiId, domain }: Address,
  operations: readonly Operation[],
  props: HttpStageProps,
): { readonly stage: CfnStage; readonly accessLog: LogGroup } => {
  const accessLog = addAccessLog(scope, props.logRetention)
  const stage = new CfnStage(scope, 'Stage', {
    apiId,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: {
      destinationArn: arnWithoutStreams(accessLog),
      format: accessLogFormat,
    },
    defaultRouteSettings: { throttlingRateLimit: props.rateLimit, throttlingBurstLimit: props.burstLimit },
    routeSettings: highRateSettings(operations, props),
  })
  if (domain !== undefined) mapDomain(scope, 'ApiDomainMapping', domain, stage)
  return { stage, accessLog }
}
