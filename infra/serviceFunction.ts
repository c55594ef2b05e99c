import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib'
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
import { type Access, openChatsVariable, type ProviderName } from '../shared/contract/resources.ts'
import { acknowledgePrefixes } from './acknowledgements.ts'
import { environmentOf, type Grant, grantOfProvider, grantsOfAccess, type Resources, statementsOf } from './grants.ts'

/** What a function is, apart from what calls it: an operation or a worker. */
export interface FunctionDefinition {
  readonly id: string
  /** The folder of its source below `functions`: the functions of a folder share a log group. */
  readonly area: string
  readonly access: Access
  /** External systems that it calls. */
  readonly providers?: readonly ProviderName[] | undefined
  /** Seconds. */
  readonly timeout?: number | undefined
  /** Megabytes. */
  readonly memory?: number | undefined
}

/** What all functions of a deployment share. */
export interface FunctionSurroundings {
  /** Absolute path of the folder that holds a folder `<id>` with `index.cjs` for each function. */
  readonly bundleFolder: string
  readonly resources: Resources
  /** Where the deployer puts the providers' credentials: `/streaming-support`. */
  readonly parameterPrefix: string
  /** Days that logs are kept. */
  readonly logRetention: RetentionDays
  /** Whether announcements go to chats that nobody has linked. */
  readonly openChats: boolean
  /** Whether Lambda adds a line of its own on each invocation. */
  readonly platformReports: boolean
  /** Whether Lambda sends traces to X-Ray. */
  readonly tracing: boolean
}

interface ServiceFunctionProps extends FunctionSurroundings {
  /** Variables besides those that its access and providers bring. */
  readonly environment?: Readonly<Record<string, string>>
  /** Permissions besides its access, its providers and its log. */
  readonly grants?: readonly Grant[]
  readonly reservedConcurrency?: number | undefined
}

/** Seconds: the store's six attempts of at most 1.5 s each, and time to answer after them. */
const defaultTimeout = 10

/**
 * Megabytes. Lambda's share of a CPU grows with memory: at 512 a warm 10 ms read costs $0.07 a million against $1.20 for the gateway
 * and the invocation, and a cold first call has twice the CPU that it would have at 256.
 */
const defaultMemory = 512

/** Lambda's log streams in it are named by a date and the function, so that lines which the platform writes are told apart too. */
const logGroupOf = (scope: Construct, area: string, retention: RetentionDays): LogGroup =>
  (scope.node.tryFindChild(`${area}Logs`) as LogGroup | undefined) ??
  new LogGroup(scope, `${area}Logs`, {
    logGroupName: `/${Aws.STACK_NAME}/${area}`,
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  })

/** Inline rather than attached policies: one resource instead of two, and nothing else can come to share them. */
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

/** Traces have no ARN. The CDK's own way would add a policy resource to each function. */
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

/** What concerns functions that know whose a chat is. */
const chatEnvironment = (access: Access, openChats: boolean): Record<string, string> =>
  Object.keys(access).some((entry) => /^chats\b/.test(entry)) ? { [openChatsVariable]: String(openChats) } : {}

/**
 * A Lambda function with its own role, and the log group of its area. It may do exactly what its access says and knows exactly the resources that it
 * names. The platform's own lines on every request (start, end, report) are left out by default: they are longer than the function's own.
 */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, definition: FunctionDefinition, props: ServiceFunctionProps) {
    const { id, area, timeout = defaultTimeout, memory = defaultMemory } = definition
    const { bundleFolder, logRetention, environment = {}, platformReports, tracing, reservedConcurrency } = props
    const grants = [...grantsOf(definition, props), ...(props.grants ?? []), ...(tracing ? [tracingGrant] : [])]
    const logGroup = logGroupOf(scope, area, logRetention)
    super(scope, id, {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(`${bundleFolder}/${id}`),
      handler: 'index.handler',
      timeout: Duration.seconds(timeout),
      memorySize: memory,
      role: addRole(scope, id, grants, logGroup),
      environment: { ...environmentOf(grants), ...chatEnvironment(definition.access, props.openChats), ...environment },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: platformReports ? SystemLogLevel.INFO : SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
    })
    if (tracing) (this.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' }
  }
}
