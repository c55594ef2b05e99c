import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DeleteBucketPolicyCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { type AwsCall, AwsFailure } from '../../../infra/operators/awsCall.ts'
import { freePort } from '../freePort.ts'
import { pythonPrograms } from './pythonPrograms.ts'

/** Milliseconds that the imitation may take to start. */
const patience = 60_000

export interface Imitation {
  readonly endpoint: string
  /** The environment in which the command line and the SDK take the imitation for AWS. */
  readonly environment: NodeJS.ProcessEnv
  stop(): Promise<void>
}

/** @param options.authorized whether the imitation evaluates the policies of the roles */
export const startImitation = async ({ authorized }: { readonly authorized: boolean }): Promise<Imitation> => {
  const programs = pythonPrograms()
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'imitation-'))
  const endpoint = `http://127.0.0.1:${port}`
  // The imitation and the CDK run functions and apps by the `node` of the path, which has to be that of functions.
  const own = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` }
  const child = spawn(join(programs, 'ministack'), [], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...own,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      LAMBDA_EXECUTOR: 'local',
      STATE_DIR: folder,
      TMPDIR: folder,
      ...(authorized && { AUTH: 'true' }),
    },
  })
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await exited
    clearTimeout(timer)
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + patience
  for (;;) {
    const answers = await fetch(`${endpoint}/_ministack/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) break
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('The imitation of AWS did not start')
    }
    await delay(200)
  }
  const environment = {
    ...own,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    CDK_DISABLE_VERSION_CHECK: '1',
    NO_COLOR: '1',
  }
  return { endpoint, environment, stop }
}

/** What the JSON protocol puts before the name of an operation. */
const targets: Readonly<Record<string, string>> = {
  ssm: 'AmazonSSM',
  'cognito-idp': 'AWSCognitoIdentityProviderService',
}

const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Calls services of the imitation, which reads who calls from the header and verifies no signature. */
export const callOf =
  (endpoint: string): AwsCall =>
  async (service, operation, input) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `${targets[service]}.${pascalCase(operation)}`,
        authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=none`,
      },
      body: JSON.stringify(input),
    })
    const text = await response.text()
    const answer: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
    if (response.ok) return answer
    const code = String(answer['__type']).split('#').at(-1)
    throw new AwsFailure(`An error occurred (${code}) when calling ${operation}: ${text}`)
  }

/** The bucket of `cdk bootstrap` refuses whoever comes without TLS, which the imitation does not speak. */
export const allowPlainHttp = async (endpoint: string): Promise<void> => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}))
  for (const { Name: Bucket } of Buckets) await client.send(new DeleteBucketPolicyCommand({ Bucket }))
  client.destroy()
}
