import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { DeleteBucketPolicyCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { type AwsCall, AwsFailure } from '../../../infra/operators/awsCall.ts'
import { freePort } from '../freePort.ts'
import { pythonPrograms } from './pythonPrograms.ts'

/** Milliseconds that the imitation may take to start. */
const patience = 300_000

export interface Imitation {
  readonly endpoint: string
  /** The environment in which command lines and SDKs take the imitation for AWS. */
  readonly environment: NodeJS.ProcessEnv
  readonly call: AwsCall
  stop(): Promise<void>
}

const own = (file: string): string => join(import.meta.dirname, file)

/** Ends a process, by force if it does not end by itself. */
const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exited
  clearTimeout(timer)
}

/** Writes the program `aws` for the path. */
const writeAwsProgram = (folder: string): void => {
  mkdirSync(folder)
  const text = `#!/bin/sh\nexec "${process.execPath}" "${own('awsProgram.ts')}" "$@"\n`
  writeFileSync(join(folder, 'aws'), text, { mode: 0o755 })
}

/** Resolves to the first line of what a program writes. */
const firstLine = async ({ stdout }: { readonly stdout: Readable }): Promise<string> => {
  for await (const line of createInterface({ input: stdout })) return line
  throw new Error('The calls of AWS did not start')
}

/** Calls AWS's services by the process that stands for the AWS CLI. */
const callBy =
  (address: string): AwsCall =>
  async (service, operation, input) => {
    const response = await fetch(`${address}/${service}/${operation}`, { method: 'POST', body: JSON.stringify(input) })
    const text = await response.text()
    if (!response.ok) throw new AwsFailure(text)
    return JSON.parse(text)
  }

const answers = async (endpoint: string, child: ChildProcess): Promise<boolean> => {
  for (const deadline = Date.now() + patience; child.exitCode === null && Date.now() < deadline; await delay(200)) {
    const isThere = await fetch(`${endpoint}/_ministack/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return true
  }
  return false
}

/** @param options.authorized whether the imitation evaluates the policies of the roles */
export const startImitation = async ({ authorized }: { readonly authorized: boolean }): Promise<Imitation> => {
  const python = join(pythonPrograms(), 'python')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'imitation-'))
  const programs = join(folder, 'programs')
  const endpoint = `http://127.0.0.1:${port}`
  // The imitation and the CDK run functions and apps by the `node` of the path, which has to be that of functions.
  const PATH = [programs, dirname(process.execPath), process.env['PATH']].join(delimiter)
  const environment = {
    ...process.env,
    PATH,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    CDK_DISABLE_VERSION_CHECK: '1',
    NO_COLOR: '1',
  }
  const child = spawn(python, [own('rollbackTriggers.py')], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      PATH,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      LAMBDA_EXECUTOR: 'local',
      STATE_DIR: folder,
      TMPDIR: folder,
      ...(authorized && { AUTH: 'true' }),
    },
  })
  const calls = spawn(python, [own('awsCalls.py')], { stdio: ['ignore', 'pipe', 'ignore'], env: environment })
  const stop = async (): Promise<void> => {
    await Promise.all([ended(child), ended(calls)])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    writeAwsProgram(programs)
    if (!(await answers(endpoint, child))) throw new Error('The imitation of AWS did not start')
    const IMITATED_CALLS = `http://127.0.0.1:${await firstLine(calls)}`
    return { endpoint, environment: { ...environment, IMITATED_CALLS }, call: callBy(IMITATED_CALLS), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The bucket of `cdk bootstrap` refuses whoever comes without TLS, which the imitation does not speak. */
export const allowPlainHttp = async (endpoint: string): Promise<void> => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}))
  for (const { Name: Bucket } of Buckets) await client.send(new DeleteBucketPolicyCommand({ Bucket }))
  client.destroy()
}
