import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { awsEnvironment } from './awsEnvironment.ts'

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

const run = promisify(execFile)

/** Bytes that an answer may have: metrics of a whole stack take some hundred kilobytes. */
const mostBytes = 64 * 1024 * 1024

const failureOf = (command: string, error: unknown): unknown => {
  const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string }
  if (code === 'ENOENT') return new AwsFailure('There is no AWS CLI on the PATH: install version 2')
  return stderr === undefined ? error : new AwsFailure(`${command}: ${stderr.trim().split('\n').at(-1)}`)
}

/** Calls AWS by its CLI, in the account and region that the SDK finds. */
export const awsCall: AwsCall = async (service, operation, input) => {
  const folder = mkdtempSync(join(tmpdir(), 'aws-'))
  try {
    // A file that only this user can read: anybody sees the arguments of a process, and the CLI reads its input twice,
    // which a pipe does not allow.
    const file = join(folder, 'input.json')
    writeFileSync(file, JSON.stringify(input), { mode: 0o600 })
    const options = ['--cli-input-json', `file://${file}`, '--output', 'json']
    const { stdout } = await run('aws', [service, operation, ...options], {
      env: await awsEnvironment(),
      maxBuffer: mostBytes,
    })
    return stdout.trim() === '' ? {} : JSON.parse(stdout)
  } catch (error) {
    throw failureOf(`aws ${service} ${operation}`, error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
