import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { AwsCli } from './examineAws.ts'

const run = promisify(execFile)

/** Without a pager, so that nothing waits for a key. */
export const awsCli: AwsCli = async (...options) => {
  const env = { ...process.env, AWS_PAGER: '' }
  const answer = await run('aws', options, { env, timeout: 20_000 }).catch(() => undefined)
  return answer?.stdout.trim() || undefined
}
