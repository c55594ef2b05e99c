import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Calls an operation of an AWS service; resolves to its output. */
export type AwsCall = (service: string, operation: string, input: object) => Promise<Record<string, unknown>>

/** AWS has refused a call, or it could not be made. */
export class AwsFailure extends Error {
  override readonly name = 'AwsFailure'
  /** AWS's name of the error, if AWS has answered. */
  readonly code: string | undefined

  constructor(message: string) {
    super(message)
    this.code = /\((\w+)\)/.exec(message)?.[1]
  }
}

/** The input goes through a pipe, because other users of the machine see the arguments of a process, and the CLI cannot open the socket that Node.js makes. */
const script = 'cat | aws "$@" --cli-input-json file:///dev/stdin --output json'

/** Calls AWS by its CLI, in the account and region of the environment. */
export const awsCall: AwsCall = async (service, operation, input) => {
  const child = spawn('/bin/sh', ['-c', script, 'aws', service, operation], {
    env: { ...process.env, AWS_PAGER: '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(JSON.stringify(input))
  const [output, complaint, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (status === 127) throw new AwsFailure('There is no AWS CLI on the PATH: install version 2')
  if (status !== 0) throw new AwsFailure(`aws ${service} ${operation}: ${complaint.trim().split('\n').at(-1)}`)
  return output.trim() === '' ? {} : JSON.parse(output)
}
