/**
 * The model of the synthesized stacks of an app, with every intrinsic resolved: the only thing that the rest of the harness knows
 * about the deployment. Logical ids are those of `NamedResource`. Read from `cdk.out` by `template/readDeployment.ts`; never from the registry or from `infra`.
 */
export interface Deployment {
  /** Lines about resources that are ignored, and about those that refer to them. */
  readonly notes: readonly string[]
  /** Lines about what is other here than on AWS. */
  readonly differences: readonly string[]
  /** Lines about parts of the template that change nothing here, with the reasons. */
  readonly withoutEffect: readonly string[]
  /** The stack that no other depends on. */
  readonly stackName: string
  readonly region: string
  readonly accountId: string
  readonly tables: readonly TableResource[]
  readonly buckets: readonly BucketResource[]
  readonly functions: readonly FunctionResource[]
  readonly roles: readonly RoleResource[]
  /** The API that is served over HTTP: an HTTP API or a REST API. Without either it has no routes. */
  readonly httpApi: HttpApiResource
  readonly webSocketApi: WebSocketApiResource | undefined
  readonly eventSourceMappings: readonly EventSourceMappingResource[]
  readonly queueMappings: readonly QueueMappingResource[]
  readonly schedules: readonly ScheduleResource[]
  readonly queues: readonly QueueResource[]
  readonly keys: readonly KeyResource[]
  /** SSM parameters that the template itself creates; SecureStrings that a deployer puts are not among them. */
  readonly parameters: readonly ParameterResource[]
  /** Stack → output → value. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The names of a resource. */
interface Named {
  readonly logicalId: string
  readonly name: string
  readonly arn: string
}

export interface TableResource extends Named {
  readonly partitionKey: string
  readonly sortKey: string | undefined
  /** Scalar types of every key attribute, the indexes' included. */
  readonly attributeTypes: Readonly<Record<string, 'S' | 'N' | 'B'>>
  readonly indexes: readonly {
    readonly name: string
    readonly kind: 'global' | 'local'
    readonly partitionKey: string
    readonly sortKey: string | undefined
    readonly projection: { readonly type: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; readonly attributes: readonly string[] }
  }[]
  readonly timeToLiveAttribute: string | undefined
  readonly streamViewType: 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY' | undefined
}

export interface BucketResource extends Named {
  /** What pages of other origins may do, if anything. */
  readonly cors?: readonly CorsRule[] | undefined
}

export interface CorsRule {
  readonly allowedOrigins: readonly string[]
  readonly allowedMethods: readonly string[]
  readonly allowedHeaders: readonly string[]
  readonly exposedHeaders: readonly string[]
  readonly maxAgeSeconds: number | undefined
}

export interface FunctionResource extends Named {
  /** The construct id (the operation id or the worker's name), from the resource's `aws:cdk:path`. */
  readonly id: string
  readonly runtime: string
  readonly handler: string
  /** Absolute folder that holds the unpacked code asset. */
  readonly codeFolder: string
  readonly timeoutSeconds: number
  readonly memoryMegabytes: number
  readonly environment: Readonly<Record<string, string>>
  readonly roleLogicalId: string
  readonly reservedConcurrency: number | undefined
  readonly logGroup: string
  /** How events are treated for which no caller waits; undefined for Lambda's defaults. */
  readonly asynchronous?: AsynchronousResource | undefined
}

export interface AsynchronousResource {
  readonly maximumRetryAttempts: number
  readonly maximumAgeSeconds: number
  /** The queue that gets the events of failed invocations themselves. */
  readonly deadLetterQueueLogicalId: string | undefined
  /** The queues that get records of invocations. */
  readonly onFailureQueueLogicalId: string | undefined
  readonly onSuccessQueueLogicalId: string | undefined
}

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
export const defaultAsynchronous: AsynchronousResource = {
  maximumRetryAttempts: 2,
  maximumAgeSeconds: 21_600,
  deadLetterQueueLogicalId: undefined,
  onFailureQueueLogicalId: undefined,
  onSuccessQueueLogicalId: undefined,
}

export interface PolicyStatement {
  readonly effect: 'Allow' | 'Deny'
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  /** operator → key → values, as in the policy language. */
  readonly conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

export interface RoleResource extends Omit<Named, 'name'> {
  /** Services that may assume the role, such as `lambda.amazonaws.com`. */
  readonly services: readonly string[]
  readonly statements: readonly PolicyStatement[]
}

/** The caller shows a token of an issuer. */
export interface JwtAuthorizerResource {
  readonly issuer: string
  readonly audiences: readonly string[]
  /** `$request.header.<name>` or `$request.querystring.<name>`. */
  readonly identitySources: readonly string[]
}

/** A function judges the caller. */
export interface LambdaAuthorizerResource {
  readonly logicalId: string
  readonly functionLogicalId: string
  /** The form of its event: `TOKEN` and `REQUEST` of a REST API, or the payload version of an HTTP API. */
  readonly event: 'TOKEN' | 'REQUEST' | '1.0' | '2.0'
  /** As those of a token; each must be there. */
  readonly identitySources: readonly string[]
  /** The function is asked only about tokens that match. */
  readonly tokenPattern: string | undefined
  /** It answers with `isAuthorized`, not with a policy. */
  readonly answersSimply: boolean
  /** How long an answer is kept for the same values of the identity sources. */
  readonly cacheSeconds: number
}

export interface RouteResource {
  /** `GET /alerts`, or `$connect` and the like for a WebSocket API. */
  readonly routeKey: string
  readonly functionLogicalId: string
  readonly authorizer: JwtAuthorizerResource | LambdaAuthorizerResource | undefined
  readonly scopes: readonly string[]
  /** The time of its integration; undefined for the longest that the API allows. */
  readonly timeoutMilliseconds?: number | undefined
}

/** A route that API Gateway answers without a function. */
export interface MockRouteResource {
  readonly routeKey: string
  /** The message that the sender gets; undefined without a route response. */
  readonly answer: string | undefined
}

export interface Throttle {
  readonly burst: number
  readonly ratePerSecond: number
}

/** The parts that every API has. */
interface ApiResource {
  readonly logicalId: string
  readonly apiId: string
  readonly stage: string
  readonly routes: readonly RouteResource[]
  readonly throttle: Throttle | undefined
  readonly routeThrottles: Readonly<Record<string, Throttle>>
}

export interface HttpApiResource extends ApiResource {
  readonly cors:
    | {
        readonly origins: readonly string[]
        readonly methods: readonly string[]
        readonly headers: readonly string[]
        readonly exposeHeaders: readonly string[]
        readonly maxAgeSeconds: number | undefined
        readonly credentials: boolean
      }
    | undefined
  /** The longest time of an integration. */
  readonly integrationTimeoutMilliseconds: number
  /** Undefined for an HTTP API. */
  readonly rest: RestApiResource | undefined
}

/** The parts of a REST API that an HTTP API does not have. */
export interface RestApiResource {
  readonly deploymentId: string
  /** In lower case. */
  readonly binaryMediaTypes: readonly string[]
  readonly stageVariables: Readonly<Record<string, string>>
  /** Path of a resource → its id. */
  readonly resourceIds: Readonly<Record<string, string>>
  readonly mockRoutes: readonly RestMockResource[]
  /** Type of an answer of the gateway itself → its configured parts. */
  readonly gatewayResponses: Readonly<Record<string, GatewayResponseResource>>
}

/** A method that a REST API answers without a function. */
export interface RestMockResource {
  readonly routeKey: string
  /** The content types that have a request template, and the status for another one. */
  readonly contentTypes: readonly string[]
  readonly otherTypesStatus: 415 | 500
  /** Undefined when nothing gives it a status: then each request fails. */
  readonly answer:
    | {
        readonly status: number
        readonly headers: Readonly<Record<string, string>>
        readonly body: string
        /** Origins that get themselves as `access-control-allow-origin`. */
        readonly origins: readonly string[]
      }
    | undefined
}

export interface GatewayResponseResource {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The body, with variables of `$context.error`. */
  readonly template: string | undefined
}

export interface WebSocketApiResource extends ApiResource {
  readonly routeSelectionExpression: string
  readonly mockRoutes: readonly MockRouteResource[]
}

interface MappingResource {
  readonly logicalId: string
  readonly functionLogicalId: string
  readonly batchSize: number
  readonly batchingWindowSeconds: number
  readonly reportsBatchItemFailures: boolean
}

/** A mapping that hands the records of a table's stream to a function. */
export interface EventSourceMappingResource extends MappingResource {
  readonly tableLogicalId: string
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST'
  readonly maximumRetryAttempts: number
  readonly maximumRecordAgeSeconds: number
  readonly bisectOnError: boolean
  readonly parallelizationFactor: number
  /** Event filter patterns, as JSON texts. */
  readonly filters: readonly string[]
  readonly deadLetterQueueLogicalId: string | undefined
}

export interface ScheduleResource {
  readonly logicalId: string
  /** A rule of EventBridge, or a schedule of EventBridge Scheduler. */
  readonly kind: 'rule' | 'scheduler'
  readonly arn: string
  readonly functionLogicalId: string
  /** `rate(1 minute)` or `cron(…)`. */
  readonly expression: string
  readonly input: string | undefined
}

export interface QueueResource extends Named {
  readonly delaySeconds: number
  readonly visibilityTimeoutSeconds: number
  /** How long a receiver waits that does not say it; 0 by default. */
  readonly receiveWaitSeconds?: number | undefined
  /** Where a message goes that was received so many times. */
  readonly redrive: { readonly queueLogicalId: string; readonly maxReceiveCount: number } | undefined
}

/** A mapping that hands the messages of a queue to a function. */
export interface QueueMappingResource extends MappingResource {
  readonly queueLogicalId: string
  readonly maximumConcurrency: number
}

export interface KeyResource extends Omit<Named, 'name'> {
  readonly keyId: string
  readonly aliases: readonly string[]
  /** `HMAC_256` keys only make and verify codes; `SYMMETRIC_DEFAULT` keys only encrypt and decrypt. */
  readonly spec: 'SYMMETRIC_DEFAULT' | 'HMAC_256'
}

export interface ParameterResource extends Omit<Named, 'arn'> {
  readonly value: string
}
