import type { FunctionCredential } from '../aws/caller.ts'
import type { Deployment, FunctionResource } from '../deployment.ts'
import { didYouMean } from '../didYouMean.ts'
import { newCredentials } from './credentials.ts'
import { functionEnvironment } from './environment.ts'
import type { Inspector } from './executionEnvironment.ts'
import { type FunctionVariables, functionVariables } from './functionVariables.ts'
import type { InvocationResult } from './invocation.ts'
import { type FinishedInvocation, LambdaFunction, type LambdaFunctionOptions } from './lambdaFunction.ts'

export interface LambdaServiceOptions extends Pick<LambdaFunctionOptions, 'localHosts' | 'onLog' | 'onAccepted'> {
  readonly deployment: Pick<Deployment, 'region' | 'functions'>
  /** Access key id → its function. Each process adds an entry at its start; the entry stays, because links that it signed stay valid. */
  readonly credentials: Map<string, FunctionCredential>
  /** See `functionEnvironment`. */
  readonly endpoint?: string | undefined
  /** Replace the values of variables that a function declares. */
  readonly overrides: Readonly<Record<string, string>>
  /** Which functions a debugger may attach to, if any. */
  readonly inspect?: Inspection | undefined
  /** See `functionVariables`. */
  readonly variables?: FunctionVariables | undefined
  readonly onInvoked?: ((resource: FunctionResource, invocation: FinishedInvocation) => void) | undefined
}

/** One function, which waits for a debugger, or all functions. */
export type Inspection = { readonly functionId: string } | 'all'

/** Node's own default; further functions get the ports that follow. */
const firstInspectorPort = 9229

const inspectorOf = (id: string, index: number, inspect: Inspection | undefined): Inspector | undefined => {
  if (inspect === 'all') return { port: firstInspectorPort + index, waits: false }
  return inspect?.functionId === id ? { port: firstInspectorPort, waits: true } : undefined
}

/** Prepares every function of the deployment; a function's process starts at its first invocation. */
export const startLambdaService = (options: LambdaServiceOptions) => {
  const started = options.deployment.functions.map((resource, index) => ({
    resource,
    lambda: functionOf(resource, options, inspectorOf(resource.id, index, options.inspect)),
  }))
  const byName = new Map(
    started.flatMap(({ resource, lambda }) => [
      [resource.id, lambda],
      [resource.logicalId, lambda],
    ]),
  )
  const named = (name: string): LambdaFunction => {
    const found = byName.get(name)
    if (found !== undefined) return found
    const known = started.map(({ resource }) => resource.id)
    throw new Error(`No function '${name}' in the template; ${didYouMean(name, known)}`)
  }
  if (typeof options.inspect === 'object') named(options.inspect.functionId)
  return {
    /** @param name the function's logical id or construct id */
    invoke: async (name: string, event: unknown, requestId?: string): Promise<InvocationResult> =>
      named(name).invoke(event, requestId),
    /** @throws Error when there is no function of that construct id */
    replaceCode: async (functionId: string, codeFolder: string): Promise<void> =>
      named(functionId).replaceCode(codeFolder),
    stop: async (): Promise<void> => void (await Promise.all(started.map(({ lambda }) => lambda.stop()))),
  }
}

const functionOf = (
  resource: FunctionResource,
  options: LambdaServiceOptions,
  inspector: Inspector | undefined,
): LambdaFunction => {
  const { deployment, credentials, endpoint, localHosts, overrides, variables = {} } = options
  const { onLog, onAccepted, onInvoked } = options
  return new LambdaFunction({
    resource,
    environment: functionEnvironment({
      resource,
      region: deployment.region,
      endpoint,
      overrides: { ...overrides, ...functionVariables(variables, resource) },
    }),
    issueCredentials: () => {
      const issued = newCredentials()
      const { accessKeyId, secretAccessKey } = issued
      credentials.set(accessKeyId, { secretAccessKey, functionLogicalId: resource.logicalId })
      return issued
    },
    localHosts,
    inspector,
    onLog,
    onAccepted,
    onInvoked: onInvoked && ((invocation) => onInvoked(resource, invocation)),
  })
}
