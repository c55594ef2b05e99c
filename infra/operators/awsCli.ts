import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { awsEnvironment } from './awsEnvironment.ts'

const run = promisify(execFile)

/** Runs the AWS CLI; resolves to its output, or undefined if it fails or is missing. */
export type AwsCli = (...options: readonly string[]) => Promise<string | undefined>

/** The installed AWS CLI, without a pager, which would wait for a key. */
export const awsCli: AwsCli = async (...options) => {
  // Without an account the CLI says so itself, which is a finding.
  const env = await awsEnvironment().catch(() => ({ ...process.env, AWS_PAGER: '' }))
  const answer = await run('aws', options, { env, timeout: 20_000 }).catch(() => undefined)
  return answer?.stdout.trim() || undefined
}

/** A finding about an account or a machine, and the step that mends it. */
export interface Finding {
  readonly subject: string
  readonly state: 'good' | 'optional' | 'missing'
  readonly text: string
}
