import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ApplicationLogLevel,
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import {
  openChatsVariable,
  privateChatsVariable,
  publicUrlVariable,
  streamEndDelayVariable,
  versionVariable,
} from '../shared/contract/environmentNames.ts'
import type { ProviderName } from '../shared/contract/providers.ts'
import type { Access } from '../shared/contract/resources.ts'
import { acknowledgePrefixes } from './acknowledgements.ts'
import { environmentOf, type Grant, grantOfProvider, grantsOfAccess, type Resources, statementsOf } from './grants.ts'
import { processEnvironment } from './processEnvironment.ts'

/** The properties of a function that operations and workers share. */
export interface FunctionDefinition {
  readonly id: string
  /** The name of its log group, which functions of one nested stack share: an area, `realtime` or `workers`. */
  readonly logs: string
  readonly access: Access
  /** External systems that the function calls. */
  readonly providers?: readonly ProviderName[] | undefined
  /** Whether the function receives the base URL of the HTTP API. */
  readonly publicUrl?: true | undefined
  readonly timeoutSeconds?: number | undefined
  readonly memoryMb?: number | undefined
}

/** The settings and resources that all functions of a deployment share. */
export interface FunctionSurroundings {
  /** The name of the root stack. */
  readonly stackName: string
  /** Absolute path of the folder that holds a folder `<id>` with `index.cjs` for each function. */
  readonly bundleFolder: string
  readonly resources: Resources
  /** Base URL of the HTTP API. */
  readonly publicUrl: string
  /** The prefix of the SSM parameters with the providers' credentials: `/streaming-support`. */
  readonly parameterPrefix: string
  /** Days for which logs are kept. */
  readonly logRetention: RetentionDays
  /** Whether announcements go to chats that nobody has linked. */
  readonly openChats: boolean
  /** Whether chats of a bot with a single user may be linked. */
  readonly privateChats: boolean
  /** The seconds after which the end of a stream is final. */
  readonly streamEndDelaySeconds: number
  /** Whether Lambda adds a line of its own on each invocation. */
  readonly platformReports: boolean
  /** Whether Lambda sends traces to X-Ray. */
  readonly tracing: boolean
  /** The most batches of a shard that a stream's worker takes at a time. */
  readonly parallelizationFactor: number
  /** Version and commit of the sources, which a bundle does not know: it changes with its code alone. */
  readonly version?: string | undefined
}

interface ServiceFunctionProps extends FunctionSurroundings {
  /** Variables besides those of its access and providers. */
  readonly environment?: Readonly<Record<string, string>>
  /** Permissions besides its access, its providers and its log. */
  readonly grants?: readonly Grant[]
  readonly reservedConcurrency?: number | undefined
}

/** The time is enough for the store's six attempts of at most 1.5 s each, and for the answer after them. */
const defaultTimeoutSeconds = 10

/**
 * The share of a CPU grows with memory. With 512 MB, a million warm reads of 10 ms cost $0.07, against $1.20 for the
 * gateway and the invocations, and a cold start has twice the CPU that it would have with 256 MB.
 */
const defaultMemoryMb = 512

/** A log group. Its streams are named by date and function, also for the platform's own lines. */
const logGroupOf = (scope: Construct, logs: string, { stackName, logRetention }: FunctionSurroundings): LogGroup =>
  (scope.node.tryFindChild(`${logs}Logs`) as LogGroup | undefined) ??
  new LogGroup(scope, `${logs}Logs`, {
    logGroupName: `/${stackName}/${logs}`,
    retention: logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  })

/** A function's role. Its policy is inline, because that is one resource instead of two and cannot be shared. */
const addRole = (scope: Construct, id: string, grants: readonly Grant[], logs: LogGroup): Role => {
  const statements = statementsOf(grants)
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      ...(statements.length > 0 && { access: new PolicyDocument({ statements }) }),
      log: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            resources: [logs.logGroupArn],
          }),
        ],
      }),
    },
  })
  acknowledgePrefixes(
    role,
    grants.flatMap(({ resources }) => resources),
  )
  return role
}

/** The permission to send traces, which have no ARN. The CDK's option would add a policy for each function. */
const tracingGrant: Grant = {
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
  environment: {},
}

const grantsOf = (
  { access, providers = [] }: FunctionDefinition,
  { resources, parameterPrefix }: FunctionSurroundings,
): readonly Grant[] => [
  ...grantsOfAccess(access, resources),
  ...providers.map((provider) => grantOfProvider(provider, parameterPrefix)),
]

/** Settings of functions that know the owner of a chat, and of those that link one. */
const chatEnvironment = (
  access: Access,
  { openChats, privateChats }: Pick<FunctionSurroundings, 'openChats' | 'privateChats'>,
): Record<string, string> => ({
  ...(Object.keys(access).some((entry) => /^chats\b/.test(entry)) && { [openChatsVariable]: String(openChats) }),
  ...(access.chatCodes !== undefined && { [privateChatsVariable]: String(privateChats) }),
})

/** The setting of the function that makes ends of streams final. */
const streamEnvironment = (
  { streams = [] }: Access,
  { streamEndDelaySeconds }: Pick<FunctionSurroundings, 'streamEndDelaySeconds'>,
): Record<string, string> =>
  streams.includes('UpdateItem') ? { [streamEndDelayVariable]: String(streamEndDelaySeconds) } : {}

/**
 * A Lambda function with its own role, and the log group of its kind. It may do exactly what its access allows, and its
 * environment names exactly the resources that it may use. The platform's own lines on every request (start, end,
 * report) are left out by default: they are longer than the function's own.
 */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, definition: FunctionDefinition, props: ServiceFunctionProps) {
    const { id, logs, publicUrl, timeoutSeconds = defaultTimeoutSeconds, memoryMb = defaultMemoryMb } = definition
    const { bundleFolder, environment = {}, platformReports, tracing, reservedConcurrency, version } = props
    const grants = [...grantsOf(definition, props), ...(props.grants ?? []), ...(tracing ? [tracingGrant] : [])]
    const logGroup = logGroupOf(scope, logs, props)
    super(scope, id, {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(`${bundleFolder}/${id}`),
      handler: 'index.handler',
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMb,
      role: addRole(scope, id, grants, logGroup),
      environment: {
        ...processEnvironment,
        ...(version !== undefined && { [versionVariable]: version }),
        ...environmentOf(grants),
        ...chatEnvironment(definition.access, props),
        ...streamEnvironment(definition.access, props),
        ...(publicUrl && { [publicUrlVariable]: props.publicUrl }),
        ...environment,
      },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: platformReports ? SystemLogLevel.INFO : SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
    })
    if (tracing) (this.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' }
  }
}
