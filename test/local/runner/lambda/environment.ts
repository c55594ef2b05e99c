import { dirname } from 'node:path'
import type { FunctionResource } from '../deployment.ts'

/** Temporary credentials as a role's session has them. */
export interface FunctionCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
}

export interface FunctionEnvironmentOptions {
  readonly resource: FunctionResource
  readonly region: string
  /** The address of all services, which the template may replace as on AWS; none in tests that call no service. */
  readonly endpoint?: string | undefined
  /** Values that replace those of the template; a variable that the function does not declare is never added. */
  readonly overrides?: Readonly<Record<string, string>>
}

/** The variables that Lambda sets, so that a function may not declare them: a deployment fails. */
export const reservedVariables: ReadonlySet<string> = new Set([
  '_HANDLER',
  '_X_AMZN_TRACE_ID',
  'AWS_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_DEFAULT_REGION',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_INITIALIZATION_TYPE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_LAMBDA_RUNTIME_API',
  'AWS_REGION',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'LAMBDA_RUNTIME_DIR',
  'LAMBDA_TASK_ROOT',
])

/**
 * The whole environment of a function of this template; a variable that is not reserved may replace the platform's. No variable of this machine is in it.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export const functionEnvironment = (options: FunctionEnvironmentOptions): Record<string, string> => {
  const { resource, region, endpoint, overrides = {} } = options
  return {
    LANG: 'en_US.UTF-8',
    PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
    TZ: ':UTC',
    // https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
    ...(endpoint !== undefined && { AWS_ENDPOINT_URL: endpoint }),
    ...withLocalQueues(resource.environment, region, endpoint),
    ...declaredOnly(overrides, resource.environment),
    _HANDLER: resource.handler,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${resource.runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: resource.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(resource.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: resource.logGroup,
  }
}

/** The SDK sends a message to the host of the queue's address, whatever its endpoint is. */
const withLocalQueues = (
  environment: Readonly<Record<string, string>>,
  region: string,
  endpoint = '',
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      endpoint === '' ? value : value.replaceAll(`https://sqs.${region}.amazonaws.com`, endpoint),
    ]),
  )

/** The variables that differ between the processes of a function. */
export const processEnvironment = (options: {
  readonly codeFolder: string
  readonly bootstrapFile: string
  readonly runtimeApi: string
  readonly logStreamName: string
  readonly credentials: FunctionCredentials
}): Record<string, string> => {
  const { credentials } = options
  return {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    AWS_LAMBDA_LOG_STREAM_NAME: options.logStreamName,
    AWS_LAMBDA_RUNTIME_API: options.runtimeApi,
    LAMBDA_TASK_ROOT: options.codeFolder,
    LAMBDA_RUNTIME_DIR: dirname(options.bootstrapFile),
  }
}

const declaredOnly = (
  overrides: Readonly<Record<string, string>>,
  declared: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(overrides).filter(([name]) => Object.hasOwn(declared, name)))
