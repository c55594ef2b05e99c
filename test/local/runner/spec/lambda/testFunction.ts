import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { FunctionResource } from '../../deployment.ts'
import { newCredentials } from '../../lambda/credentials.ts'
import { functionEnvironment } from '../../lambda/environment.ts'
import type { LogLine } from '../../lambda/invocation.ts'
import { LambdaFunction, type LambdaFunctionOptions } from '../../lambda/lambdaFunction.ts'

/** Writes a function's code to a folder of its own, gone after the test. */
export const codeFolderOf = (source: string, fileName = 'index.cjs'): string => {
  const folder = mkdtempSync(join(tmpdir(), 'function-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(dirname(join(folder, fileName)), { recursive: true })
  writeFileSync(join(folder, fileName), source)
  return folder
}

export const functionResource = (overrides: Partial<FunctionResource> = {}): FunctionResource => ({
  logicalId: 'ExampleFunction',
  id: 'example',
  name: 'Stack-example',
  arn: 'arn:aws:lambda:eu-central-1:123456789012:function:Stack-example',
  runtime: 'nodejs24.x',
  handler: 'index.handler',
  codeFolder: '/nowhere',
  timeoutSeconds: 5,
  memoryMegabytes: 256,
  environment: { TABLE: 'announcers' },
  roleLogicalId: 'ExampleRole',
  reservedConcurrency: undefined,
  logGroup: '/aws/lambda/Stack-example',
  ...overrides,
})

export interface StartedFunction {
  readonly lambda: LambdaFunction
  readonly log: LogLine[]
}

/** Starts a function whose code is given as text; it is stopped after the test. */
export const startFunction = (
  source: string,
  overrides: Partial<FunctionResource> = {},
  options: Partial<LambdaFunctionOptions> & { readonly fileName?: string } = {},
): StartedFunction => {
  const { fileName, ...rest } = options
  const resource = functionResource({ codeFolder: codeFolderOf(source, fileName), ...overrides })
  const log: LogLine[] = []
  const environment = functionEnvironment({
    resource,
    region: 'eu-central-1',
  })
  const lambda = new LambdaFunction({
    resource,
    environment,
    onLog: (line) => log.push(line),
    issueCredentials: newCredentials,
    ...rest,
  })
  onTestFinished(() => lambda.stop())
  return { lambda, log }
}
